#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

/// Laws of the time between two requests, in seconds. Each has `tail(t)` = P(gap > t), `mean()`, and `mean_up_to(t)` =
/// E[min(gap, t)], the time that an instance with `t` seconds of patience is up per request. The first two also tell
/// how many requests follow one within a time.
namespace planner::math {

/// Poisson arrivals.
struct ExponentialGaps {
  double rate;  ///< per second, above 0
  [[nodiscard]] double tail(double t) const { return std::exp(-rate * t); }
  [[nodiscard]] double mean() const { return 1.0 / rate; }
  [[nodiscard]] double mean_up_to(double t) const { return -std::expm1(-rate * t) / rate; }
  /// Requests that are expected within `t` of one, and the integral of that from 0 to `t`.
  [[nodiscard]] double renewals(double t) const { return rate * t; }
  [[nodiscard]] double renewals_integral(double t) const { return 0.5 * rate * t * t; }
};

/// Bursts: with probability `share` the gap is exponential with rate `often`, else with rate `seldom`.
struct HyperExponentialGaps {
  double share, often, seldom;  ///< share in [0, 1]; rates per second, `often` the higher

  /// The law with this rate and squared coefficient of variation (1 or more) in which both phases carry half of the
  /// mean (balanced means; Morse 1955, "Queues, Inventories and Maintenance").
  static HyperExponentialGaps with_variation(double rate, double squared_variation) {
    const double share = 0.5 * (1.0 + std::sqrt((squared_variation - 1.0) / (squared_variation + 1.0)));
    return {share, 2.0 * share * rate, 2.0 * (1.0 - share) * rate};
  }

  [[nodiscard]] double tail(double t) const {
    return share * std::exp(-often * t) + (1.0 - share) * std::exp(-seldom * t);
  }
  [[nodiscard]] double mean() const { return share / often + (1.0 - share) / seldom; }
  [[nodiscard]] double mean_up_to(double t) const {
    return -share * std::expm1(-often * t) / often - (1.0 - share) * std::expm1(-seldom * t) / seldom;
  }
  /// Requests that are expected within `t` of one: rate * t, and those of the burst that it may have begun (the renewal
  /// function of a mixture of two exponentials; Cox 1962, "Renewal Theory", section 4.4).
  [[nodiscard]] double renewals(double t) const { return t / mean() - extra() * std::expm1(-settling() * t); }
  [[nodiscard]] double renewals_integral(double t) const {
    return 0.5 * t * t / mean() + extra() * (t + std::expm1(-settling() * t) / settling());
  }
  /// Requests per second at `t` after the last one, given that none has come since. Falls with t.
  [[nodiscard]] double hazard(double t) const {
    // Relative to the slower phase, so that nothing underflows.
    const double fast = share * std::exp(-(often - seldom) * t);
    return (fast * often + (1.0 - share) * seldom) / (fast + 1.0 - share);
  }

 private:
  [[nodiscard]] double settling() const { return share * seldom + (1.0 - share) * often; }
  /// (C^2 - 1) / 2, with C^2 the squared coefficient of variation.
  [[nodiscard]] double extra() const {
    const double second = 2.0 * (share / (often * often) + (1.0 - share) / (seldom * seldom));
    return 0.5 * (second / (mean() * mean()) - 2.0);
  }
};

/// Gaps as observed, each as likely as the others.
class EmpiricalGaps {
 public:
  /// @param gaps seconds, not negative, at least one
  explicit EmpiricalGaps(std::vector<double> gaps) : sorted_(std::move(gaps)), sum_to_(1, 0.0) {
    std::sort(sorted_.begin(), sorted_.end());
    for (const double gap : sorted_) sum_to_.push_back(sum_to_.back() + gap);
  }

  [[nodiscard]] double tail(double t) const { return static_cast<double>(sorted_.size() - up_to(t)) / count(); }
  [[nodiscard]] double mean() const { return sum_to_.back() / count(); }
  [[nodiscard]] double mean_up_to(double t) const {
    const std::size_t below = up_to(t), above = sorted_.size() - below;
    return (sum_to_[below] + (above == 0 ? 0.0 : t * static_cast<double>(above))) / count();
  }
  [[nodiscard]] const std::vector<double>& sorted() const { return sorted_; }

 private:
  [[nodiscard]] double count() const { return static_cast<double>(sorted_.size()); }
  [[nodiscard]] std::size_t up_to(double t) const {
    return static_cast<std::size_t>(std::upper_bound(sorted_.begin(), sorted_.end(), t) - sorted_.begin());
  }

  std::vector<double> sorted_, sum_to_;
};

}  // namespace planner::math
