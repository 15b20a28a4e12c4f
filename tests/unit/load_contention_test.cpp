// Loads that share a link: the law of the delay and the waits that follow from it, beside the simulator.
#include "planner/math/load_contention.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "planner/math/delayed_load_cycle.hpp"
#include "planner/math/gap_law.hpp"
#include "planner/math/load_cycle.hpp"
#include "planner/math/simulate/model_pool_estimate.hpp"

using namespace planner::math;

namespace {

/// Models that are loaded for nearly each request, `own_s` by themselves and the rest over one link.
struct LinkTable {
  double gap_s = 0;  ///< between requests of each model
  std::vector<double> transfers_s{};
  double carries = 1;  ///< loads at full speed
};

constexpr double own_s = 20, service_s = 2;

simulate::PoolEstimate played(const LinkTable& t) {
  simulate::ModelPool pool;
  pool.gpus_per_host = static_cast<int>(t.transfers_s.size());
  pool.link_carries = t.carries;
  for (const double transfer : t.transfers_s)
    pool.models.push_back({.gaps = simulate::Law::exponential(t.gap_s),
                           .service = simulate::Law::constant(service_s),
                           .load = own_s + transfer,
                           .link = 0,
                           .timeout = 0,
                           .on_link = transfer});
  return estimate(pool, run_of(pool, 20'000), {.count = 10, .confidence = 0.99});
}

struct Predicted {
  double load = 0, mean_wait = 0, cold_fraction = 0, wait_p99 = 0;
  LoadCycle<ExponentialGaps> alone;
};

Predicted predicted(const LinkTable& t, std::size_t model) {
  const ExponentialGaps gaps{1 / t.gap_s};
  const double load = own_s + t.transfers_s[model];
  std::vector<LinkUser> others;
  for (std::size_t o = 0; o < t.transfers_s.size(); ++o) {
    if (o == model) continue;
    const LoadCycle<ExponentialGaps> cycle(gaps, service_s, own_s + t.transfers_s[o], 0);
    others.push_back({cycle.cold_starts_per_s(), t.transfers_s[o]});
  }
  const LinkDelay delay(t.transfers_s[model], others, 2 / t.carries - 1);
  const DelayedLoadCycle<ExponentialGaps> cycle(gaps, service_s, load, 0, delay.cases());
  const LoadCycle<ExponentialGaps> alone(gaps, service_s, load, 0);
  return {delay.load(), cycle.mean_wait_s(), cycle.cold_fraction(), cycle.wait_quantile_s(0.99), alone};
}

/// 99 % intervals of ten replications; the percentile of a sample is biased by the order of one request.
void check(const simulate::Interval& found, double value, double alone) {
  CAPTURE(value, alone, found.mean, found.half_width);
  CHECK(std::abs(found.mean - value) <= 0.25 * std::abs(value - alone) + found.half_width + 0.002 * value);
}

}  // namespace

TEST_CASE("nobody else on the link: the cycle of a load alone", "[load_contention]") {
  const LinkDelay none(30, {});
  CHECK(none.mean() == 0);
  CHECK(none.cases().empty());
  const ExponentialGaps gaps{0.004};
  const LoadCycle<ExponentialGaps> alone(gaps, 2, 50, 10);
  const DelayedLoadCycle<ExponentialGaps> same(gaps, 2, 50, 10, none.cases());
  CHECK(same.cold_fraction() == Approx(alone.cold_fraction()));
  CHECK(same.mean_wait_s() == Approx(alone.mean_wait_s()));
  for (const double q : {0.5, 0.9, 0.99}) {
    CHECK(same.wait_quantile_s(q) == Approx(alone.wait_quantile_s(q)).margin(1e-6));
    CHECK(same.wait_quantile_given_wait_s(q) == Approx(alone.wait_quantile_given_wait_s(q)).margin(1e-6));
  }
}

// M/G/1 with processor sharing: the mean of a transfer is r / (1 - load), whatever the law of the others.
TEST_CASE("the mean delay is that of processor sharing", "[load_contention]") {
  for (const double r : {1.0, 10.0, 40.0}) {
    const std::vector<LinkUser> others{{0.002, 5}, {0.001, 60}, {0.004, 20}};
    const LinkDelay delay(r, others);
    CAPTURE(r);
    CHECK(delay.load() == Approx(0.15));
    CHECK(r + delay.mean() == Approx(r / (1 - 0.15)).epsilon(1e-4));
    CHECK(LinkDelay(r, others, 0.5).mean() == Approx(0.5 * delay.mean()).epsilon(1e-3));
    CHECK(LinkDelay(r, others, 0).mean() == 0);
  }
}

// Two models of 3 s that start every 10^5 s: a delay is uniform on (0, 3) with probability 6 * 10^-5.
TEST_CASE("the law of the delay in light traffic", "[load_contention]") {
  const LinkDelay delay(3, std::vector<LinkUser>{{1e-5, 3}});
  double met = 0, below_half = 0;
  for (const TimeCase& c : delay.cases()) {
    met += c.probability;
    if (c.seconds < 1.5) below_half += c.probability;
  }
  CHECK(met == Approx(6e-5).epsilon(0.03));  // a 48th of them is told as none
  CHECK(below_half == Approx(3e-5).epsilon(0.06));
  CHECK(delay.mean() == Approx(9e-5).epsilon(1e-3));
}

TEST_CASE("a link that is never free delays by no more than all others at once", "[load_contention]") {
  const std::vector<LinkUser> others{{0.05, 20}, {0.05, 30}};
  const LinkDelay delay(10, others);
  CHECK(delay.load() > 1);
  double met = 0;
  for (const TimeCase& c : delay.cases()) met += c.probability;
  CHECK(met <= 1 + 1e-12);
  CHECK(delay.mean() <= 20 + 1e-9);
}

// What sharing adds, to a quarter of it, beside the noise of the simulation.
TEST_CASE("waits of loads that share a link, beside the simulator", "[load_contention][simulate]") {
  const std::vector<LinkTable> tables{
      {4000, {20, 20, 20}},          {4000, {5, 40, 40, 10}},           {1500, {20, 20, 20, 20}},
      {1500, {5, 60, 20, 20, 30}},   {800, {20, 20, 20, 20, 20, 20}},   {600, {10, 20, 30, 40, 50}},
      {1500, {20, 20, 20, 20}, 1.5}, {600, {10, 20, 30, 40, 50}, 1.25}, {800, {20, 20, 20, 20}, 2}};
  for (const LinkTable& t : tables) {
    const simulate::PoolEstimate found = played(t);
    for (std::size_t m = 0; m < t.transfers_s.size(); ++m) {
      const Predicted p = predicted(t, m);
      CAPTURE(t.gap_s, t.carries, m, p.load);
      REQUIRE(p.load < 0.3);
      check(found.models[m].mean_wait, p.mean_wait, p.alone.mean_wait_s());
      check(found.models[m].cold_fraction, p.cold_fraction, p.alone.cold_fraction());
      check(found.models[m].wait_p99, p.wait_p99, p.alone.wait_quantile_s(0.99));
    }
  }
}

// The delay is what the comparison is about: alone, the percentile would be missed by far more.
TEST_CASE("without the delay the percentile of a busy link is far off", "[load_contention][simulate]") {
  const LinkTable t{600, {10, 20, 30, 40, 50}};
  CHECK(played(t).models[0].wait_p99.mean > 1.2 * predicted(t, 0).alone.wait_quantile_s(0.99));
}
