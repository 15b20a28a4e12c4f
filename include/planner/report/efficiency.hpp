#pragma once
#include <string>
#include <vector>

#include "planner/plan/speed/check_points.hpp"

/// Measured operating points beside their estimates, written out.
namespace planner::report {

/// The answer, then a row per figure.
std::string efficiency_table(const std::vector<plan::PointCheck>& checks);
std::string efficiency_markdown(const std::vector<plan::PointCheck>& checks);
std::string efficiency_csv(const std::vector<plan::PointCheck>& checks);
/// With the field names of docs/reference/efficiency.md.
std::string efficiency_json(const std::vector<plan::PointCheck>& checks);

/// "Time per token, 154 rows: median error 4.1 %, 80 % within 7 %, 82 % inside the band."
std::string efficiency_summary(const std::vector<plan::PointCheck>& checks);

}  // namespace planner::report
