#pragma once
#include <cassert>
#include <cmath>

#include "planner/math/incomplete_beta.hpp"

namespace planner::math {

/// The t with P(T > t) = `tail` under Student's law, 0 < tail <= 1/2, one degree of freedom or more:
/// 2 P(T > t) = I_x(df/2, 1/2) at x = df / (df + t^2) (Abramowitz & Stegun 26.7.1).
inline double student_t_quantile(double tail, int degrees_of_freedom) {
  assert(tail > 0.0 && tail <= 0.5 && degrees_of_freedom > 0);
  const double df = degrees_of_freedom;
  const double x = IncompleteBeta(df / 2.0, 0.5).inverse(2.0 * tail);
  return std::sqrt(df * (1.0 - x) / x);
}

}  // namespace planner::math
