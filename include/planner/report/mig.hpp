#pragma once
#include <string>

#include "planner/plan/mig/plan.hpp"

/// The answer to a question about MIG slices, written out.
namespace planner::report {

/// The whole plan: `status`, `table`, `gpus`, `lower_bound`, `proven`, `binding`, `constraints[]`,
/// `placements_verified`, `reasons[]` and `layouts[]` of `{"count", "placements": [{"profile", "start", "size"}]}` in
/// memory slices. What an infeasible plan does not have is null.
std::string mig_json(const plan::MigPlan& plan);
/// For a terminal of 80 columns; the first line is the answer.
std::string mig_table(const plan::MigPlan& plan);
std::string mig_markdown(const plan::MigPlan& plan);
/// One row for each layout and instance in it.
std::string mig_csv(const plan::MigPlan& plan);

}  // namespace planner::report
