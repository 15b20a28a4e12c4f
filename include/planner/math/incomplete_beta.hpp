#pragma once
#include <cmath>
#include <numbers>

#include "planner/math/gamma.hpp"

/// The regularised incomplete beta function and its inverse: tails of binomial counts and of shares of a whole.
namespace planner::math {

/// x^k (1-x)^(n-k) Gamma(n+1) / (Gamma(k+1) Gamma(n-k+1)), 0 < x < 1, 0 <= k <= n: the binomial probability, for
/// fractions too (Loader 2000).
inline double binomial_term(double k, double n, double x) {
  if (k == 0.0) return std::exp(n * std::log1p(-x));
  if (k == n) return std::exp(n * std::log(x));
  const double log_term = stirling_error(n) - stirling_error(k) - stirling_error(n - k) - deviance(k, n * x) -
                          deviance(n - k, n * (1.0 - x));
  return std::exp(log_term) * std::sqrt(n / (2.0 * std::numbers::pi * k * (n - k)));
}

namespace detail {

/// Continued fraction of the incomplete beta function by Lentz's method; quick for x < (a+1)/(a+b+2)
/// (Abramowitz & Stegun 26.5.8; Press et al., "Numerical Recipes", section 6.4).
inline double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300;
  double c = 1.0, d = 1.0 - (a + b) * x / (a + 1.0);
  d = 1.0 / (std::abs(d) < tiny ? tiny : d);
  double h = d;
  const auto advance = [&](double coefficient) {
    d = 1.0 + coefficient * d;
    c = 1.0 + coefficient / c;
    d = 1.0 / (std::abs(d) < tiny ? tiny : d);
    if (std::abs(c) < tiny) c = tiny;
    h *= c * d;
  };
  for (int m = 1; m < 100000; ++m) {
    advance(m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)));
    advance(-(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)));
    if (std::abs(c * d - 1.0) < 4e-16) break;
  }
  return h;
}

}  // namespace detail

/// The density of a beta law at 0 < x < 1, a > 0, b > 0.
inline double beta_density(double a, double b, double x) {
  return a * b / (a + b) * binomial_term(a, a + b, x) / (x * (1.0 - x));
}

/// I_x(a, b): the probability that a beta law with parameters a > 0, b > 0 stays below x.
inline double incomplete_beta(double a, double b, double x) {
  if (x <= 0.0) return 0.0;
  if (x >= 1.0) return 1.0;
  const double front = a * b / (a + b) * binomial_term(a, a + b, x);
  if (x < (a + 1.0) / (a + b + 2.0)) return front * detail::beta_fraction(a, b, x) / a;
  return 1.0 - front * detail::beta_fraction(b, a, 1.0 - x) / b;
}

/// 1 - I_x(a, b) without cancellation.
inline double incomplete_beta_tail(double a, double b, double x) { return incomplete_beta(b, a, 1.0 - x); }

/// The x with I_x(a, b) = p. Newton on ln I over ln x, kept inside a bracket; p small is as exact as p near 1/2. For p
/// near 1 ask for the mirrored law: 1 - inverse(b, a, 1 - p).
inline double incomplete_beta_inverse(double a, double b, double p) {
  if (p <= 0.0) return 0.0;
  if (p >= 1.0) return 1.0;
  double lower = 0.0, upper = 1.0, x = a / (a + b);
  for (int i = 0; i < 200; ++i) {
    const double value = incomplete_beta(a, b, x);
    (value < p ? lower : upper) = x;
    const double log_step = std::log(p / value) * value / (x * beta_density(a, b, x));
    double next = x * std::exp(log_step);
    if (!(next > lower && next < upper)) next = lower > 0.0 ? std::sqrt(lower * upper) : 0.01 * upper;
    if (std::abs(next - x) <= 1e-15 * x) return next;
    x = next;
  }
  return x;
}

}  // namespace planner::math
