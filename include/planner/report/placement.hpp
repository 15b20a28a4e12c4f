#pragma once
#include <string>

#include "planner/plan/placement/plan.hpp"

/// Pods on nodes, written out.
namespace planner::report {

/// The whole plan: `status`, `gpus`, `gpus_asked`, `gpus_allocated`, `allocated_share`, `bound_share`, `gap`, `pods`,
/// `left_out[]` and `placements[]` of `{"pod", "node", "gpus", "share"}`, where `gpus` are places on the node from 0.
std::string placement_json(const plan::PlacementInputs& inputs, const plan::PlacementPlan& plan);
/// For a terminal of 80 columns; the first line is the answer.
std::string placement_table(const plan::PlacementInputs& inputs, const plan::PlacementPlan& plan);
std::string placement_markdown(const plan::PlacementInputs& inputs, const plan::PlacementPlan& plan);
/// One row per pod; node and GPUs are empty where it is left out.
std::string placement_csv(const plan::PlacementInputs& inputs, const plan::PlacementPlan& plan);

}  // namespace planner::report
