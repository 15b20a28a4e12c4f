#pragma once
#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "planner/math/sum_tail.hpp"

namespace planner::math {

/// Largest n with P(n uses of one law + n * overhead > usable) <= `probability`, 0 < probability <= 0.1. `overhead` >=
/// 0 is what each of them takes for certain. The probability rises with n, and its normal quantile is nearly straight
/// in n: about six tail evaluations, whatever n.
inline int largest_count(const SumTail& uses, std::size_t law, double overhead, double usable, double probability) {
  assert(probability > 0.0 && probability <= 0.1 && overhead >= 0.0);
  const BetaLaw& use = uses.laws()[law];
  std::vector<double> counts(uses.laws().size(), 0.0);
  const auto root = [&](int n) {  // falls as the overrun becomes likely
    counts[law] = n;
    return normal_tail_quantile(uses.tail(counts, usable - n * overhead));
  };
  const double target = normal_tail_quantile(probability);
  int fits = static_cast<int>(usable / (use.max + overhead)),
      exceeds = static_cast<int>(usable / (use.mean() + overhead)) + 1;
  double at_fits = HUGE_VAL, at_exceeds = root(exceeds);
  for (; at_exceeds >= target; at_exceeds = root(exceeds)) fits = exceeds, at_fits = at_exceeds, exceeds *= 2;
  while (exceeds - fits > 1) {
    const double share = std::isinf(at_fits - at_exceeds) ? 0.5 : (at_fits - target) / (at_fits - at_exceeds);
    const int next = std::clamp(fits + static_cast<int>(share * (exceeds - fits)), fits + 1, exceeds - 1);
    const double at_next = root(next);
    if (at_next >= target)
      fits = next, at_fits = at_next;
    else
      exceeds = next, at_exceeds = at_next;
  }
  return fits;
}

}  // namespace planner::math
