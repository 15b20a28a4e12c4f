#pragma once
#include "planner/math/fragmentation.hpp"
#include "planner/math/pool_overflow.hpp"
#include "planner/plan/models/candidate.hpp"

/// GPUs of one host type that services on demand share.
namespace planner::plan::models {

struct Pool {
  std::vector<std::size_t> members{};  ///< services
  double gpus = 0;
  std::vector<double> overflow{};     ///< by member: probability that its cold start finds too few free GPUs
  double time_share = 0;              ///< of the busiest hour in which the members ask for more than there are
  double overflow_with_eviction = 0;  ///< the worst of them if idle replicas gave way
  Bytes host_memory{}, disk{};        ///< of weights, on every host of the pool
  [[nodiscard]] double worst_overflow() const { return overflow.empty() ? 0.0 : std::ranges::max(overflow); }
};

namespace detail {

inline std::vector<math::PoolModel> claims_of(const std::vector<const OnDemand*>& members) {
  std::vector<math::PoolModel> claims;
  for (const OnDemand* d : members) claims.push_back({static_cast<std::size_t>(d->gpus), d->claim});
  return claims;
}

inline std::size_t gpus_of(const std::vector<math::PoolModel>& claims) {
  std::size_t all = 0;
  for (const math::PoolModel& c : claims) all += c.gpus;
  return all;
}

/// Figures of a pool of that many GPUs. One that outgrows a host takes whole hosts, whose free GPUs are taken to lie at
/// random: an upper estimate (math/fragmentation.hpp).
inline void set_overflow(Pool& pool, const std::vector<math::PoolModel>& claims, std::size_t gpus,
                         std::size_t per_host) {
  const math::PoolOverflow law(claims, gpus);
  pool.gpus = static_cast<double>(gpus);
  pool.time_share = law.time_share();
  pool.overflow.clear();
  for (std::size_t m = 0; m < claims.size(); ++m) {
    if (gpus >= gpus_of(claims)) {
      pool.overflow.push_back(0.0);  // each has its own
    } else if (gpus <= per_host) {
      pool.overflow.push_back(law.overflow(m));
    } else {
      const math::SpreadHosts hosts(gpus / per_host, per_host);
      pool.overflow.push_back(law.overflow_on_hosts(m, hosts.room_for(claims[m].gpus)));
    }
  }
}

/// The fewest GPUs at which every start finds room but for a share `overflow` of them. Where there are as many as
/// all members ask for, each finds its own.
inline void size_pool(Pool& pool, const std::vector<math::PoolModel>& claims, std::size_t per_host, double overflow) {
  std::size_t gpus = 0;
  for (const math::PoolModel& c : claims) gpus = std::max(gpus, c.gpus);
  while (true) {
    set_overflow(pool, claims, gpus, per_host);
    if (pool.worst_overflow() <= overflow) return;
    gpus = gpus < per_host ? gpus + 1 : (gpus / per_host + 1) * per_host;
  }
}

/// The worst overflow of the same pool if idle replicas gave way: only loads and requests are a hard claim.
inline double overflow_if_evicted(const Pool& pool, const std::vector<const OnDemand*>& members, std::size_t per_host) {
  std::vector<math::PoolModel> busy = claims_of(members);
  for (std::size_t m = 0; m < busy.size(); ++m) busy[m].live_share = members[m]->busy;
  Pool same;
  set_overflow(same, busy, static_cast<std::size_t>(pool.gpus), per_host);
  return same.worst_overflow();
}

}  // namespace detail

/// The pool of these members.
inline Pool pool_of(std::vector<std::size_t> services, const std::vector<const OnDemand*>& members,
                    std::size_t per_host, double overflow) {
  Pool pool{.members = std::move(services)};
  if (members.empty()) return pool;
  detail::size_pool(pool, detail::claims_of(members), per_host, overflow);
  for (const OnDemand* d : members) {
    if (d->tier == WeightTier::host_ram) pool.host_memory += d->weights;
    if (d->tier == WeightTier::nvme) pool.disk += d->weights;
  }
  pool.overflow_with_eviction = detail::overflow_if_evicted(pool, members, per_host);
  return pool;
}

}  // namespace planner::plan::models
