#pragma once
#include <string>

#include "planner/plan/choice/plan.hpp"

/// The answer to a bare resident / on-demand problem, written out.
namespace planner::report {

/// The whole plan: `status`, `cost`, `lower_bound`, `gap`, `proven`, `hosts`, `choice[]` (the name of an option per
/// model), `parts`, `capacities[]`, `shadow_prices`, `models[]` with their runner-up, `reasons[]` and `search`. What an
/// infeasible plan does not have is null.
std::string choice_json(const plan::ChoiceInputs& inputs, const plan::ChoicePlan& plan);
/// For a terminal of 80 columns; the first line is the answer.
std::string choice_table(const plan::ChoiceInputs& inputs, const plan::ChoicePlan& plan);
std::string choice_markdown(const plan::ChoiceInputs& inputs, const plan::ChoicePlan& plan);
/// One row for each model.
std::string choice_csv(const plan::ChoiceInputs& inputs, const plan::ChoicePlan& plan);

}  // namespace planner::report
