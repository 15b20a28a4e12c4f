#pragma once
#include <cmath>

namespace planner::math {

/// A root of a continuous `f` between `lower` and `upper`, at which it has opposite signs (or is zero), to within
/// `tolerance` in x. Ridders' method: never leaves the bracket (Ridders 1979, "A new algorithm for computing a single
/// root of a real continuous function").
template <class F>
double find_root(F&& f, double lower, double upper, double tolerance) {
  double at_lower = f(lower), at_upper = f(upper);
  if (at_lower == 0.0) return lower;
  if (at_upper == 0.0) return upper;
  for (int i = 0; i < 200 && upper - lower > tolerance; ++i) {
    const double middle = 0.5 * (lower + upper), at_middle = f(middle);
    if (at_middle == 0.0) return middle;
    const double direction = at_lower > at_upper ? 1.0 : -1.0;
    const double x =
        middle + direction * (middle - lower) * at_middle / std::sqrt(at_middle * at_middle - at_lower * at_upper);
    const double at_x = f(x);
    if (at_x == 0.0) return x;
    const double low = std::fmin(middle, x), high = std::fmax(middle, x);
    const double at_low = middle < x ? at_middle : at_x, at_high = middle < x ? at_x : at_middle;
    const auto keep = [&](double from, double at_from, double to, double at_to) {
      lower = from, at_lower = at_from, upper = to, at_upper = at_to;
    };
    if (at_lower * at_low < 0.0)
      keep(lower, at_lower, low, at_low);
    else if (at_low * at_high < 0.0)
      keep(low, at_low, high, at_high);
    else
      keep(high, at_high, upper, at_upper);
  }
  return 0.5 * (lower + upper);
}

}  // namespace planner::math
