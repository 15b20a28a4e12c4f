#include "planner/plan/compiled.hpp"
#include "planner/plan/simulation/models.hpp"
#include "planner/plan/simulation/sessions.hpp"

namespace planner::plan::compiled {

SimulationPlan plan_simulation(const SessionInputs& inputs, const SessionPlan& plan, const SimulationInputs& how,
                               const RunsDone& progress) {
  return plan::plan_simulation(inputs, plan, how, progress);
}

SimulationPlan plan_simulation(const ModelPlan& plan, const SimulationInputs& how, const RunsDone& progress) {
  return plan::plan_simulation(plan, how, progress);
}

}  // namespace planner::plan::compiled
