#pragma once
#include <algorithm>
#include <vector>

#include "planner/base/rounding.hpp"
#include "planner/math/warm_pool.hpp"
#include "planner/plan/sessions/candidates/candidate.hpp"

/// Warm pools of one class: base-stock pools that refill in parallel (math/warm_pool.hpp).
namespace planner::plan::sessions {

constexpr math::PoolMiss meaning_of(PoolMiss miss) {
  return miss == PoolMiss::cold_start ? math::PoolMiss::served_cold : math::PoolMiss::waits;
}

/// Pools that together carry the peak: one in each zone that is left, or one on each host.
inline double pool_count(const SessionPolicy& policy, double hosts) {
  return policy.pool_scope == PoolScope::host ? std::max(1.0, hosts) : policy.zones - policy.survive_zones;
}

/// Takes per second times refill seconds, over all pools: the sessions that are being replaced at any time.
inline double refill_load(const SessionClass& c, const WarmNeed& need, double sessions) {
  return sessions * (need.refill / c.lifetime);
}

/// The pools for `sessions` of class `c` when `hosts` carry them.
inline WarmPool warm_pool_of(const SessionPolicy& policy, const SessionClass& c, const WarmNeed& need, double sessions,
                             double hosts) {
  const math::PoolMiss meaning = meaning_of(policy.warm_pool_meaning);
  WarmPool pool;
  pool.session_class = c.name;
  pool.trust = c.trust;
  pool.scope = policy.pool_scope == PoolScope::host ? "host" : "zone";
  pool.pools = pool_count(policy, hosts);
  const double load = refill_load(c, need, sessions) / pool.pools;
  const int size = math::pool_size(load, policy.warm_pool_miss, meaning);
  pool.sessions_per_pool = size;
  pool.sessions = pool.pools * size;
  pool.miss_probability = math::pool_miss_probability(size, load, meaning);
  pool.refill = need.refill;
  pool.why = need.why;
  return pool;
}

/// A session that waits has its memory, disk and places, and runs nothing. Its start is already counted with the session
/// that it will become.
inline SessionUse waiting_use(SessionUse use) {
  use.amounts[Resource::cpu] = 0.0;
  use.amounts[Resource::starts] = 0.0;
  return use;
}

}  // namespace planner::plan::sessions
