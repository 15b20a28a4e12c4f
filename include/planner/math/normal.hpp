#pragma once
#include <cmath>
#include <numbers>

/// The standard normal law.
namespace planner::math {

inline double normal_pdf(double x) {
  constexpr double one_over_sqrt_2pi = std::numbers::inv_sqrtpi / std::numbers::sqrt2;
  return one_over_sqrt_2pi * std::exp(-0.5 * x * x);
}

/// P(Z > x), accurate far into the upper tail.
inline double normal_tail(double x) { return 0.5 * std::erfc(x / std::numbers::sqrt2); }

/// P(Z <= x), accurate far into the lower tail.
inline double normal_cdf(double x) { return normal_tail(-x); }

/// The x with P(Z > x) = `tail`, 0 < tail < 1; infinite at 0 and 1.
/// Start: Abramowitz & Stegun 26.2.23 (error below 4.5e-4); two Halley steps bring it to machine precision.
inline double normal_tail_quantile(double tail) {
  if (tail <= 0.0) return HUGE_VAL;
  if (tail > 0.5) return -normal_tail_quantile(1.0 - tail);
  const double t = std::sqrt(-2.0 * std::log(tail));
  double x = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  for (int i = 0; i < 2; ++i) {
    const double newton = (normal_tail(x) - tail) / normal_pdf(x);
    x += newton / (1.0 - 0.5 * x * newton);
  }
  return x;
}

/// The x with P(Z <= x) = `p`.
inline double normal_quantile(double p) { return -normal_tail_quantile(p); }

}  // namespace planner::math
