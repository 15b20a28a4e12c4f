#pragma once
#include <string>

#include "planner/base/dim.hpp"
#include "planner/math/uncertain/spread_law.hpp"

namespace planner::plan {

/// A number of the scenario or of the catalog that is not known exactly.
struct UncertainNumber {
  std::string id{};  ///< path in the scenario (`sessions.classes.snippet.concurrent`) or in the catalog
                     ///< (`boundaries.firecracker.memory.fixed`)
  Dim dim{};
  math::SpreadLaw law{};   ///< in base units
  bool whole = false;      ///< a count: drawn values are rounded
  bool own_error = false;  ///< how far this planner's estimate has been from what was measured
};

}  // namespace planner::plan
