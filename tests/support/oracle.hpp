#pragma once
#include <catch2/catch.hpp>

#include "planner/math/simulate/replicate.hpp"

/// What simulations are held against: the exact value lies in the 99.9 % interval, and the interval is narrow.
namespace oracle {

inline constexpr planner::math::simulate::Replications twenty{.count = 20, .confidence = 0.999};

inline void check(const planner::math::simulate::Interval& simulated, double exact, double narrow = 0.05) {
  CAPTURE(exact, simulated.mean, simulated.half_width);
  CHECK(simulated.holds(exact));
  CHECK(simulated.half_width <= narrow * exact);
}

}  // namespace oracle
