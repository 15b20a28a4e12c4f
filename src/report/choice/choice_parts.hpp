#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "planner/plan/choice/plan.hpp"
#include "report/document/document.hpp"

/// What the forms of a residency answer share.
namespace planner::report {

/// One of the scarce things: how much of it the plan uses, how much there is, and what one more would save.
struct Capacity {
  std::string name, unit;
  double used = 0, there_is = 0;
  double shadow_price = 0;  ///< $/h per unit
};
std::array<Capacity, 4> choice_capacities(const plan::ChoiceInputs& inputs, const plan::ChoicePlan& plan);

std::string choice_headline(const plan::ChoiceInputs& inputs, const plan::ChoicePlan& plan);
/// Why there is no plan.
std::vector<std::string> choice_reasons(const plan::ChoicePlan& plan);

/// The name of the runner-up's option; empty where there is none.
std::string runner_up_name(const plan::ChoiceInputs& inputs, const plan::ChoicePlan& plan, std::size_t model);

/// The tables of an answer.
Document choice_document(const plan::ChoiceInputs& inputs, const plan::ChoicePlan& plan);

}  // namespace planner::report
