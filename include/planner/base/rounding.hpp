#pragma once
#include <algorithm>
#include <cmath>

#include "planner/base/quantity.hpp"

/// Rounding to whole things, in one place and with one tolerance: 52.0000000001 hosts are 52.
namespace planner {

inline constexpr double rounding_tolerance = 1e-9;

inline bool nearly_whole(double x) {
  return std::abs(x - std::round(x)) <= rounding_tolerance * std::max(1.0, std::abs(x));
}

/// Whole things needed to cover `x`.
inline double whole_up(double x) { return nearly_whole(x) ? std::round(x) : std::ceil(x); }
/// Whole things that fit into `x`.
inline double whole_down(double x) { return nearly_whole(x) ? std::round(x) : std::floor(x); }

template <Dim D>
Quantity<D> whole_up(Quantity<D> q) {
  return Quantity<D>::from_base(whole_up(q.base()));
}
template <Dim D>
Quantity<D> whole_down(Quantity<D> q) {
  return Quantity<D>::from_base(whole_down(q.base()));
}

}  // namespace planner
