#include "planner/unit/start_latency.hpp"

#include <catch2/catch.hpp>
#include <queue>
#include <random>

#include "session_facts.hpp"

using namespace session_facts;
using namespace planner::unit;

namespace {

const catalog::Boundary kata = kata_qemu();

CurveReading read(double resident, double concurrency) {
  return completion(kata.start.curves.cold, resident, concurrency);
}

/// A boundary whose starts take the same second, however many run.
catalog::StartFacts one_second() {
  catalog::StartFacts facts;
  facts.curves.reference_vcpus = 100;
  facts.curves.cold = {{0, {1, 1000}, {1.0, 1.0}}};
  return facts;
}

}  // namespace

TEST_CASE("curves are met at their points and stay between them") {
  for (const catalog::StartCurve& curve : kata.start.curves.cold)
    for (std::size_t i = 0; i < curve.concurrency.size(); ++i)
      if (curve.seconds[i]) {
        CHECK(read(curve.resident, curve.concurrency[i]).value == Approx(*curve.seconds[i]));
        CHECK_FALSE(read(curve.resident, curve.concurrency[i]).extrapolated);
      }
  CHECK(read(0, std::sqrt(100.0 * 200.0)).value == Approx(std::sqrt(3.60264 * 6.85494)));
  CHECK(read(750, 100).value == Approx(std::sqrt(6.6302 * 15.0925)));
  CHECK(read(0, 0.3).value == Approx(0.52494));
}

TEST_CASE("readings beyond the measured points say so") {
  CHECK(read(2000, 200).extrapolated);  // was not run
  CHECK(read(2000, 200).value > 2.0 * read(2000, 100).value);
  CHECK(read(0, 800).extrapolated);
  CHECK(read(3000, 10).extrapolated);
  CHECK(read(3000, 10).value > read(2000, 10).value);
  CHECK_FALSE(read(1900, 100).extrapolated);
}

TEST_CASE("a curve with a single point speaks for that concurrency alone") {
  const std::vector<catalog::StartCurve> curves{
      {0, {1, 100}, {1.0, 10.0}}, {200, {1}, {2.0}}, {1000, {1, 100}, {4.0, 40.0}}};
  CHECK(completion(curves, 200, 1).value == Approx(2.0));
  CHECK(completion(curves, 500, 100).value == Approx(20.0));
}

TEST_CASE("the start rate falls with what a host already holds") {
  // 100 at once on an empty host and beside 2,000: 27.8 and 1.8 per second.
  CHECK(100.0 / read(0, 100).value == Approx(27.8).margin(0.05));
  CHECK(100.0 / read(2000, 100).value == Approx(1.76).margin(0.05));
  CHECK(highest_rate(kata.start.curves.cold, 0) == Approx(200.0 / 6.85494));
  CHECK(start_ceiling(kata.start, StartKind::cold, 208.0 * vcpu, 0)->in(per_s) == Approx(2 * 200.0 / 6.85494));
  CHECK(start_ceiling(kata.start, StartKind::cold, 104.0 * vcpu, 1500) <
        start_ceiling(kata.start, StartKind::cold, 104.0 * vcpu, 500));
}

TEST_CASE("a rate that was merely seen is no ceiling") {
  catalog::StartFacts facts;
  facts.rate_seen = fact(67.0 / second);
  CHECK_FALSE(start_ceiling(facts, StartKind::cold, 96.0 * vcpu, 0));
  facts.rate_ceiling = fact(30.0 / second);
  facts.ceiling_vcpus = 48;
  CHECK(start_ceiling(facts, StartKind::cold, 96.0 * vcpu, 0)->in(per_s) == Approx(60.0));
  CHECK_FALSE(start_ceiling(facts, StartKind::restore, 96.0 * vcpu, 0));
}

TEST_CASE("with a constant start time the starts under way are those of M/G/infinity") {
  const StartLoad load{.rate = 30.0 / second, .resident = 0, .host = 100.0 * vcpu};
  const StartLatency latency = start_latency(one_second(), StartKind::cold, load);
  CHECK(latency.in_progress == Approx(30.0));
  CHECK(latency.p50->in(second) == Approx(1.0));
  CHECK(latency.p99->in(second) == Approx(1.0));
}

TEST_CASE("percentiles follow the number of starts that an arriving one finds") {
  const StartLoad load{.rate = 10.0 / second, .resident = 500, .host = 104.0 * vcpu};
  const StartLatency latency = start_latency(kata.start, StartKind::cold, load);
  REQUIRE(latency.keeps_up);
  CHECK(latency.measured);
  // The mean solves a = rate * t(1 + a) ...
  CHECK(latency.in_progress == Approx(10.0 * read(500, 1.0 + latency.in_progress).value).epsilon(1e-3));
  // ... and one arrival in a hundred finds more than the 99th percentile of the Poisson law, here simulated.
  std::mt19937_64 random(5);
  std::poisson_distribution<int> others(latency.in_progress);
  int slower = 0;
  const int runs = 100000;
  for (int i = 0; i < runs; ++i) slower += read(500, 1.0 + others(random)).value > latency.p99->in(second) * (1 + 1e-9);
  CHECK(slower <= 0.01 * runs + 100);
  CHECK(slower > 0.003 * runs);
  CHECK(latency.p50 < latency.p99);
}

TEST_CASE("a quiet host starts as fast as one alone, a flooded one never catches up") {
  const auto at = [](double rate) {
    return start_latency(kata.start, StartKind::cold, {.rate = rate / second, .resident = 0, .host = 104.0 * vcpu});
  };
  CHECK(at(0.001).p99->in(second) == Approx(0.52494));
  CHECK_FALSE(at(60.0).keeps_up);
  CHECK_FALSE(at(60.0).p99);
  double last = 0.0;
  for (double rate : {1.0, 5.0, 10.0, 20.0}) {
    CHECK(at(rate).p99->in(second) > last);
    last = at(rate).p99->in(second);
  }
}

TEST_CASE("without a curve the p99 is unknown") {
  const StartLatency latency =
      start_latency(firecracker().start, StartKind::cold, {.rate = 1.0 / second, .resident = 10, .host = 96.0 * vcpu});
  CHECK(latency.p50->in(ms) == Approx(310));
  CHECK_FALSE(latency.p99);
  CHECK_FALSE(latency.measured);
}

TEST_CASE("a start costs more CPU among others") {
  const auto seconds = [](double concurrency) {
    return start_cpu(kata.start, StartKind::cold, 104.0 * vcpu, concurrency)->in(vcpu * second);
  };
  CHECK(seconds(1) == Approx(0.6782));
  CHECK(seconds(400) == Approx(2.8519));
  CHECK(seconds(30) > seconds(20));
  CHECK(start_cpu(firecracker().start, StartKind::cold, 96.0 * vcpu, 50)->in(vcpu * second) == Approx(0.36));
  CHECK_FALSE(start_cpu(gvisor().start, StartKind::cold, 96.0 * vcpu, 1));
}
