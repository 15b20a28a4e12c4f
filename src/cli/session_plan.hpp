#pragma once
#include "planner/evidence/trace.hpp"
#include "planner/io/scenario.hpp"
#include "planner/plan/sessions/plan.hpp"

namespace planner::cli {

/// The plan that answers a scenario.
plan::SessionPlan plan_of(const io::SessionScenario& scenario, Trace* trace = nullptr);

}  // namespace planner::cli
