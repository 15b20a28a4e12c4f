// The cycle of a model on demand under bursts: the same as under Poisson arrivals where there are none, and beside the
// simulator where there are.
#include <catch2/catch.hpp>

#include "planner/math/keepalive.hpp"
#include "planner/math/load_cycle.hpp"
#include "planner/math/quadrature.hpp"
#include "planner/math/simulate/model_pool_estimate.hpp"

using namespace planner::math;

TEST_CASE("the cycle of any gaps is the exact one under Poisson arrivals", "[load_cycle]") {
  for (const double rate : {1e-5, 0.003, 0.2})
    for (const double timeout : {0.0, 15.0}) {
      CAPTURE(rate, timeout);
      const KeepAliveCycle exact({rate, 3, 40}, timeout);
      const LoadCycle<ExponentialGaps> any({rate}, 3, 40, timeout);
      CHECK(any.cold_fraction() == Approx(exact.cold_fraction()));
      CHECK(any.cold_starts_per_s() == Approx(exact.cold_starts_per_s()));
      CHECK(any.live_share() == Approx(exact.live_share()));
      CHECK(any.mean_wait_s() == Approx(exact.mean_wait_s()));
      for (const double q : {0.5, 0.9, 0.99}) {
        CHECK(any.wait_quantile_s(q) == Approx(exact.wait_quantile_s(q)).margin(1e-6));
        CHECK(any.wait_quantile_given_wait_s(q) == Approx(exact.wait_quantile_given_wait_s(q)).margin(1e-6));
      }
    }
}

// An idle replica is no hard claim: with any timeout the busy share is that of loads and requests alone.
TEST_CASE("busy is what is left of live without a timeout", "[load_cycle]") {
  const auto gaps = HyperExponentialGaps::with_variation(0.01, 6);
  const LoadCycle<HyperExponentialGaps> none(gaps, 3, 40, 0), some(gaps, 3, 40, 100);
  CHECK(none.busy_share() == Approx(none.live_share()));
  CHECK(some.busy_share() < some.live_share());
  CHECK(some.cold_fraction() < none.cold_fraction());
}

// m(t) of bursty gaps: it starts at the rate of what follows a request at once, and in the long run runs beside rate * t
// by (C^2 - 1) / 2 requests.
TEST_CASE("renewals of bursty gaps", "[load_cycle]") {
  const double rate = 0.02, scv = 7;
  const auto gaps = HyperExponentialGaps::with_variation(rate, scv);
  const double at_once = gaps.share * gaps.often + (1 - gaps.share) * gaps.seldom;
  CHECK(gaps.renewals(1e-4) / 1e-4 == Approx(at_once).epsilon(1e-3));
  CHECK(gaps.renewals(1e5) - rate * 1e5 == Approx((scv - 1) / 2).epsilon(1e-6));
  const double steps = 4000, end = 300;
  double sum = 0;
  for (double i = 0.5; i < steps; ++i) sum += gaps.renewals(i * end / steps) * end / steps;
  CHECK(gaps.renewals_integral(end) == Approx(sum).epsilon(1e-6));
}

// The tolerance was set before: a tenth of cold fraction and mean wait, and of the live share.
TEST_CASE("the cycle under bursts beside the simulator", "[load_cycle]") {
  for (const double scv : {2.0, 20.0})
    for (const double rate : {0.0005, 0.005, 0.05})
      for (const double timeout : {0.0, 300.0}) {
        CAPTURE(scv, rate, timeout);
        const LoadCycle<HyperExponentialGaps> cycle(HyperExponentialGaps::with_variation(rate, scv), 3, 40, timeout);
        simulate::ModelPool pool;
        pool.models = {{.gaps = simulate::Law::hyper_exponential(1 / rate, scv),
                        .service = simulate::Law::constant(3),
                        .load = 40,
                        .timeout = timeout}};
        const auto played = simulate::estimate(pool, simulate::run_of(pool, 60000)).models.front();
        CHECK(cycle.cold_fraction() == Approx(played.cold_fraction.mean).epsilon(0.1).margin(1e-3));
        CHECK(cycle.mean_wait_s() == Approx(played.mean_wait.mean).epsilon(0.1).margin(0.05));
        CHECK(cycle.live_share() == Approx(played.live.mean).epsilon(0.1));
      }
}
