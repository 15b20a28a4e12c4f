// The chain of a replica against Erlang's formulas, which it becomes where the time per token is constant.
#include "planner/unit/serving_queue.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "planner/math/erlang.hpp"
#include "planner/unit/embedding_queue.hpp"

using namespace planner;
using namespace planner::unit;

namespace {

constexpr RequestsPerSecond per_s = units::request / units::second;

/// A step takes 10 ms whatever it holds: every running sequence is a server with a mean service of 1 s.
Serving constant() { return {.work = {.per_step = 0.01}, .shape = {.input_tokens = 1, .output_tokens = 100, .tokens_scv = 0}}; }

}  // namespace

TEST_CASE("a constant time per token makes an M/M/c queue") {
  for (const double load : {2.0, 7.0, 9.5}) {
    const QueueAnswer q = queue_at(constant(), 10, load * per_s);
    const double rate = load;  // 1 - rate * prompt_time: a prompt adds nothing to a constant step
    REQUIRE(q.stable);
    CHECK(q.waits == Approx(math::erlang_c(10, rate)));
    CHECK(q.running == Approx(rate));
    CHECK(q.wait_p95.base() == Approx(math::wait_percentile(10, rate, 0.95)).margin(1e-12));
  }
  CHECK_FALSE(queue_at(constant(), 10, 10.0 * per_s).stable);
}

TEST_CASE("a supposed error of the throughput is one of the rate, one of the time per token of what requests see") {
  Serving half = constant(), slow = constant();
  half.throughput_error = 0.5;  // as if each of ten servers took 2 s
  slow.token_error = 2;
  const QueueAnswer q = queue_at(half, 10, 3.5 * per_s), seen = queue_at(slow, 10, 7.0 * per_s);
  CHECK(q.waits == Approx(math::erlang_c(10, 7)));
  CHECK(q.running == Approx(7));
  CHECK(q.tpot_p95.base() == Approx(0.01));
  CHECK(seen.running == Approx(7));
  CHECK(seen.tpot_p95.base() == Approx(0.02));
  CHECK_FALSE(queue_at(half, 10, 5.0 * per_s).stable);
  const auto point = [](const Serving& s) { return operating_point(s, {.by_memory = 10, .sequences = 10}, {}, {}); };
  CHECK(point(half).capacity == 0.5 * point(constant()).capacity);
  CHECK(point(half).tpot == point(constant()).tpot);
  CHECK(point(slow).capacity == point(constant()).capacity);
  CHECK(point(slow).tpot == 2.0 * point(constant()).tpot);
}

TEST_CASE("bursty arrivals wait longer") {
  const QueueAnswer smooth = queue_at(constant(), 10, 9.0 * per_s), bursty = queue_at(constant(), 10, 9.0 * per_s, 4);
  CHECK(bursty.wait_p95.base() == Approx(2.5 * smooth.wait_p95.base()));
}

TEST_CASE("a large batch does not overflow") {
  const QueueAnswer q = queue_at(constant(), 2000, 1900.0 * per_s);
  REQUIRE(q.stable);
  CHECK(q.running == Approx(1900).epsilon(1e-6));
  CHECK(q.waits == Approx(math::erlang_c(2000, 1900)).epsilon(1e-6));
}

TEST_CASE("embeddings that come alone queue as M/D/1 does") {
  const Serving s{.work = {.per_step = 0.01}, .shape = {.input_tokens = 100, .output_tokens = 0}};
  const OperatingPoint point{.batch = 1, .capacity = 100.0 * per_s};
  const QueueAnswer q = embedding_queue_at(s, point, 50.0 * per_s);
  REQUIRE(q.stable);
  CHECK(q.wait_p95.base() == Approx(0.01 / (2 * 0.5) * std::log(0.5 / 0.05)));
  CHECK_FALSE(embedding_queue_at(s, point, 100.0 * per_s).stable);
}

namespace {

/// A step takes `fixed` and `each` for every request in it, ms.
Serving steps_of(double fixed, double each) {
  Serving s{.work = {.per_step = fixed / 1000}, .shape = {.input_tokens = 100, .output_tokens = 0, .tokens_scv = 0}};
  s.work.products.push_back({.flops_per_row = each / 1000 / 100, .flops_per_s = 1});
  return s;
}

/// The 95th percentile of 200,000 Poisson arrivals that are taken in steps of at most `most`, s.
double played_p95(double fixed, double each, double most, double rate) {
  std::mt19937_64 random(7);
  const auto gap = [&] { return -std::log1p(-static_cast<double>(random() >> 11U) * 0x1p-53) / rate; };
  std::vector<double> arrivals{gap()}, times;
  while (arrivals.size() < 200000) arrivals.push_back(arrivals.back() + gap());
  double now = 0;
  for (std::size_t next = 0; next < arrivals.size();) {
    now = std::max(now, arrivals[next]);
    std::size_t end = next;
    while (end < arrivals.size() && arrivals[end] <= now && static_cast<double>(end - next) < most) ++end;
    now += (fixed + each * static_cast<double>(end - next)) / 1000;
    for (; next < end; ++next) times.push_back(now - arrivals[next]);
  }
  std::ranges::nth_element(times, times.begin() + 190000);
  return times[190000];
}

}  // namespace

TEST_CASE("embeddings at the load that there is, not in full steps: beside a played queue") {
  for (const auto& [fixed, each, most] : {std::array{10.0, 1.0, 32.0}, {5, 5, 16}, {20, 0.2, 64}, {1, 10, 8}}) {
    const Serving s = steps_of(fixed, each);
    const double step = (fixed + each * most) / 1000;
    const OperatingPoint full{.batch = most, .capacity = most / step * per_s};
    double before = 0;
    for (const double load : {0.02, 0.1, 0.3, 0.5, 0.7, 0.85, 0.95}) {
      const double p95 = embedding_queue_at(s, full, load * full.capacity).ttft_p95.base();
      const double played = played_p95(fixed, each, most, load * full.capacity.base());
      INFO(fixed << " + " << each << " x " << most << " ms at " << load << ": " << p95 << " s, played " << played);
      CHECK(p95 >= before);
      CHECK(p95 >= 0.87 * played);
      CHECK(p95 <= 1.3 * played);
      before = p95;
    }
  }
}
