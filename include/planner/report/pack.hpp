#pragma once
#include <string>

#include "planner/plan/pack/plan.hpp"

/// The answer to a packing question, written out.
namespace planner::report {

/// The whole plan: `status`, `bins`, `lower_bound` (in bins), `proven`, `cost`, `lower_bound_cost`, `gap`, `binding`,
/// `resources[]`, `bin_types[]`, `item_types[]`, `reasons[]` and `patterns[]` of `{"count", "bin", "items"}` with one
/// number per item type in the order of the file. What an infeasible plan does not have is null.
std::string pack_json(const plan::PackInputs& inputs, const plan::PackPlan& plan);
/// For a terminal of 80 columns; the first line is the answer.
std::string pack_table(const plan::PackInputs& inputs, const plan::PackPlan& plan);
std::string pack_markdown(const plan::PackInputs& inputs, const plan::PackPlan& plan);
/// One row for each pattern and item type in it.
std::string pack_csv(const plan::PackInputs& inputs, const plan::PackPlan& plan);

}  // namespace planner::report
