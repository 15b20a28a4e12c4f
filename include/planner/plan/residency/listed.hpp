#pragma once
#include "planner/plan/models/bill/break_even.hpp"
#include "planner/plan/models/choice/decide.hpp"
#include "planner/plan/residency/plan.hpp"

/// Every way to serve a model, with what the whole fleet costs if it is served so.
namespace planner::plan::residency {

namespace detail {

inline double cards_of(const models::Candidate& c) {
  if (!c.resident()) return c.on_demand->claimed_gpus();
  return c.shared() ? c.offer->share.memory : c.mean_gpus();
}

inline void set_waits(ListedChoice& l, const models::ServiceOptions& s, const models::OnDemand& d) {
  l.tier = d.told_tier();
  l.weights_from = d.tier;
  if (d.asleep) l.sleep_level = d.asleep->level;
  l.wait_usd = d.wait_usd;
  l.cold_fraction = d.cold_fraction;
  l.load = d.load.typical;
  l.mean_wait = d.waiting / s.traffic.mean.base() * units::second;  // Little's law
  l.wait_p99 = d.wait_p99;
  l.wait_given_cold_p99 = d.wait_given_cold_p99;
  if (d.tier == WeightTier::host_ram) l.host_memory = d.weights;
  if (d.tier == WeightTier::nvme) l.disk = d.weights;
}

}  // namespace detail

/// The choice by itself.
inline ListedChoice listed_choice(const models::ServiceOptions& s, const models::Candidate& c,
                                  const models::HostType& type) {
  ListedChoice l{.decision = c.decision(), .host = type.host->id, .gpu = type.gpu->id};
  l.replicas = c.offer->peak.replicas;
  l.gpus_per_replica = c.offer->tensor_parallel();
  l.gpus = detail::cards_of(c);
  l.cards_usd = l.gpus * type.usd() / type.gpus;
  if (!c.resident()) detail::set_waits(l, s, *c.on_demand);
  return l;
}

/// What the whole fleet costs more with this choice: solved again, the other models free to move. Below zero only where
/// the plan is not proven.
inline std::optional<UsdPerTime> extra_of(const models::Market& m, const models::Decided& decided, std::size_t service,
                                          const models::Candidate& c) {
  const models::Fleet& fleet = decided.fleet;
  if (fleet.chosen[service] == &c) return UsdPerTime{};
  const std::size_t work = models::work_beside(fleet, decided.lower_bound, models::detail::FleetSearch::listed_work);
  const auto other = models::cheapest_beside(m, fleet, service, {&c}, work);
  if (!other) return std::nullopt;
  const UsdPerTime cost = other->fleet.objective();
  const bool same = !models::cheaper(fleet.objective(), cost) && !models::cheaper(cost, fleet.objective());
  return same ? UsdPerTime{} : cost - fleet.objective();
}

/// All choices of one service, the chosen one first, then by what they add.
inline std::vector<ListedChoice> listed_choices(const models::Market& m, const models::Decided& decided,
                                                std::size_t service) {
  const models::ServiceOptions& s = m.services[service];
  std::vector<ListedChoice> list;
  for (const models::Candidate& c : s.candidates) {
    list.push_back(listed_choice(s, c, m.types[c.host]));
    list.back().chosen = decided.fleet.chosen[service] == &c;
    list.back().extra = extra_of(m, decided, service, c);
  }
  std::ranges::sort(list, {}, [](const ListedChoice& l) {
    return std::tuple(!l.chosen, !l.extra, l.extra.value_or(UsdPerTime{}), l.cards_usd + l.wait_usd, l.host,
                      l.gpus_per_replica, l.tier, l.weights_from);
  });
  return list;
}

}  // namespace planner::plan::residency
