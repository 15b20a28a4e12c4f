#pragma once
#include "planner/plan/uncertain/plan.hpp"
#include "report/document/json_parts.hpp"

namespace planner::report {

/// The field `uncertainty` of a plan's JSON (docs/reference/uncertainty.md).
OrderedJson uncertainty_json(const plan::UncertaintyPlan& p);

}  // namespace planner::report
