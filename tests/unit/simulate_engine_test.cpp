#include <catch2/catch.hpp>

#include "planner/math/simulate/event_queue.hpp"
#include "planner/math/simulate/law.hpp"
#include "planner/math/simulate/shared_link.hpp"
#include "planner/math/simulate/window.hpp"
#include "support/oracle.hpp"

using namespace planner::math;
using namespace planner::math::simulate;

TEST_CASE("Student's t, published percentage points", "[simulate]") {
  // Abramowitz & Stegun, table 26.10.
  CHECK(student_t_quantile(0.005, 1) == Approx(63.657).margin(5e-4));
  CHECK(student_t_quantile(0.025, 2) == Approx(4.303).margin(5e-4));
  CHECK(student_t_quantile(0.05, 9) == Approx(1.833).margin(5e-4));
  CHECK(student_t_quantile(0.005, 19) == Approx(2.861).margin(5e-4));
  CHECK(student_t_quantile(0.0005, 30) == Approx(3.646).margin(5e-4));
  CHECK(student_t_quantile(0.5, 7) == Approx(0.0).margin(1e-7));
}

TEST_CASE("an interval over replications", "[simulate]") {
  // Mean 3, standard deviation 1.5811, t(0.025, 4) = 2.776: half width 2.776 x 1.5811 / sqrt(5).
  const Interval i = interval_of({1, 2, 3, 4, 5}, 0.95);
  CHECK(i.mean == Approx(3.0));
  CHECK(i.half_width == Approx(1.963).margin(1e-3));
  CHECK(i.holds(1.1));
  CHECK_FALSE(i.holds(1.0));
}

TEST_CASE("events come in the order of time, then of scheduling", "[simulate]") {
  EventQueue<int> queue;
  Stream stream(1, 0, 0);
  for (int i = 0; i < 1000; ++i) queue.push(std::floor(50.0 * stream.uniform()), i);
  CHECK(queue.scheduled() == 1000);
  double before = -1.0;
  int event_before = -1;
  for (int i = 0; i < 1000; ++i) {
    const double now = queue.next_time();
    const int event = queue.pop();
    CHECK((now > before || (now == before && event > event_before)));
    before = now;
    event_before = event;
  }
  CHECK(queue.next_time() == HUGE_VAL);
}

TEST_CASE("streams are repeatable, and each purpose and replication has its own", "[simulate]") {
  const auto first = [](std::uint64_t seed, std::uint64_t replication, std::uint64_t purpose) {
    return Stream(seed, replication, purpose).uniform();
  };
  CHECK(first(1, 2, 3) == first(1, 2, 3));
  CHECK(first(1, 2, 3) != first(2, 2, 3));
  CHECK(first(1, 2, 3) != first(1, 3, 2));
  CHECK(first(1, 2, 3) != first(1, 2, 4));
}

TEST_CASE("draws follow their law", "[simulate]") {
  const std::vector<Law> laws{Law::exponential(3.0), Law::hyper_exponential(3.0, 9.0), Law::lognormal(3.0, 0.5),
                              Law::trace({0.5, 1.0, 1.5, 9.0})};
  for (const Law& law : laws) {
    constexpr int draws = 40'000;
    Source source(law, Stream(5, 0, 0));
    std::vector<double> times;
    double sum = 0.0;
    for (int i = 0; i < draws; ++i) {
      times.push_back(source.draw());
      sum += times.back();
    }
    CHECK(sum / draws == Approx(law.mean()).epsilon(0.05));
    for (const double t : {0.3, 1.0, 2.9, 9.0, 20.0}) {
      double below = 0.0;
      for (const double time : times) below += time <= t;
      CHECK(below / draws == Approx(law.below(t)).margin(4.0 * 0.5 / std::sqrt(draws)));
    }
  }
  CHECK(Source(Law::constant(2.5), Stream(1, 0, 0)).draw() == 2.5);
}

TEST_CASE("a hyper-exponential law has the mean and the variation asked for", "[simulate]") {
  const Law law = Law::hyper_exponential(2.0, 4.0);
  // E[T] and E[T^2] as integrals of the tail, by the trapezoid rule.
  double first = 0.0, second = 0.0;
  constexpr double step = 0.01;
  for (double t = 0.5 * step; t < 200.0; t += step) {
    first += step * (1.0 - law.below(t));
    second += 2.0 * t * step * (1.0 - law.below(t));
  }
  CHECK(first == Approx(2.0).epsilon(1e-4));
  CHECK(second / (first * first) - 1.0 == Approx(4.0).epsilon(1e-3));
}

TEST_CASE("a trace is played in its order", "[simulate]") {
  Source source(Law::trace({1.0, 2.0, 3.0}), Stream(1, 0, 0));
  double before = source.draw();
  for (int i = 0; i < 6; ++i) {
    const double next = source.draw();
    CHECK(next == (before == 3.0 ? 1.0 : before + 1.0));
    before = next;
  }
}

TEST_CASE("an average over time counts only what is observed", "[simulate]") {
  TimeAverage average({.warm_up = 10.0, .length = 10.0});
  average.set(0.0, 100.0);
  average.set(10.0, 2.0);
  average.add(15.0, 4.0);
  average.set(20.0, 1000.0);
  average.set(30.0, 0.0);
  CHECK(average.mean() == Approx(4.0));
}

TEST_CASE("transfers share a link equally", "[simulate]") {
  SharedLink link;
  link.start(0.0, 10.0, 1);
  CHECK(link.next_end() == 10.0);
  link.start(4.0, 2.0, 2);  // 6 left of the first; both at half speed
  CHECK(link.next_end() == 8.0);
  CHECK(link.finish(8.0) == 2);
  CHECK(link.next_end() == 12.0);  // 4 left of the first
  link.start(9.0, 100.0, 3);
  link.abort(10.0, 3);  // half a second lost
  CHECK(link.next_end() == Approx(12.5));
  CHECK(link.finish(12.5) == 1);
  CHECK(link.next_end() == HUGE_VAL);
}
