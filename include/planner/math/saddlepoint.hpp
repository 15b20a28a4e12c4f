#pragma once
#include <cmath>

#include "planner/math/normal.hpp"

/// Tails of sums by the saddle-point method. With K(s) = ln E e^{sX} of the sum, s solving K'(s) = x:
/// w = sgn(s) sqrt(2 (s x - K(s))), u = s sqrt(K''(s)); for laws on the integers u = (1 - e^{-s}) sqrt(K''(s)).
namespace planner::math {

/// P(X > x) = Q(w) + phi(w) (1/u - 1/w) (Lugannani & Rice 1980, "Saddle point approximation for the distribution of
/// the sum of independent random variables"). w != 0.
inline double lugannani_rice(double w, double u) { return normal_tail(w) + normal_pdf(w) * (1.0 / u - 1.0 / w); }

/// The r with P(X > x) = Q(r): r = w + ln(u/w)/w (Barndorff-Nielsen 1986, "Inference on full or partial parameters
/// based on the standardized signed log likelihood ratio"). Equal to Lugannani-Rice to third order; unlike it, never
/// outside [0, 1], and smooth enough to be interpolated. At w = 0 its limit is a sixth of the skewness, which stands in
/// while |w| < 1e-4, where the quotient has lost its digits.
inline double modified_root(double w, double u, double skewness) {
  return std::abs(w) < 1e-4 ? w + skewness / 6.0 : w + std::log(u / w) / w;
}

}  // namespace planner::math
