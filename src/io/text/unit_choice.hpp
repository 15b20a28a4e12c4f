#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "planner/base/dim.hpp"

namespace planner::io {

/// Numbers in a unit in which they are read back to the last bit.
struct InUnit {
  std::string unit{};
  std::vector<double> numbers{};
};

/// The unit of that dimension in which these values (base units) are exact and easiest to read: `wanted` if they are
/// exact in it, otherwise base units in the worst case.
InUnit in_shortest_unit(const std::vector<double>& values, Dim dim, std::string_view wanted = "");

}  // namespace planner::io
