#pragma once
#include <cassert>

#include "planner/math/incomplete_beta.hpp"

/// The binomial law: how many of n things are up when each is up on its own with the same probability.
namespace planner::math {

/// P(exactly k of n), 0 <= p <= 1 (Loader 2000).
inline double binomial_pmf(int k, int n, double p) {
  if (k < 0 || k > n) return 0.0;
  if (k == 0) return std::exp(n * std::log1p(-p));
  if (k == n) return std::exp(n * std::log(p));
  const double log_term = stirling_error(n) - stirling_error(k) - stirling_error(n - k) - deviance(k, n * p) -
                          deviance(n - k, n * (1.0 - p));
  return std::exp(log_term) * std::sqrt(n / (2.0 * std::numbers::pi * k * (n - k)));
}

/// P(at least k of n) = I_p(k, n - k + 1).
inline double binomial_tail(int k, int n, double p) {
  if (k <= 0) return 1.0;
  if (k > n) return 0.0;
  return IncompleteBeta(k, n - k + 1).below(p);
}

}  // namespace planner::math
