#pragma once
#include <algorithm>

#include "planner/base/rounding.hpp"
#include "planner/base/units.hpp"

namespace planner::unit {

/// vCPUs of a guest whose code uses `average` hardware threads: whole ones, at least one.
inline double guest_vcpus(Vcpus average) { return std::max(1.0, whole_up(average.in(units::vcpu))); }

}  // namespace planner::unit
