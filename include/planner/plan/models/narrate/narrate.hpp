#pragma once
#include "planner/plan/models/narrate/decision_steps.hpp"
#include "planner/plan/models/narrate/fleet_steps.hpp"
#include "planner/plan/models/narrate/team_steps.hpp"

namespace planner::plan::models {

/// Records the derivation of a finished plan.
inline void narrate(Trace& trace, const ModelPlan& plan, const ModelInputs& in, const Market& m, const Fleet& fleet) {
  Narrator n(trace, in.defaults);
  std::vector<ServiceStory> stories;
  for (std::size_t s = 0; s < plan.services.size(); ++s)
    stories.push_back({m.services[s], *fleet.chosen[s], plan.services[s], "services." + id_part(m.services[s].id)});
  for (const ServiceStory& s : stories) narrate_service(n, s, in.policy);
  narrate_fleet(n, plan, m, fleet, stories, in.policy);
  narrate_bill(n, m, fleet, stories, in.policy);
  narrate_teams(n, plan, stories);
  narrate_decisions(n, plan, stories);
  narrate_versus(n, plan);
}

}  // namespace planner::plan::models
