#pragma once
#include <algorithm>
#include <vector>

#include "planner/math/load_contention.hpp"
#include "planner/math/load_cycle.hpp"

namespace planner::math {

/// `LoadCycle` (load_cycle.hpp) of a model whose loads do not all take as long as each other: each draws a delay of its
/// own. The expectation over the load stands where the load stood: m(L) becomes E m(L), and P(wait > t) = cold fraction
/// * E[1 + m(L - t); L > t].
template <class Gaps>
class DelayedLoadCycle {
 public:
  /// @param delays added to `load_s`; none with the probability that they leave
  DelayedLoadCycle(const Gaps& gaps, double service_s, double load_s, double timeout_s, std::vector<TimeCase> delays)
      : gaps_(gaps), loads_(std::move(delays)), patience_s_(service_s + timeout_s) {
    double none = 1.0;
    for (TimeCase& c : loads_) none -= c.probability, c.seconds += load_s;
    loads_.push_back({load_s, std::max(0.0, none)});
    for (const TimeCase& c : loads_) {
      longest_ = std::max(longest_, c.seconds);
      followers_ += c.probability * gaps.renewals(c.seconds);
      mean_load_s_ += c.probability * c.seconds;
      waiting_ += c.probability * (c.seconds + gaps.renewals_integral(c.seconds));
    }
    cold_fraction_ = 1.0 / (followers_ + 1.0 / gaps.tail(patience_s_));
  }

  [[nodiscard]] double mean_load_s() const { return mean_load_s_; }
  [[nodiscard]] double cold_fraction() const { return cold_fraction_; }
  [[nodiscard]] double mean_wait_s() const { return cold_fraction_ * waiting_; }
  [[nodiscard]] double share_while_leaving(double leaving_s) const {
    return math::share_while_leaving(gaps_, cold_fraction_, patience_s_, leaving_s);
  }
  /// Requests that come during a load, in the mean.
  [[nodiscard]] double followers() const { return followers_; }
  [[nodiscard]] double longest_load_s() const { return longest_; }
  /// The wait that a share `q` of all requests stay within.
  [[nodiscard]] double wait_quantile_s(double q) const { return exceeded_by((1.0 - q) / cold_fraction_); }
  /// The same among the requests that wait.
  [[nodiscard]] double wait_quantile_given_wait_s(double q) const {
    return exceeded_by((1.0 - q) * (1.0 + followers_));
  }

 private:
  /// Requests of a cycle that wait longer than `t`: falls with t, with a step where a load ends.
  [[nodiscard]] double longer_than(double t) const {
    double sum = 0.0;
    for (const TimeCase& c : loads_)
      if (c.seconds > t) sum += c.probability * (1.0 + gaps_.renewals(c.seconds - t));
    return sum;
  }
  /// The least t that so many of a cycle, or fewer, wait longer than.
  [[nodiscard]] double exceeded_by(double requests) const {
    if (longer_than(0.0) <= requests) return 0.0;
    double low = 0.0, high = longest_;
    constexpr int halvings = 40;
    for (int i = 0; i < halvings; ++i) {
      const double middle = 0.5 * (low + high);
      (longer_than(middle) <= requests ? high : low) = middle;
    }
    return high;
  }

  Gaps gaps_;
  std::vector<TimeCase> loads_;
  double patience_s_, longest_ = 0.0, followers_ = 0.0, mean_load_s_ = 0.0, waiting_ = 0.0, cold_fraction_ = 0.0;
};

}  // namespace planner::math
