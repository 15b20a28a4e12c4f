#pragma once
#include <string>
#include <vector>

#include "planner/plan/pack/plan.hpp"
#include "report/document/document.hpp"

/// Words that the reports on packing share.
namespace planner::report {

/// By what share the packing may cost more than the best one.
double pack_gap(const plan::PackPlan& plan);

/// Why an infeasible plan is, with the numbers.
std::vector<std::string> pack_reasons(const plan::PackInputs& inputs, const plan::PackPlan& plan);

/// The answer in one sentence.
std::string pack_headline(const plan::PackInputs& inputs, const plan::PackPlan& plan);

/// The tables of an answer.
Document pack_document(const plan::PackInputs& inputs, const plan::PackPlan& plan);

}  // namespace planner::report
