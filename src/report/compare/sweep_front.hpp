#pragma once
#include <string>

#include "planner/report/sweep.hpp"

namespace planner::report {

inline bool is_csv(const std::string& path) { return path.ends_with(".csv"); }

/// Fills the column `pareto` of a finished file: `true` where no other answered row is at most as large in every figure
/// of `sweep.front` and smaller in one. The file is replaced in one step.
void mark_front(const Sweep& sweep, const std::string& path);

}  // namespace planner::report
