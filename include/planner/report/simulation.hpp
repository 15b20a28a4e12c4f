#pragma once
#include <string>

#include "planner/plan/simulation/plan.hpp"
#include "planner/plan/status.hpp"

/// Predictions beside simulations, written out.
namespace planner::report {

/// A simulation and how it was asked for.
struct SimulationAnswer {
  plan::Status status = plan::Status::ok;  ///< of the plan that was played
  const plan::SimulationInputs& inputs;
  const plan::SimulationPlan& plan;
};

/// `seed`, `replications`, `confidence`, `events`, `inside`, `outside`, `unseen`, `figures[]` of `{"subject", "figure",
/// "predicted", "tolerance", "simulated", "low", "high", "inside"}` and `notes[]`; `inside` is null where the event was
/// never seen.
std::string simulation_json(const SimulationAnswer& answer);
/// For a terminal of 80 columns; the first line is the answer.
std::string simulation_table(const SimulationAnswer& answer);
std::string simulation_markdown(const SimulationAnswer& answer);
/// One row per figure.
std::string simulation_csv(const SimulationAnswer& answer);

}  // namespace planner::report
