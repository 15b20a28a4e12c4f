#pragma once
#include <algorithm>
#include <cmath>
#include <numbers>

#include "planner/math/gamma.hpp"
#include "planner/math/normal.hpp"

/// The Poisson law: how many of something are under way when each starts on its own.
namespace planner::math {

/// P(N = k) for mean > 0. Loader's saddle-point form: full relative accuracy for means of any size.
inline double poisson_pmf(int k, double mean) {
  if (k < 0) return 0.0;
  if (k == 0) return std::exp(-mean);
  return std::exp(-deviance(k, mean) - stirling_error(k)) / std::sqrt(2.0 * std::numbers::pi * k);
}

/// P(N >= k). The terms of the shorter side are summed from the largest on; about 10 sqrt(mean) of them.
inline double poisson_tail(int k, double mean) {
  if (k <= 0) return 1.0;
  if (mean <= 0.0) return 0.0;
  double sum = 0.0;
  if (k > mean) {
    double term = poisson_pmf(k, mean);
    for (int j = k + 1; term > 1e-17 * sum; ++j) {
      sum += term;
      term *= mean / j;
    }
    return sum;
  }
  double term = poisson_pmf(k - 1, mean);
  for (int j = k - 1; j >= 0 && term > 1e-17 * sum; --j) {
    sum += term;
    term *= j / mean;
  }
  return 1.0 - sum;
}

/// Smallest k with P(N >= k) <= tail, 0 < tail <= 1.
inline int poisson_tail_quantile(double tail, double mean) {
  // Start at the normal approximation with its first skewness term and walk; it is a few steps off at most.
  const double z = normal_tail_quantile(tail);
  int k = static_cast<int>(std::max(0.0, mean + z * std::sqrt(mean) + (z * z - 1.0) / 6.0));
  while (poisson_tail(k, mean) > tail) ++k;
  while (k > 0 && poisson_tail(k - 1, mean) <= tail) --k;
  return k;
}

}  // namespace planner::math
