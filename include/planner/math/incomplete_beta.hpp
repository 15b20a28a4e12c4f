#pragma once
#include <algorithm>
#include <cmath>
#include <numbers>

#include "planner/math/gamma.hpp"

/// The regularised incomplete beta function and its inverse: tails of binomial counts and of shares of a whole.
namespace planner::math {

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

/// The regularised incomplete beta function I_x(a, b) for one pair a, b > 0: the probability that a beta law stays
/// below x. Holds what does not depend on x.
class IncompleteBeta {
 public:
  IncompleteBeta(double a, double b)
      : a_(a),
        b_(b),
        scale_(std::exp(stirling_error(a + b) - stirling_error(a) - stirling_error(b)) *
               std::sqrt(a * b / (a + b) / (2.0 * std::numbers::pi))) {}

  /// I_x(a, b)
  [[nodiscard]] double below(double x) const {
    if (x <= 0.0) return 0.0;
    if (x >= 1.0) return 1.0;
    return below(x, front(x));
  }

  /// The x with I_x(a, b) = p; p small is as exact as p near 1/2. For p near 1 ask the mirrored law (b, a) for 1 - p.
  /// Newton on ln I over ln x, in which I is nearly straight at its lower end, kept inside a bracket.
  [[nodiscard]] double inverse(double p) const {
    if (p <= 0.0) return 0.0;
    if (p >= 1.0) return 1.0;
    double lower = 0.0, upper = 1.0, x = first_guess(p);
    for (int i = 0; i < 100; ++i) {
      const double at_x = front(x), value = below(x, at_x);
      (value < p ? lower : upper) = x;
      const double log_step = std::log(p / value) * value * (1.0 - x) / at_x;
      double next = x * std::exp(log_step);
      if (!(next > lower && next < upper)) next = lower > 0.0 ? std::sqrt(lower * upper) : 0.01 * upper;
      if (std::abs(next - x) <= 1e-13 * x) return next;
      x = next;
    }
    return x;
  }

 private:
  /// x^a (1-x)^b / B(a, b), Loader's form.
  [[nodiscard]] double front(double x) const {
    const double n = a_ + b_;
    return scale_ * std::exp(-deviance(a_, n * x) - deviance(b_, n * (1.0 - x)));
  }
  [[nodiscard]] double below(double x, double front) const {
    if (x < (a_ + 1.0) / (a_ + b_ + 2.0)) return front * detail::beta_fraction(a_, b_, x) / a_;
    return 1.0 - front * detail::beta_fraction(b_, a_, 1.0 - x) / b_;
  }
  /// I_x ~ x^a / (a B(a, b)) at the lower end; the mean where that is out of range.
  [[nodiscard]] double first_guess(double p) const {
    const double mean = a_ / (a_ + b_);
    return std::min(mean, mean * std::exp((std::log(p * a_) - std::log(front(mean))) / a_));
  }

  double a_, b_, scale_;
};

}  // namespace planner::math
