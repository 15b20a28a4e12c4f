#include <catch2/catch.hpp>
#include <numeric>

#include "planner/math/erlang.hpp"
#include "planner/math/poisson.hpp"
#include "planner/math/simulate/model_pool_play.hpp"
#include "planner/math/simulate/warm_pool_play.hpp"
#include "support/oracle.hpp"

using namespace planner::math;
using namespace planner::math::simulate;

namespace {

template <class F>
std::vector<Interval> played(const ModelPool& pool, double length, F&& figures_of) {
  return replicate(oracle::twenty, [&](std::uint64_t r) {
    return figures_of(ModelPoolPlay(pool, {.replication = r, .warm_up = 0.2 * length, .length = length}).play());
  });
}

double cold(const PoolFigures& f, std::size_t m = 0) { return f.models[m].cold_fraction(); }

double sum(const PoolFigures& f, double ModelFigures::*count) {
  return std::accumulate(f.models.begin(), f.models.end(), 0.0,
                         [&](double total, const ModelFigures& m) { return total + m.*count; });
}

}  // namespace

TEST_CASE("a warm pool whose misses are served cold: Erlang B for every law of the refill", "[simulate][slow]") {
  for (const Law& refill : {Law::exponential(2), Law::constant(2), Law::lognormal(2, 1)}) {
    const WarmPoolSystem system{Law::exponential(0.2), refill, Law::exponential(20), 15, PoolMiss::served_cold};
    const auto simulated = replicate(oracle::twenty, [&](std::uint64_t r) -> std::vector<double> {
      const WarmPoolFigures f = WarmPoolPlay(system, {.replication = r, .warm_up = 200, .length = 3'000}).play();
      return {f.miss_share(), f.idle, f.alive};
    });
    oracle::check(simulated[0], erlang_b(15, 10), 0.1);
    oracle::check(simulated[1], expected_idle(15, 10, PoolMiss::served_cold));
    oracle::check(simulated[2], 100.0, 0.02);  // 5 starts/s that live 20 s
  }
}

TEST_CASE("a warm pool whose misses wait: orders outstanding are Poisson", "[simulate][slow]") {
  for (const Law& refill : {Law::exponential(2), Law::constant(2)}) {
    const WarmPoolSystem system{Law::exponential(0.2), refill, Law::exponential(20), 15, PoolMiss::waits};
    const auto simulated = replicate(oracle::twenty, [&](std::uint64_t r) -> std::vector<double> {
      const WarmPoolFigures f = WarmPoolPlay(system, {.replication = r, .warm_up = 200, .length = 4'000}).play();
      return {f.miss_share(), f.idle, f.wait / f.starts};
    });
    oracle::check(simulated[0], poisson_tail(15, 10), 0.1);
    oracle::check(simulated[1], expected_idle(15, 10, PoolMiss::waits));
    oracle::check(simulated[2], 2.0 * mean_pool_wait(15, 10), 0.15);
  }
}

TEST_CASE("one on-demand model: cold starts, live share and waits of the cycle", "[simulate][slow]") {
  const double rate = 0.01, service = 20, timeout = 300, load = 15;
  const ModelPool pool{{{Law::exponential(1 / rate), Law::constant(service), load, own_link, timeout}}};
  const auto simulated = played(pool, 4e6, [&](const PoolFigures& f) -> std::vector<double> {
    const ModelFigures& m = f.models[0];
    return {m.cold / 4e6, m.live, m.wait / m.cold, f.claimed_gpus};
  });
  // Up for 2368.25 s, 0.00040514 cold starts a second, live 0.95949 of the time: the cycle in 50 digits.
  oracle::check(simulated[0], 0.00040514485022978449);
  oracle::check(simulated[1], 0.95948551497702155);
  oracle::check(simulated[2], load + rate * load * load / 2);  // the first waits it out, later ones half of it
}

TEST_CASE("a timeout under bursts: cold are the gaps above it", "[simulate]") {
  const Law gaps = Law::hyper_exponential(100, 9);
  for (const double timeout : {20.0, 200.0, 600.0}) {
    const ModelPool pool{{{gaps, Law::constant(0), 0.0, own_link, timeout}}};
    const auto simulated = played(pool, 4e5, [](const PoolFigures& f) -> std::vector<double> { return {cold(f)}; });
    oracle::check(simulated[0], 1.0 - gaps.below(timeout), 0.1);
  }
}

TEST_CASE("a recorded trace has the cold starts that its gaps say", "[simulate]") {
  const ModelPool pool{{{Law::trace({1, 1, 50, 2, 80, 3}), Law::constant(0), 0.0, own_link, 40}}};
  const auto simulated =
      played(pool, 137.0 * 100, [](const PoolFigures& f) -> std::vector<double> { return {cold(f)}; });
  oracle::check(simulated[0], 2.0 / 6.0, 0.01);
}

TEST_CASE("least recently used: King's exact hit ratio", "[simulate][slow]") {
  // Four objects with request shares 0.4, 0.3, 0.2, 0.1; by enumeration (King 1971), in 50 digits.
  const std::vector<double> hits{0.3, 0.58055555555555556, 0.82658730158730159};
  for (int places = 1; places <= 3; ++places) {
    ModelPool pool{{}, 1, places, Eviction::least_recently_used};
    for (const double share : {0.4, 0.3, 0.2, 0.1})
      pool.models.push_back({Law::exponential(1 / share), Law::constant(0)});
    const auto simulated = played(pool, 2e4, [](const PoolFigures& f) -> std::vector<double> {
      return {1.0 - sum(f, &ModelFigures::cold) / sum(f, &ModelFigures::requests)};
    });
    oracle::check(simulated[0], hits[static_cast<std::size_t>(places - 1)], 0.02);
  }
}

TEST_CASE("cost-aware eviction keeps what is dear to load", "[simulate]") {
  const auto cost = [](Eviction eviction) {
    ModelPool pool{{}, 1, 4, eviction};
    for (int m = 0; m < 8; ++m) {
      const double load = m < 4 ? 1.0 : 60.0;
      pool.models.push_back({Law::exponential(100), Law::constant(0), load});
      pool.models.back().cold_cost = load;
    }
    return played(pool, 5e4,
                  [](const PoolFigures& f) -> std::vector<double> { return {sum(f, &ModelFigures::wait)}; })[0];
  };
  CHECK(cost(Eviction::cost_aware).upper() < 0.9 * cost(Eviction::least_recently_used).lower());
}

TEST_CASE("a pool that overflows: the product form of finite sources, for every law", "[simulate]") {
  // Models of 1, 2 and 4 GPUs on 5: each is on or off, weight (rate x time up) where on. A cold start is lost where the
  // others, as seen while it is off, leave too little.
  const std::vector<int> gpus{1, 2, 4};
  const double gap = 100, up = 60;
  for (const Law& service : {Law::exponential(up), Law::constant(up)}) {
    ModelPool pool{{}, 1, 5, Eviction::none, Overflow::lost};
    for (const int g : gpus) pool.models.push_back({Law::exponential(gap), service, 0.0, own_link, 0.0, g});
    const auto simulated = played(pool, 2e5, [](const PoolFigures& f) -> std::vector<double> {
      return {f.models[0].overflow_probability(), f.models[1].overflow_probability(),
              f.models[2].overflow_probability()};
    });
    // Up is the busy period of M/G/inf, whose mean depends on the mean of the service alone.
    const double busy = gap * std::expm1(up / gap);
    for (std::size_t m = 0; m < gpus.size(); ++m) {
      double blocked = 0.0, all = 0.0;
      for (unsigned on = 0; on < 8; ++on) {
        if ((on >> m & 1U) != 0) continue;
        double weight = 1.0;
        int used = 0;
        for (std::size_t other = 0; other < gpus.size(); ++other)
          if ((on >> other & 1U) != 0) {
            weight *= busy / gap;
            used += gpus[other];
          }
        if (used > 5) continue;
        all += weight;
        if (used + gpus[m] > 5) blocked += weight;
      }
      oracle::check(simulated[m], blocked / all);
    }
  }
}

TEST_CASE("who waits for room is served, and the longest wait is counted", "[simulate]") {
  ModelPool pool{{}, 1, 1};
  for (int m = 0; m < 2; ++m) pool.models.push_back({Law::exponential(100), Law::constant(10), 5.0, own_link, 20.0});
  const PoolFigures f = ModelPoolPlay(pool, {.warm_up = 1'000, .length = 1e6}).play();
  for (const ModelFigures& m : f.models) {
    CHECK(m.lost == 0.0);
    CHECK(m.overflowed > 0.0);
    CHECK(m.overflowed <= m.cold);
    CHECK(static_cast<double>(m.waits.size()) >= m.cold - 1.0);
    CHECK(m.wait_percentile(0.5) <= m.wait_percentile(0.99));
    CHECK(m.wait_percentile_of_waiting(0.99) >= m.wait_percentile(0.99));
    CHECK(m.wait_percentile_of_waiting(1.0) == *std::max_element(m.waits.begin(), m.waits.end()));
  }
  CHECK(f.live_gpus <= 1.0);
  CHECK(f.claimed_gpus <= f.live_gpus);
  CHECK(f.overflow_time > 0.0);
}

TEST_CASE("loads that share a link take longer, those on links of their own do not", "[simulate]") {
  const auto mean_load = [](bool shared) {
    ModelPool pool{{}, 1, 8};
    for (int m = 0; m < 8; ++m)
      pool.models.push_back({Law::exponential(100), Law::constant(0), 20.0, shared ? 0 : own_link, 0.0});
    const PoolFigures f = ModelPoolPlay(pool, {.warm_up = 1'000, .length = 2e5}).play();
    double longest = 0.0;
    for (const ModelFigures& m : f.models) longest = std::max(longest, m.wait_percentile_of_waiting(1.0));
    return longest;
  };
  CHECK(mean_load(false) == Approx(20.0));
  CHECK(mean_load(true) > 40.0);
}

TEST_CASE("hosts that fail: their share of time up, and requests go on elsewhere", "[simulate]") {
  ModelPool pool{{}, 4, 2, Eviction::least_recently_used};
  for (int m = 0; m < 6; ++m)
    pool.models.push_back({Law::exponential(50), Law::exponential(5), 10.0, m % 2 == 0 ? 0 : own_link});
  pool.failures = HostFailures{Law::exponential(900), Law::lognormal(100, 1)};
  const auto simulated = played(pool, 1e5, [](const PoolFigures& f) -> std::vector<double> {
    return {f.hosts_up, sum(f, &ModelFigures::lost) / sum(f, &ModelFigures::requests)};
  });
  oracle::check(simulated[0], 4 * 0.9, 0.02);
  CHECK(simulated[1].lower() > 0.0);
  CHECK(simulated[1].upper() < 0.05);
}

// Two hosts in use and one that stands by, each up 90 % of the time: fewer than two of three.
TEST_CASE("hosts that stand by take the place of those that fail", "[simulate]") {
  ModelPool pool{{}, 2, 2};
  for (int m = 0; m < 3; ++m) pool.models.push_back({Law::exponential(50), Law::exponential(5), 10.0, own_link, 0.0});
  pool.spare_hosts = 1;
  pool.failures = HostFailures{Law::exponential(900), Law::lognormal(100, 1)};
  const auto simulated = played(pool, 1e5, [](const PoolFigures& f) -> std::vector<double> {
    return {f.hosts_up, f.too_few_hosts, f.live_gpus};
  });
  oracle::check(simulated[0], 3 * 0.9, 0.02);
  oracle::check(simulated[1], 1 - 0.9 * 0.9 * 0.9 - 3 * 0.9 * 0.9 * 0.1, 0.2);
  CHECK(simulated[2].upper() < 3);
}
