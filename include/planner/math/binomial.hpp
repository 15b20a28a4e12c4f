#pragma once
#include <cassert>

#include "planner/math/incomplete_beta.hpp"

/// The binomial law: how many of n things are up when each is up on its own with the same probability.
namespace planner::math {

/// P(exactly k of n), 0 <= p <= 1.
inline double binomial_pmf(int k, int n, double p) {
  if (k < 0 || k > n) return 0.0;
  if (p <= 0.0 || p >= 1.0) return k == (p >= 1.0 ? n : 0) ? 1.0 : 0.0;
  return binomial_term(k, n, p);
}

/// P(at least k of n) = I_p(k, n - k + 1).
inline double binomial_tail(int k, int n, double p) {
  if (k <= 0) return 1.0;
  if (k > n) return 0.0;
  return incomplete_beta(k, n - k + 1, p);
}

}  // namespace planner::math
