#pragma once
#include <string>

#include "planner/evidence/trace.hpp"
#include "planner/report/choice.hpp"
#include "planner/report/models.hpp"
#include "planner/report/pack.hpp"
#include "planner/report/sessions.hpp"

/// Answers as pages: one file of HTML each, which fetches nothing, with the answer first, charts, tables, what was
/// turned down and why, and the worked arithmetic of `trace` with its sources, step by step. Names are shown as they
/// are, whatever markup they hold.
namespace planner::report {

/// With what each class and the headroom cost, density behind each boundary, and the hosts of each pool.
std::string sessions_page(const SessionAnswer& answer, const Trace& trace);
/// With what each model costs, and the map of rates and load times with the break-even lines.
std::string models_page(const ModelAnswer& answer, const Trace& trace);
/// With what each resource alone asks for.
std::string pack_page(const plan::PackInputs& inputs, const plan::PackPlan& plan, const Trace& trace);
/// Without arithmetic: a residency decision has no trace.
std::string choice_page(const plan::ChoiceInputs& inputs, const plan::ChoicePlan& plan);

}  // namespace planner::report
