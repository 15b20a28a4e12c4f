#pragma once
#include <algorithm>
#include <cmath>

#include "planner/math/gap_law.hpp"
#include "planner/math/root.hpp"

namespace planner::math {

/// Where an instance takes so long to go once its timeout is over: the most that come meanwhile, as a share of all
/// requests. They wait for the rest of that and for a load. Of the first it is known how likely it is that it comes
/// then; at most m(leaving) follow it.
///
/// @param patience_s of service and timeout, after which it goes
template <class Gaps>
double share_while_leaving(const Gaps& gaps, double cold_fraction, double patience_s, double leaving_s) {
  const double stays_away = gaps.tail(patience_s + leaving_s) / gaps.tail(patience_s);
  return cold_fraction * (1.0 - stays_away) * (1.0 + gaps.renewals(leaving_s));
}

/// The cycle of an on-demand model under any gap law that tells its renewals: what `KeepAliveCycle` is for Poisson
/// arrivals, which it is exact for. A cold start begins a cycle; m(L) requests are expected to come while it loads, and
/// after that each is the last one of the cycle with the probability that the gap behind it outlasts service and
/// timeout. Under other laws the gap that spans the end of the load is taken to begin there: good where loads are long
/// beside the gaps of a burst or short beside those between bursts.
///
/// Times in seconds; the timeout may be `for_ever` only where the gaps are bounded.
template <class Gaps>
class LoadCycle {
 public:
  LoadCycle(const Gaps& gaps, double service_s, double load_s, double timeout_s)
      : gaps_(gaps), service_s_(service_s), load_s_(load_s), patience_s_(service_s + timeout_s) {
    cold_fraction_ = 1.0 / (gaps.renewals(load_s) + 1.0 / gaps.tail(patience_s_));
  }

  /// Share of requests that find no instance.
  [[nodiscard]] double cold_fraction() const { return cold_fraction_; }
  [[nodiscard]] double cold_starts_per_s() const { return cold_fraction_ / gaps_.mean(); }
  /// Share of time in which it holds its GPUs, idle or not.
  [[nodiscard]] double live_share() const { return up_share(patience_s_); }
  /// Of that, the share in which it loads or serves: idle ones may have to give way.
  [[nodiscard]] double busy_share() const { return up_share(service_s_); }
  /// Of all requests: the first of a load waits for all of it, those that come meanwhile for the rest.
  [[nodiscard]] double mean_wait_s() const { return cold_fraction_ * (load_s_ + gaps_.renewals_integral(load_s_)); }

  /// The wait that a share `q` of all requests stay within: P(wait > t) = cold fraction * (1 + m(L - t)) for t < L.
  [[nodiscard]] double wait_quantile_s(double q) const { return wait_of((1.0 - q) / cold_fraction_ - 1.0); }
  /// The same among the requests that wait.
  [[nodiscard]] double wait_quantile_given_wait_s(double q) const {
    return wait_of((1.0 - q) * (1.0 + gaps_.renewals(load_s_)) - 1.0);
  }
  [[nodiscard]] double share_while_leaving(double leaving_s) const {
    return math::share_while_leaving(gaps_, cold_fraction_, patience_s_, leaving_s);
  }
  /// Requests that come during a load.
  [[nodiscard]] double followers() const { return gaps_.renewals(load_s_); }
  [[nodiscard]] double longest_load_s() const { return load_s_; }

 private:
  /// Loading, and beside that so long after each request.
  [[nodiscard]] double up_share(double after_request_s) const {
    const double loading = cold_starts_per_s() * load_s_;
    return loading + (1.0 - loading) * gaps_.mean_up_to(after_request_s) / gaps_.mean();
  }
  /// t with m(L - t) = `followers`, within 0 and L.
  [[nodiscard]] double wait_of(double followers) const {
    if (load_s_ <= 0.0 || followers >= gaps_.renewals(load_s_)) return 0.0;
    if (followers <= 0.0) return load_s_;
    const auto excess = [&](double t) { return gaps_.renewals(load_s_ - t) - followers; };
    return find_root(excess, 0.0, load_s_, 1e-9 * load_s_);
  }

  Gaps gaps_;
  double service_s_, load_s_, patience_s_, cold_fraction_ = 0;
};

}  // namespace planner::math
