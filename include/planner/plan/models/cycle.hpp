#pragma once
#include "planner/base/units.hpp"
#include "planner/math/load_cycle.hpp"

/// How a model on demand comes and goes.
namespace planner::plan::models {

/// Figures of a model at one rate of requests.
struct Cycle {
  double starts_per_s = 0, mean_wait_s = 0, wait_p99_s = 0, wait_given_cold_p99_s = 0;
  double busy = 0, held = 0;  ///< shares of time: loading or running; with idle
};

namespace detail {

template <class Gaps>
Cycle cycle_under(const Gaps& gaps, Seconds service, Seconds load, Seconds timeout) {
  const math::LoadCycle<Gaps> c(gaps, service.base(), load.base(), timeout.base());
  return {c.cold_starts_per_s(), c.mean_wait_s(), c.wait_quantile_s(0.99), c.wait_quantile_given_wait_s(0.99),
          c.busy_share(),        c.live_share()};
}

}  // namespace detail

/// Poisson requests, or hyper-exponential gaps where they come in bursts.
inline Cycle cycle_of(RequestsPerSecond rate, double arrivals_scv, Seconds service, Seconds load, Seconds timeout) {
  const double per_s = rate.base();
  if (arrivals_scv <= 1) return detail::cycle_under(math::ExponentialGaps{per_s}, service, load, timeout);
  return detail::cycle_under(math::HyperExponentialGaps::with_variation(per_s, arrivals_scv), service, load, timeout);
}

}  // namespace planner::plan::models
