#pragma once
#include <string>
#include <vector>

#include "planner/plan/sessions/plan.hpp"

/// What a plan turned down and what it could not check, in few lines; the whole lists are in JSON and Markdown.
namespace planner::report {

/// One line for each reason, with all options and classes that it turned down; of what is only dearer, the two nearest
/// of each class.
std::vector<std::string> turned_down_lines(const plan::SessionPlan& plan);

/// One line for each unpublished figure, with the value from which it matters to each class.
std::vector<std::string> unknown_lines(const plan::SessionPlan& plan);

/// One sentence for each unpublished figure on which the choice or its size rests, with what it could do to each class.
std::vector<std::string> reliance_lines(const plan::SessionPlan& plan);

/// One line for each class: the next best option, what it costs more, and the figures at which it would be as cheap.
std::vector<std::string> turning_points(const plan::SessionPlan& plan);

}  // namespace planner::report
