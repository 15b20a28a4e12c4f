#include <catch2/catch.hpp>

#include "planner/math/simulate/model_pool_estimate.hpp"
#include "support/oracle.hpp"

using namespace planner::math::simulate;

namespace {

PooledModel model(double gap, double timeout, int gpus = 1) {
  return {Law::exponential(gap), Law::constant(5), 20.0, own_link, timeout, gpus};
}

}  // namespace

TEST_CASE("the estimate of a pool holds the closed forms of models that never meet", "[simulate]") {
  // Enough GPUs for all: the cycle of each is its own (load, then the M/D/inf busy period of service and timeout).
  ModelPool pool{{model(100, 60), model(400, 300), model(50, 0)}};
  const PoolEstimate found = estimate(pool, run_of(pool, 4'000), oracle::twenty);
  double live = 0.0;
  for (std::size_t m = 0; m < pool.models.size(); ++m) {
    const double rate = 1.0 / pool.models[m].gaps.mean(), timeout = pool.models[m].timeout;
    const double up = 20.0 + std::expm1(rate * (5.0 + timeout)) / rate, cycle = up + 1.0 / rate;
    const double cold = 1.0 / (rate * cycle);
    oracle::check(found.models[m].cold_fraction, cold, 0.1);
    oracle::check(found.models[m].live, up / cycle, 0.1);
    oracle::check(found.models[m].mean_wait, cold * (20.0 + rate * 20.0 * 20.0 / 2.0), 0.15);
    CHECK(found.models[m].wait_given_cold_p99.mean == Approx(20.0).epsilon(0.01));
    CHECK(found.models[m].wait_p99.mean == Approx(20.0).epsilon(0.02));
    live += up / cycle;
  }
  oracle::check(found.live_gpus, live, 0.05);
  CHECK(found.overflow_probability.upper() == 0.0);
  CHECK(found.overflow_time.upper() == 0.0);
  CHECK(found.events > 100'000);
}

TEST_CASE("GPUs split into hosts overflow more often than pooled ones, eviction makes it rarer", "[simulate]") {
  ModelPool pool{{}, 1, 8};
  for (int m = 0; m < 6; ++m) pool.models.push_back(model(300, 100, m % 2 == 0 ? 2 : 3));
  const auto overflow = [&](int hosts, Eviction eviction) {
    pool.hosts = hosts;
    pool.gpus_per_host = 8 / hosts;
    pool.eviction = eviction;
    return estimate(pool, run_of(pool, 6'000)).overflow_probability;
  };
  const Interval pooled = overflow(1, Eviction::none), split = overflow(2, Eviction::none);
  CHECK(pooled.upper() < split.lower());
  CHECK(overflow(2, Eviction::least_recently_used).upper() < split.lower());
}

TEST_CASE("a run is as long as it takes to see the requests", "[simulate]") {
  const ModelPool pool{{model(100, 60), model(400, 300)}};
  const Run run = run_of(pool, 1'000, 7);
  CHECK(run.seed == 7);
  CHECK(run.length == Approx(1'000 / (0.01 + 0.0025)));
  CHECK(run.warm_up == 20.0 * 400);
}
