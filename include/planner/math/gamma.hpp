#pragma once
#include <cmath>
#include <numbers>

/// The gamma function as counting laws need it: without the cancellation of large logarithms, and without the global
/// state that `std::lgamma` writes.
namespace planner::math {

inline constexpr double log_sqrt_2pi = 0.918938533204672741780329736406;

/// What Stirling's formula leaves out: ln Gamma(x+1) - [ (x + 1/2) ln x - x + ln sqrt(2 pi) ], x > 0.
/// Series in 1/x (Abramowitz & Stegun 6.1.41) from x = 16 on, upward recursion below it.
inline double stirling_error(double x) {
  if (x < 16.0) return stirling_error(x + 1.0) + (x + 0.5) * std::log1p(1.0 / x) - 1.0;
  const double r = 1.0 / (x * x);
  return (1.0 / 12 - r * (1.0 / 360 - r * (1.0 / 1260 - r * (1.0 / 1680 - r * (1.0 / 1188 - r * 691.0 / 360360))))) / x;
}

/// ln Gamma(x), x > 0.
inline double log_gamma(double x) {
  return (x + 0.5) * std::log(x) - x + log_sqrt_2pi + stirling_error(x) - std::log(x);
}

/// x ln(x/mean) + mean - x >= 0, the deviance of a Poisson count; a series where x is near the mean (Loader 2000,
/// "Fast and accurate computation of binomial probabilities", section 2).
inline double deviance(double x, double mean) {
  if (x == 0.0) return mean;
  const double v = (x - mean) / (x + mean);
  if (std::abs(v) >= 0.1) return x * std::log(x / mean) + mean - x;
  double sum = (x - mean) * v, power = 2.0 * x * v;
  for (int j = 3;; j += 2) {
    power *= v * v;
    const double next = sum + power / j;
    if (next == sum) return sum;
    sum = next;
  }
}

/// e^x x^-s Gamma(s, x) for 1 <= s < 2, x > 0: the upper incomplete gamma function without its exponential factor.
/// Power series of the lower function for x < s + 1, Legendre's continued fraction by Lentz's method otherwise
/// (Abramowitz & Stegun 6.5.29, 6.5.31).
inline double scaled_upper_gamma(double s, double x) {
  constexpr double accuracy = 1e-16;
  if (x < s + 1.0) {
    double term = 1.0 / s, sum = term;
    for (double n = s + 1.0; term > accuracy * sum; n += 1.0) sum += term *= x / n;
    return std::exp(x - s * std::log(x) + log_gamma(s)) - sum;
  }
  double b = x + 1.0 - s, c = HUGE_VAL, d = 1.0 / b, h = d;
  for (int i = 1;; ++i) {
    const double a = -i * (i - s);
    b += 2.0;
    d = 1.0 / (a * d + b);
    c = b + a / c;
    h *= c * d;
    if (std::abs(c * d - 1.0) < 2.0 * accuracy) return h;
  }
}

}  // namespace planner::math
