#pragma once
#include <algorithm>
#include <cmath>

#include "planner/math/erlang.hpp"
#include "planner/math/poisson.hpp"

/// Warm pools: sessions started ahead of demand. Every take orders one replacement, which is ready a refill time later;
/// replacements are made side by side. `load` is takes per second times refill seconds, the mean number of orders
/// outstanding (base-stock pool; math of M/G/inf and M/G/c/c, so any law of the refill time will do).
namespace planner::math {

/// What becomes of a start that finds the pool empty. The two differ several-fold in how often it happens.
enum class PoolMiss {
  served_cold,  ///< it boots on its own and takes nothing from the pool: Erlang B(size, load)
  waits,        ///< it takes the next replacement that is ready: P(Poisson(load) >= size)
};

/// Probability that a start finds a pool of `size` empty.
inline double pool_miss_probability(int size, double load, PoolMiss miss) {
  return miss == PoolMiss::served_cold ? erlang_b(size, load) : poisson_tail(size, load);
}

/// Smallest pool with P(miss) <= `probability`, 0 < probability <= 1.
inline int pool_size(double load, double probability, PoolMiss miss) {
  if (load <= 0.0 || probability >= 1.0) return 0;
  return miss == PoolMiss::served_cold ? servers_for_blocking(load, probability)
                                       : poisson_tail_quantile(probability, load);
}

/// Mean number of ready sessions in a pool of `size`.
inline double expected_idle(int size, double load, PoolMiss miss) {
  if (miss == PoolMiss::served_cold) return size - load * (1.0 - erlang_b(size, load));
  // E[(K - N)+] = K P(N < K) - load P(N < K - 1) for a Poisson N.
  return std::max(0.0, size * (1.0 - poisson_tail(size, load)) - load * (1.0 - poisson_tail(size - 1, load)));
}

/// Mean wait of a start for its session, in refill times, when misses wait: E[(N - K)+] / load (Little's law).
inline double mean_pool_wait(int size, double load) {
  return load <= 0.0 ? 0.0 : std::max(0.0, (load - size + expected_idle(size, load, PoolMiss::waits)) / load);
}

/// All pools together when each of `pools` equal hosts or zones keeps its own and takes its share of the load.
/// Small pools cannot lend to each other: the sum is larger than one pool for everyone.
inline long long split_pool_size(double load, int pools, double probability, PoolMiss miss) {
  return static_cast<long long>(pools) * pool_size(load / pools, probability, miss);
}

}  // namespace planner::math
