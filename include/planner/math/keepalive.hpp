#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "planner/math/gap_law.hpp"
#include "planner/math/root.hpp"

/// An instance that is loaded when a request finds none, serves any number of requests at once, and is unloaded when it
/// has been idle for a timeout. Seconds, and dollars per second.
namespace planner::math {

inline constexpr double for_ever = std::numeric_limits<double>::infinity();

/// A model under Poisson arrivals.
struct OnDemand {
  double rate = 0;       ///< requests per second, above 0
  double service_s = 0;  ///< of one request, the same for all
  double load_s = 0;
};

/// Wait of all requests that one cold start makes wait: the first waits for the whole load L, and each of the rate * L
/// that arrive meanwhile for half of it on average: L + rate L^2 / 2.
inline double wait_per_cold_start(double rate, double load_s) { return load_s + 0.5 * rate * load_s * load_s; }

/// The cycle of an on-demand model: idle, load, up until the timeout. Exact: the instance is up for the busy period of
/// M/D/infinity with service S + timeout, (e^(rate (S + timeout)) - 1) / rate, and for the load before it.
class KeepAliveCycle {
 public:
  KeepAliveCycle(const OnDemand& model, double timeout_s)
      : model_(model),
        up_s_(model.load_s + std::expm1(model.rate * (model.service_s + timeout_s)) / model.rate),
        starts_per_s_(1.0 / (up_s_ + 1.0 / model.rate)) {}

  [[nodiscard]] double up_s() const { return up_s_; }
  [[nodiscard]] double cold_starts_per_s() const { return starts_per_s_; }
  /// Share of time in which it holds its GPUs, loading included.
  [[nodiscard]] double live_share() const { return up_s_ == for_ever ? 1.0 : up_s_ * starts_per_s_; }
  /// Share of requests that find no instance.
  [[nodiscard]] double cold_fraction() const { return starts_per_s_ / model_.rate; }
  /// Share of requests that wait: those, and the ones that arrive during a load.
  [[nodiscard]] double waiting_fraction() const { return cold_fraction() * (1.0 + model_.rate * model_.load_s); }
  [[nodiscard]] double mean_wait_s() const { return cold_fraction() * wait_per_cold_start(model_.rate, model_.load_s); }

  /// The wait that a share `q` of all requests stay within: P(wait > t) = cold fraction * (1 + rate (L - t)) for t < L.
  [[nodiscard]] double wait_quantile_s(double q) const { return quantile(q, cold_fraction()); }
  /// The same among the requests that wait.
  [[nodiscard]] double wait_quantile_given_wait_s(double q) const {
    return quantile(q, 1.0 / (1.0 + model_.rate * model_.load_s));
  }

 private:
  [[nodiscard]] double quantile(double q, double whole_load) const {
    if (whole_load <= 0.0) return 0.0;
    const double t = model_.load_s - ((1.0 - q) / whole_load - 1.0) / model_.rate;
    return std::clamp(t, 0.0, model_.load_s);
  }

  OnDemand model_;
  double up_s_, starts_per_s_;
};

/// What it costs to hold a model and not to hold it.
struct KeepAlivePrices {
  double hold = 0;        ///< $/s of the GPUs while it is loaded or loading, above 0
  double wait = 0;        ///< $ per second that a request waits
  double cold_start = 0;  ///< $ per cold start beside the waiting: egress, wear
};

/// $ of one cold start: waiting, and what it costs by itself.
inline double cold_start_cost(const OnDemand& model, const KeepAlivePrices& price) {
  return price.wait * wait_per_cold_start(model.rate, model.load_s) + price.cold_start;
}

/// $/s with an idle timeout: h + (K - h / rate) * cold starts per second, with h to hold and K of a cold start. Cold
/// starts fall with the timeout, so that the best one is nothing or for ever, whichever sign the bracket has.
inline double keep_alive_cost(const OnDemand& model, const KeepAlivePrices& price, double timeout_s) {
  const KeepAliveCycle cycle(model, timeout_s);
  return price.hold + (cold_start_cost(model, price) - price.hold / model.rate) * cycle.cold_starts_per_s();
}

/// Requests per second from which the model is better held for good: the root of rate * K(rate) = hold. K rises with
/// the rate, because those that arrive during a load wait too, so that hold / (wait * load) is too high. Infinite where
/// cold starts cost nothing.
inline double break_even_rate(double load_s, const KeepAlivePrices& price) {
  const double linear = price.wait * load_s + price.cold_start, square = 0.5 * price.wait * load_s * load_s;
  return 2.0 * price.hold / (linear + std::sqrt(linear * linear + 4.0 * square * price.hold));
}

/// $ per request at a timeout, under any gap law: a cold start where the gap outlasts service and timeout, holding
/// until then. Exact where loads are short beside the gaps; requests that arrive during a load are in `cold_start` or
/// nowhere.
template <class Gaps>
double cost_per_request(const Gaps& gaps, double service_s, double hold, double cold_start, double timeout_s) {
  const double patience = service_s + timeout_s;
  return cold_start * gaps.tail(patience) + hold * gaps.mean_up_to(patience);
}

/// The best idle timeout, seconds, 0 to `for_ever`. Poisson arrivals: nothing or for ever.
inline double best_timeout(const ExponentialGaps& gaps, double, double hold, double cold_start) {
  return gaps.rate * cold_start > hold ? for_ever : 0.0;
}

/// Bursts: the longer the gap so far, the less likely is a request soon; the instance goes when the hazard has fallen
/// to hold / cold start.
inline double best_timeout(const HyperExponentialGaps& gaps, double service_s, double hold, double cold_start) {
  const auto gain = [&](double patience) { return gaps.hazard(patience) * cold_start - hold; };
  if (gain(service_s) <= 0.0) return 0.0;
  if (gaps.seldom * cold_start >= hold) return for_ever;
  double far = service_s + 1.0 / gaps.often;
  while (gain(far) > 0.0) far = 2.0 * far;
  return find_root(gain, service_s, far, 1e-9 * far) - service_s;
}

/// Observed gaps: the cost falls only where the patience reaches one of them, so these are tried, all of them.
inline double best_timeout(const EmpiricalGaps& gaps, double service_s, double hold, double cold_start) {
  double best = 0.0, least = cost_per_request(gaps, service_s, hold, cold_start, 0.0);
  for (const double gap : gaps.sorted()) {
    if (gap <= service_s) continue;
    // Added and taken off again, service and timeout may fall short of the gap by a rounding error.
    double timeout = gap - service_s;
    while (service_s + timeout < gap) timeout = std::nextafter(timeout, for_ever);
    const double cost = cost_per_request(gaps, service_s, hold, cold_start, timeout);
    if (cost < least) best = timeout, least = cost;
  }
  return best;
}

}  // namespace planner::math
