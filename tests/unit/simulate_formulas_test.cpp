#include <catch2/catch.hpp>

#include "planner/math/che.hpp"
#include "planner/math/fragmentation.hpp"
#include "planner/math/keepalive.hpp"
#include "planner/math/pool_overflow.hpp"
#include "planner/math/simulate/model_pool_estimate.hpp"
#include "support/oracle.hpp"

/// What the on-demand formulas of a plan say of a pool of models, played.

using namespace planner::math;
using namespace planner::math::simulate;

TEST_CASE("waits of an on-demand model: the quantiles of the cycle", "[simulate]") {
  const OnDemand model{.rate = 0.02, .service_s = 5, .load_s = 60};
  for (const double timeout : {0.0, 30.0, 120.0}) {
    const KeepAliveCycle cycle(model, timeout);
    const ModelPool pool{
        {{Law::exponential(1 / model.rate), Law::constant(model.service_s), model.load_s, own_link, timeout}}};
    const PoolEstimate found = estimate(pool, run_of(pool, 8'000), oracle::twenty);
    const ModelEstimate& m = found.models[0];
    CAPTURE(timeout);
    oracle::check(m.cold_fraction, cycle.cold_fraction(), 0.1);
    oracle::check(m.live, cycle.live_share());
    oracle::check(m.mean_wait, cycle.mean_wait_s(), 0.1);
    // Quantiles of a sample have a bias of the order of one request in 8,000.
    CHECK(m.wait_p99.mean == Approx(cycle.wait_quantile_s(0.99)).epsilon(0.01));
    CHECK(m.wait_given_cold_p99.mean == Approx(cycle.wait_quantile_given_wait_s(0.99)).epsilon(0.01));
  }
}

namespace {

/// Six models with loads and timeouts that turn a request away where they find no room.
struct CrowdedPool {
  ModelPool pool{{}, 1, 8, Eviction::none, Overflow::lost};
  std::vector<PoolModel> live{};

  CrowdedPool() {
    for (const int gpus : {1, 1, 2, 2, 4, 4}) {
      const OnDemand model{.rate = 1.0 / 400.0, .service_s = 20, .load_s = 40};
      const double timeout = 60.0 * gpus;
      pool.models.push_back(
          {Law::exponential(1 / model.rate), Law::constant(model.service_s), model.load_s, own_link, timeout, gpus});
      live.push_back({static_cast<std::size_t>(gpus), KeepAliveCycle(model, timeout).live_share()});
    }
  }
  [[nodiscard]] PoolEstimate played() const { return estimate(pool, run_of(pool, 12'000), oracle::twenty); }
};

}  // namespace

TEST_CASE("starts turned away in a pool: the truncated product form", "[simulate]") {
  const CrowdedPool crowded;
  const PoolEstimate found = crowded.played();
  const PoolOverflow exact(crowded.live, 8);
  for (std::size_t m = 0; m < crowded.live.size(); ++m) {
    CAPTURE(m);
    oracle::check(found.models[m].overflow_probability, exact.blocking(m), 0.2);
  }
}

TEST_CASE("best fit on hosts lies between one pool and free GPUs spread at random", "[simulate]") {
  CrowdedPool crowded;
  crowded.pool.hosts = 2;
  crowded.pool.gpus_per_host = 4;
  const PoolEstimate found = crowded.played();
  const PoolOverflow exact(crowded.live, 8);
  const SpreadHosts hosts(2, 4);
  for (const std::size_t m : {std::size_t{4}, std::size_t{5}}) {  // the largest, which lose most
    CHECK(found.models[m].overflow_probability.upper() >= exact.blocking(m));
    CHECK(found.models[m].overflow_probability.upper() < exact.overflow_on_hosts(m, hosts.room_for(4)));
  }
}

TEST_CASE("least recently used under bursts: the eviction time of Che", "[simulate]") {
  ModelPool pool{{}, 1, 12, Eviction::least_recently_used};
  std::vector<CachedModel<HyperExponentialGaps>> cached;
  for (int m = 1; m <= 40; ++m) {
    const double gap = 10.0 * m;
    pool.models.push_back({Law::hyper_exponential(gap, 4), Law::constant(0)});
    cached.push_back({HyperExponentialGaps::with_variation(1 / gap, 4), 1});
  }
  const double evicted = eviction_time(std::span<const CachedModel<HyperExponentialGaps>>(cached), 12);
  const PoolEstimate found = estimate(pool, run_of(pool, 20'000), oracle::twenty);
  // Each model is a twelfth of the room: Che's time is good to some 0.02 there.
  for (std::size_t m = 0; m < cached.size(); m += 5) {
    CAPTURE(m);
    CHECK(1.0 - found.models[m].cold_fraction.mean == Approx(warm_hits(cached[m], evicted)).margin(0.02));
  }
}
