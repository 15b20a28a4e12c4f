#pragma once
#include "planner/report/fit.hpp"
#include "report/document/document.hpp"
#include "report/document/json_parts.hpp"

/// The part of an answer about fitting that speaks of speed.
namespace planner::report {

void add_speed(Document& document, const FitAnswer& answer);
/// Null where no lengths were given, or where there is no speed to tell.
OrderedJson speed_json(const FitAnswer& answer);

}  // namespace planner::report
