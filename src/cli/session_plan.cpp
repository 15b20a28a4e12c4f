#include "cli/session_plan.hpp"

#include "planner/plan/compiled.hpp"

namespace planner::cli {

plan::SessionPlan plan_of(const io::SessionScenario& scenario, Trace* trace) {
  return plan::compiled::plan_sessions(scenario.catalog, scenario.inputs, trace);
}

}  // namespace planner::cli
