#pragma once
#include "planner/plan/models/choice/choice.hpp"
#include "planner/plan/models/question/running.hpp"

/// Of fleets that cost the same, one that serves models in the way in which they run.
namespace planner::plan::models {

namespace detail {

/// The candidate of a service as it runs: its host type and degree, alone or with others on its card.
inline const Candidate* running_way(const Market& m, std::size_t service) {
  const RunningFleet& running = m.inputs.running;
  const std::string& id = m.services[service].id;
  const auto degree = running.gpus_per_replica.find(id);
  const auto gpu = std::ranges::find_if(
      running.gpus, [&](const RunningGpu& g) { return std::ranges::find(g.models, id) != g.models.end(); });
  if (degree == running.gpus_per_replica.end() || gpu == running.gpus.end()) return nullptr;
  for (const Candidate& c : m.services[service].candidates) {
    const bool there = m.types[c.host].host->id == type_of_host(gpu->host) &&
                       c.offer->tensor_parallel() == static_cast<int>(degree->second);
    const bool alone = !c.shared() && c.by_hours == nullptr;
    const bool so = running.asleep.contains(id) ? c.sleeps() : c.resident() && alone == (gpu->models.size() == 1);
    if (there && so) return &c;
  }
  return nullptr;
}

/// Every service as it runs, and the others in the way that is cheapest beside them.
inline Fleet all_as_they_run(const Market& m, const Fleet& fleet, const Choice& ways) {
  Choice chosen = fleet.chosen;
  for (std::size_t s = 0; s < ways.size(); ++s)
    if (ways[s] != nullptr) chosen[s] = ways[s];
  Fleet as_is = fleet_of(m, std::move(chosen));
  const Menu menu = full_menu(m.services);
  for (std::size_t s = 0; s < ways.size(); ++s) {
    auto better = ways[s] == nullptr ? best_exchange(m, as_is, s, menu[s]) : std::nullopt;
    if (better) as_is = std::move(*better);
  }
  return as_is;
}

}  // namespace detail

/// Services as they run where that costs nothing: all of them at once, or else one after the other.
inline Fleet as_it_runs(const Market& m, Fleet fleet) {
  if (m.inputs.running.gpus.empty()) return fleet;
  const auto as_good = [&](const Fleet& f) { return f.keeps_weights && !cheaper(fleet.objective(), f.objective()); };
  Choice ways;
  for (std::size_t s = 0; s < m.services.size(); ++s) ways.push_back(detail::running_way(m, s));
  if (Fleet all = detail::all_as_they_run(m, fleet, ways); as_good(all)) return all;
  for (std::size_t s = 0; s < ways.size(); ++s) {
    if (ways[s] == nullptr || ways[s] == fleet.chosen[s]) continue;
    if (Fleet one = exchanged(m, fleet, s, ways[s]); as_good(one)) fleet = std::move(one);
  }
  return fleet;
}

}  // namespace planner::plan::models
