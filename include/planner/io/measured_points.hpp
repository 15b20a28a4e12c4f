#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "planner/plan/speed/measured_point.hpp"

namespace planner::io {

/// Measured operating points from a CSV text with the columns of docs/reference/efficiency.md.
///
/// @param name how messages call the text
/// @throws InputError with every fault, by line and column
std::vector<plan::MeasuredPoint> read_measured_points(std::string_view csv, const std::string& name,
                                                      const catalog::Catalog& catalog);

}  // namespace planner::io
