#pragma once
#include "planner/plan/models/bill/bill.hpp"

/// Hosts, racks, power and cost of the whole fleet.
namespace planner::plan::models {

namespace detail {

inline FleetPart fleet_part(const HostType& t, double hosts, double spares, double used) {
  FleetPart p{.host = t.host->id, .gpu = t.gpu->id, .hosts = hosts, .spares = spares};
  p.gpus = (hosts + spares) * t.gpus;
  p.gpus_used = used;
  p.power = t.power;
  p.usd_per_host = t.price;
  p.electricity_per_host = t.electricity;
  p.usd = (hosts + spares) * t.usd();
  return p;
}

/// Power of all hosts at the meter; nothing where the power of one of them is not known.
inline std::optional<Watts> power_of(const std::vector<FleetPart>& fleet) {
  Watts sum{};
  for (const FleetPart& p : fleet) {
    if (!p.power) return std::nullopt;
    sum += (p.hosts + p.spares) * *p.power;
  }
  return sum;
}

/// Hosts stand whole in racks, each type in racks of its own. Nothing where a rack cannot feed one of them.
inline std::optional<double> racks_of(const std::vector<FleetPart>& fleet, Watts rack, double pue) {
  double racks = 0;
  for (const FleetPart& p : fleet) {
    const double each = whole_down(rack / (*p.power / pue));
    if (each < 1) return std::nullopt;
    racks += whole_up((p.hosts + p.spares) / each);
  }
  return racks;
}

}  // namespace detail

/// A rack's power is that of its hosts, without what cooling adds.
inline void set_power(ModelPlan& plan, const ModelPolicy& policy) {
  const std::optional<Watts> power = detail::power_of(plan.fleet);
  if (!power) return;
  plan.kw = power->in(units::kW);
  if (policy.rack_power) plan.racks = detail::racks_of(plan.fleet, *policy.rack_power, policy.pue);
}

inline void set_totals(ModelPlan& plan, const Market& m, const Fleet& fleet, UsdPerTime lower_bound,
                       const ModelPolicy& policy) {
  for (std::size_t t = 0; t < m.types.size(); ++t) {
    if (fleet.hosts[t] + fleet.spares[t] <= 0) continue;
    plan.fleet.push_back(detail::fleet_part(m.types[t], fleet.hosts[t], fleet.spares[t], fleet.gpus[t]));
    if (!m.hours.empty()) {
      plan.fleet.back().mean_hosts = fleet.mean_hosts[t];
      plan.fleet.back().usd = fleet.mean_hosts[t] * m.types[t].usd();
    }
    plan.fleet.back().upgrade_room = fleet.upgrade_room[t];
    plan.hosts += fleet.hosts[t] + fleet.spares[t];
    plan.gpus += plan.fleet.back().gpus;
    plan.usd += plan.fleet.back().usd;
  }
  plan.wait_usd = fleet.wait_usd;
  plan.lower_bound_usd = std::min(lower_bound, fleet.objective());
  plan.gap = plan.lower_bound_usd > UsdPerTime{} ? fleet.objective() / plan.lower_bound_usd - 1 : 0;
  plan.proven = plan.gap <= proof_gap;
  if (plan.proven) plan.gap = 0;
  set_power(plan, policy);
}

namespace detail {

inline std::vector<const OnDemand*> members_of(const Fleet& fleet, const Pool& pool) {
  std::vector<const OnDemand*> members;
  for (const std::size_t s : pool.members) members.push_back(fleet.chosen[s]->on_demand);
  return members;
}

/// Probability that a load finds another one under way: of the member that fares worst, members being independent. On
/// one host they then share its link or disk.
inline double loading_beside(const std::vector<const OnDemand*>& members) {
  double worst = 0;
  for (const OnDemand* own : members) {
    double nobody = 1;
    for (const OnDemand* other : members)
      if (other != own) nobody *= 1 - other->loading;
    worst = std::max(worst, 1 - nobody);
  }
  return worst;
}

/// Where more than 1 % of requests find no room, the percentile of the wait lies among those, which is not known.
inline void set_overflow(ServicePlan& s, double overflow) {
  s.overflow_probability = overflow;
  if (overflow * s.cold_fraction > 0.01) s.wait_p99 = s.wait_p99_slow = std::nullopt;
  if (overflow > 0.01) s.wait_given_cold_p99.reset();
}

}  // namespace detail

namespace detail {

inline PoolPart pool_part(const Market& m, const HostType& type, const Fleet& fleet, const Pool& pool) {
  PoolPart part{.host = type.host->id, .gpu = type.gpu->id, .block = pool.block, .kept_asleep = pool.kept_asleep};
  part.gpus = pool.gpus;
  part.gpus_per_host = type.gpus;
  const auto members = members_of(fleet, pool);
  part.overflow_time_share = overflow_time_share(pool, members);
  part.overflow_with_eviction = overflow_with_eviction(pool, members, static_cast<std::size_t>(type.gpus));
  part.loading_beside = loading_beside(members);
  part.host_memory = pool.host_memory;
  part.disk = pool.disk;
  for (const std::size_t s : pool.members) part.models.push_back(m.services[s].id);
  return part;
}

inline void add_pool(ModelPlan& plan, const Fleet& fleet, PoolPart part, const Pool& pool) {
  const auto overflow = overflow_by_member(pool, members_of(fleet, pool), static_cast<std::size_t>(part.gpus_per_host));
  for (std::size_t i = 0; i < pool.members.size(); ++i) set_overflow(plan.services[pool.members[i]], overflow[i]);
  part.overflow_probability = std::ranges::max(overflow);
  plan.pool.gpus += part.gpus;
  plan.pool.overflow_probability = std::max(plan.pool.overflow_probability, part.overflow_probability);
  plan.pool.overflow_time_share = std::max(plan.pool.overflow_time_share, part.overflow_time_share);
  plan.pool.parts.push_back(std::move(part));
}

}  // namespace detail

/// The pools and the groups of engines asleep, and what each of their members risks.
inline void set_pools(ModelPlan& plan, const Market& m, const Fleet& fleet) {
  for (std::size_t t = 0; t < m.types.size(); ++t)
    for (const Pool& pool : pools_on(fleet, t))
      detail::add_pool(plan, fleet, detail::pool_part(m, m.types[t], fleet, pool), pool);
}

}  // namespace planner::plan::models
