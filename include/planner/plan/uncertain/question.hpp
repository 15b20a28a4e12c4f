#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "planner/plan/uncertain/number.hpp"
#include "planner/plan/uncertain/price.hpp"

namespace planner::plan::uncertain {

/// A value for each uncertain number; NaN: as it is given.
using Values = std::vector<double>;
inline constexpr double as_given = std::numeric_limits<double>::quiet_NaN();

/// What a study of uncertainty is asked. `price` and `solve` are pure functions of the values.
struct Question {
  std::vector<UncertainNumber> numbers{};
  std::vector<std::string> designs{};  ///< the plan's own first
  /// Prices the first `count` designs in a world. False where the scenario refuses the values.
  std::function<bool(const Values&, std::size_t count, std::vector<Price>&)> price{};
  /// The plan of a world, decided afresh. Nothing where it is refused or infeasible.
  std::function<std::optional<Price>(const Values&)> solve{};
  std::size_t samples = 1024;
  std::uint64_t seed = 1;
  std::optional<double> fleet_hosts{};  ///< hosts in all; absent: the plan's own, host type by host type
  bool redecide = false;                ///< solve every world afresh
  bool keep_worlds = false;             ///< tell every world, too
};

}  // namespace planner::plan::uncertain
