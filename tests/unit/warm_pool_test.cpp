#include "planner/math/warm_pool.hpp"

#include <catch2/catch.hpp>
#include <queue>
#include <random>

#include "reference_rows.hpp"

using namespace planner::math;

namespace {

struct PoolRun {
  double missed, idle, wait;  // share of starts, mean ready, mean wait in refill times
};

/// Base-stock pool played event by event: Poisson takes at rate `load`, refill time 1 on average.
PoolRun play(int size, double load, PoolMiss miss, bool exponential_refill, int starts) {
  std::mt19937_64 random(7);
  std::exponential_distribution<double> gap(load), refill(1.0);
  std::priority_queue<double, std::vector<double>, std::greater<>> orders;  // when replacements become ready
  int ready = size, missed = 0, waiting = 0;
  double now = 0.0, idle = 0.0, waited = 0.0;
  const auto advance = [&](double to) {
    while (!orders.empty() && orders.top() <= to) {
      idle += ready * (orders.top() - now);
      waited += waiting * (orders.top() - now);
      now = orders.top();
      orders.pop();
      (waiting > 0 ? --waiting : ++ready);
    }
    idle += ready * (to - now);
    waited += waiting * (to - now);
    now = to;
  };
  for (int i = 0; i < starts; ++i) {
    advance(now + gap(random));
    const bool empty = ready == 0;
    missed += empty;
    if (empty && miss == PoolMiss::served_cold) continue;
    empty ? ++waiting : --ready;
    orders.push(now + (exponential_refill ? refill(random) : 1.0));
  }
  return {missed / double(starts), idle / now, waited / starts};
}

}  // namespace

TEST_CASE("warm pools match 50-digit values for both meanings of a miss") {
  for (const auto& row :
       reference_rows("queueing.json", "warm_pool", "[P(empty) Erlang-B(K,lam R), P(Poisson(lam R)>=K)]")) {
    const double load = row.in("rate") * row.in("refill_s");
    const int pool = row.inputs.at("pool");
    CHECK_ROW(row, pool_miss_probability(pool, load, PoolMiss::served_cold), row.value.at(0));
    CHECK_ROW(row, pool_miss_probability(pool, load, PoolMiss::waits), row.value.at(1));
  }
}

TEST_CASE("a pool behaves as in a simulation, whatever the law of the refill time", "[slow]") {
  const int starts = 400000;
  for (PoolMiss miss : {PoolMiss::served_cold, PoolMiss::waits})
    for (bool exponential : {false, true}) {
      const int size = 14;
      const double load = 10.0;
      const PoolRun run = play(size, load, miss, exponential, starts);
      CAPTURE(static_cast<int>(miss), exponential);
      CHECK(run.missed == Approx(pool_miss_probability(size, load, miss)).epsilon(0.05));
      CHECK(run.idle == Approx(expected_idle(size, load, miss)).epsilon(0.02));
      if (miss == PoolMiss::waits) CHECK(run.wait == Approx(mean_pool_wait(size, load)).epsilon(0.08));
    }
}

TEST_CASE("the pool is the smallest that keeps misses to the target") {
  for (PoolMiss miss : {PoolMiss::served_cold, PoolMiss::waits})
    for (double load : {0.02, 3.0, 333.0})
      for (double target : {0.05, 1e-3}) {
        const int size = pool_size(load, target, miss);
        CAPTURE(static_cast<int>(miss), load, target, size);
        CHECK(pool_miss_probability(size, load, miss) <= target);
        CHECK((size == 0 || pool_miss_probability(size - 1, load, miss) > target));
      }
  CHECK(pool_size(0.0, 0.001, PoolMiss::waits) == 0);
}

TEST_CASE("misses that wait ask for more, and split pools for much more") {
  const double load = 300.0;
  const int cold = pool_size(load, 1e-3, PoolMiss::served_cold), wait = pool_size(load, 1e-3, PoolMiss::waits);
  CHECK(wait > cold);
  CHECK(split_pool_size(load, 100, 1e-3, PoolMiss::served_cold) > 2 * cold);
  CHECK(split_pool_size(load, 1, 1e-3, PoolMiss::served_cold) == cold);
}
