#pragma once
#include "planner/plan/models/choice.hpp"
#include "planner/plan/models/plan.hpp"

/// What the next best way to serve each model would cost.
namespace planner::plan::models {

/// By service: the cheapest fleet without its chosen candidate, where there is one.
using Others = std::vector<std::optional<Fleet>>;

inline Others others_of(const Market& m, const Fleet& fleet) {
  Others others;
  for (const Candidate* c : fleet.chosen) {
    auto other = cheapest_fleet(m, c);
    others.push_back(other ? std::optional(std::move(other->fleet)) : std::nullopt);
  }
  return others;
}

/// A cheaper fleet among the others: none where the fleet is optimal, and a way on where the search had stopped short.
inline const Fleet* cheaper_among(const Others& others, const Fleet& fleet) {
  const Fleet* best = nullptr;
  for (const auto& other : others)
    if (other && cheaper(other->usd, best != nullptr ? best->usd : fleet.usd)) best = &*other;
  return best;
}

inline void set_runners_up(ModelPlan& plan, const Market& m, const Fleet& fleet, const Others& others) {
  for (std::size_t s = 0; s < plan.services.size(); ++s) {
    if (!others[s]) continue;
    const Candidate& c = *others[s]->chosen[s];
    const HostType& type = m.types[c.host];
    RunnerUp r{.decision = c.shared() ? Decision::resident_shared : Decision::resident};
    r.host = type.host->id;
    r.gpu = type.gpu->id;
    r.gpus_per_replica = c.offer->tensor_parallel();
    r.replicas = c.offer->peak.replicas;
    if (cheaper(fleet.usd, others[s]->usd)) r.extra = others[s]->usd - fleet.usd;
    plan.services[s].runner_up = r;
  }
}

}  // namespace planner::plan::models
