#pragma once
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "planner/math/beta_law.hpp"
#include "planner/math/normal.hpp"

namespace planner::math {

namespace detail {

/// A beta law over an even grid of normal deviates, X = F^-1(Phi(Y)).
class LawOverDeviates {
 public:
  LawOverDeviates(const BetaLaw& law, double step) : law_(law), step_(step) {
    for (double y = -reach; y <= reach; y += step)
      value_.push_back(y < 0.0 ? law.quantile(normal_cdf(y)) : law.tail_quantile(normal_tail(y)));
  }
  [[nodiscard]] const BetaLaw& law() const { return law_; }

  /// E[X | Z >= threshold], where Y has this correlation with itself across variables: Y = sqrt(rho) Z + sqrt(1 - rho)
  /// e, so P(Z >= threshold | Y) = Phi((sqrt(rho) Y - threshold) / sqrt(1 - rho)). By the trapezoidal rule, which
  /// converges exponentially here (Trefethen & Weideman 2014).
  [[nodiscard]] double mean_when_high(double correlation, double threshold) const {
    const double loading = std::sqrt(correlation), own = std::sqrt(1.0 - correlation);
    double sum = 0.0, y = -reach;
    for (const double x : value_) {
      sum += x * normal_pdf(y) * normal_cdf((loading * y - threshold) / own);
      y += step_;
    }
    return step_ * sum / normal_tail(threshold);
  }

 private:
  static constexpr double reach = 8.0;  // standard deviations: 1e-15 lies beyond
  BetaLaw law_;
  double step_;
  std::vector<double> value_;
};

/// E[X | X in its top share `tail`]: x times the density of a beta law is that of one with a + 1.
inline double tail_mean(const BetaLaw& law, double tail) {
  return law.mean() * BetaLaw{law.max, law.a + 1.0, law.b}.tail(law.tail_quantile(tail)) / tail;
}

}  // namespace detail

/// What one variable of each law needs at least, whatever mix it is in: every mix with P(sum > limit) <= `probability`
/// has sum of counts[i] * needs[i] <= limit. For bounds. The variables share a common Gaussian factor Z as in `SumTail`.
///
/// Let A be an event of probability p, and B the part of A in which sum > limit, of probability b <= `probability`. Off B
/// the sum is at most `limit`, so E[sum; A] - E[sum; B] <= limit (p - b); and E[X; B] is at most b times the mean of X's
/// top share b. The quotient is least at the largest b, because tail means fall with b. It is linear in the counts. A =
/// {Z >= threshold} makes it sharp where the factor decides; the own part of each variable is given away. The
/// threshold is the one of a grid that gives the largest needs.
inline std::vector<double> least_needs(std::span<const BetaLaw> laws, double correlation, double probability) {
  constexpr double tail_error = 1.25;      // `SumTail` may be 20 % below the true tail (docs/accuracy.md)
  constexpr double rounding = 1.0 - 1e-6;  // of the integration
  const double over = std::min(0.25, tail_error * probability);
  std::vector<detail::LawOverDeviates> grids;
  for (const BetaLaw& law : laws) grids.emplace_back(law, 0.4 * std::sqrt(1.0 - correlation));
  std::vector<double> best;
  double most = -1.0;
  for (double threshold = -4.0; normal_tail(threshold) >= 2.0 * over; threshold += 0.25) {
    const double p = normal_tail(threshold);
    std::vector<double> needs;
    double shares = 0.0;
    for (const auto& grid : grids) {
      const double high = rounding * p * grid.mean_when_high(correlation, threshold);
      needs.push_back(std::max(0.0, (high - over * detail::tail_mean(grid.law(), over)) / (p - over)));
      shares += needs.back() / grid.law().max;
    }
    if (shares > most) best = std::move(needs), most = shares;
  }
  return best;
}

}  // namespace planner::math
