#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "planner/plan/sessions/plan.hpp"
#include "planner/plan/sessions/question/inputs.hpp"

/// Words that the reports on sessions share.
namespace planner::report {

std::string_view to_text(plan::Status status);

/// The value of a field that is left out and has no default.
inline constexpr std::string_view not_set = "not set";

/// A policy field that the scenario left to its default.
struct DefaultUsed {
  std::string field, value, meaning;
};
/// The defaults that the plan rests on, in the order of the policy's fields.
std::vector<DefaultUsed> defaults_used(const plan::SessionInputs& inputs);

}  // namespace planner::report
