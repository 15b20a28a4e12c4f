#pragma once
#include "planner/plan/models/choice/choice.hpp"
#include "planner/plan/models/plan.hpp"

/// What the next best way to serve each model would cost.
namespace planner::plan::models {

/// By service: the cheapest fleet that serves it in another way, where there is one.
using Others = std::vector<std::optional<Fleet>>;

namespace detail {

inline bool same_way(const Candidate& a, const Candidate& b) {
  return a.decision() == b.decision() && (a.resident() || a.on_demand->told_tier() == b.on_demand->told_tier());
}

/// Candidates that serve it in another way; where there is none, all but the chosen one.
inline std::vector<const Candidate*> other_ways(const ServiceOptions& service, const Candidate& chosen) {
  std::vector<const Candidate*> apart, all;
  for (const Candidate& c : service.candidates) {
    if (&c == &chosen) continue;
    all.push_back(&c);
    if (!same_way(c, chosen)) apart.push_back(&c);
  }
  return apart.empty() ? all : apart;
}

}  // namespace detail

inline Others others_of(const Market& m, const Fleet& fleet, UsdPerTime lower_bound) {
  Others others;
  const std::size_t work = work_beside(fleet, lower_bound, detail::FleetSearch::beside_work);
  for (std::size_t s = 0; s < fleet.chosen.size(); ++s) {
    auto other = cheapest_beside(m, fleet, s, detail::other_ways(m.services[s], *fleet.chosen[s]), work);
    others.push_back(other ? std::optional(std::move(other->fleet)) : std::nullopt);
  }
  return others;
}

/// A cheaper fleet among the others: none where the fleet is optimal, and a way on where the search had stopped short.
inline const Fleet* cheaper_among(const Others& others, const Fleet& fleet) {
  const Fleet* best = nullptr;
  for (const auto& other : others)
    if (other && cheaper(other->objective(), (best != nullptr ? best : &fleet)->objective())) best = &*other;
  return best;
}

inline void set_runners_up(ModelPlan& plan, const Market& m, const Fleet& fleet, const Others& others) {
  for (std::size_t s = 0; s < plan.services.size(); ++s) {
    if (!others[s]) continue;
    const Candidate& c = *others[s]->chosen[s];
    const HostType& type = m.types[c.host];
    RunnerUp r{.decision = c.decision()};
    if (!c.resident()) r.tier = c.on_demand->told_tier();
    r.host = type.host->id;
    r.gpu = type.gpu->id;
    r.gpus_per_replica = c.offer->tensor_parallel();
    r.replicas = c.offer->peak.replicas;
    if (cheaper(fleet.objective(), others[s]->objective())) r.extra = others[s]->objective() - fleet.objective();
    plan.services[s].runner_up = r;
  }
}

}  // namespace planner::plan::models
