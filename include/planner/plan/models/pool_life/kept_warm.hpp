#pragma once
#include <limits>
#include <vector>

#include "planner/math/che.hpp"
#include "planner/math/lru.hpp"
#include "planner/math/simulate/model_pool_estimate.hpp"
#include "planner/plan/models/pool_life/played_pool.hpp"

/// The other view of a pool: replicas stay warm until a cold start needs their room, and only loading and busy ones are
/// a hard claim on it.
namespace planner::plan::models {

namespace detail {

/// One room for models of one size, asked at random, few enough to look at every set of them.
inline bool exact_lru(const PoolMembers& pool, double gpus_per_host) {
  if (pool.gpus > gpus_per_host || pool.services.size() > math::lru_most_models) return false;
  return std::ranges::all_of(pool.services, [&](const ServicePlan* s) {
    return s->arrivals_scv <= 1 && s->gpus_per_replica == pool.services.front()->gpus_per_replica;
  });
}

inline std::vector<double> che_misses(const PoolMembers& pool) {
  using math::HyperExponentialGaps;
  std::vector<math::CachedModel<HyperExponentialGaps>> models;
  for (const ServicePlan* s : pool.services)
    models.push_back(
        {HyperExponentialGaps::with_variation(s->peak_requests_per_s, s->arrivals_scv), s->gpus_per_replica});
  const double evicted = math::eviction_time<HyperExponentialGaps>(models, pool.gpus);
  std::vector<double> misses;
  for (const auto& m : models) misses.push_back(1 - math::warm_hits(m, evicted));
  return misses;
}

}  // namespace detail

/// Share of each member's requests that are cold in the busiest hour if the least recently used gives way: exact where
/// members are alike in size, Poisson and few (math/lru.hpp), else Che's approximation; both as if loads and requests
/// took no time.
inline std::vector<double> cold_if_kept_lru(const PoolMembers& pool, double gpus_per_host) {
  if (!detail::exact_lru(pool, gpus_per_host)) return detail::che_misses(pool);
  std::vector<double> rates;
  for (const ServicePlan* s : pool.services) rates.push_back(s->peak_requests_per_s);
  return math::lru_misses(rates, static_cast<std::size_t>(pool.gpus / pool.services.front()->gpus_per_replica));
}

/// The same pool with no timeout, where idle replicas give way.
inline math::simulate::ModelPool kept_warm(const PoolMembers& pool, double gpus_per_host,
                                           math::simulate::Eviction eviction) {
  math::simulate::ModelPool system = system_of(pool, gpus_per_host);
  system.eviction = eviction;
  for (math::simulate::PooledModel& m : system.models) m.timeout = std::numeric_limits<double>::infinity();
  return system;
}

/// Requests that are observed to say what cost-aware eviction does, in so many replications; the seed is always 1.
inline constexpr double kept_requests = 20'000;
inline constexpr int kept_replications = 10;

/// The same if the one gives way whose load is shortest for its uses and its GPUs (GreedyDual-Size-Frequency). No
/// formula is good where a model is a large part of the pool, so that it is played: 99 % intervals.
inline std::vector<math::simulate::Interval> cold_if_kept_cost_aware(const PoolMembers& pool, double gpus_per_host) {
  const auto system = kept_warm(pool, gpus_per_host, math::simulate::Eviction::cost_aware);
  math::simulate::Run run = math::simulate::run_of(system, kept_requests / kept_replications);
  return math::simulate::replicate({kept_replications, 0.99}, [&](std::uint64_t r) {
    run.replication = r;
    std::vector<double> cold;
    for (const math::simulate::ModelFigures& m : math::simulate::ModelPoolPlay(system, run).play().models)
      cold.push_back(m.requests > 0 ? m.cold_fraction() : 1.0);
    return cold;
  });
}

/// Sets what each member of a pool would see.
inline void add_kept_warm(const std::vector<ServicePlan*>& services, const PoolMembers& pool, double gpus_per_host) {
  const std::vector<double> lru = cold_if_kept_lru(pool, gpus_per_host);
  const auto cost_aware = cold_if_kept_cost_aware(pool, gpus_per_host);
  for (std::size_t i = 0; i < services.size(); ++i)
    services[i]->if_kept_warm = {lru[i], cost_aware[i].mean, cost_aware[i].half_width};
}

}  // namespace planner::plan::models
