#pragma once
#include <algorithm>

#include "planner/base/units.hpp"
#include "planner/math/load_cycle.hpp"

/// How a model on demand comes and goes.
namespace planner::plan::models {

/// Figures of a model at one rate of requests.
struct Cycle {
  double starts_per_s = 0, mean_wait_s = 0, wait_p99_s = 0, wait_given_cold_p99_s = 0;
  double busy = 0, held = 0;  ///< shares of time: loading, running or going; with idle
};

/// What a model on demand takes, whatever its rate.
struct CycleTimes {
  Seconds service{}, load{}, timeout{};
  Seconds leaving{};        ///< from the end of the timeout until its cards are free
  double without_room = 0;  ///< share of starts that find none, where it takes time to leave
};

namespace detail {

struct Waits {
  double mean_s = 0, p99_s = 0, given_cold_p99_s = 0;
};

/// @param c a `math::LoadCycle`, or one whose loads are delayed
template <class LoadCycle>
Waits waits_of(const LoadCycle& c, double mean_load, const CycleTimes& t) {
  const double leaving = t.leaving.base();
  const double late = c.share_while_leaving(leaving);  // these wait for what is left of the last one, too
  const double late_given_wait = late / (c.cold_fraction() * (1 + c.followers()));
  Waits waits{.mean_s = c.mean_wait_s() + late * (leaving + mean_load)};
  // No more than these wait longer than a load, and of them only those without room longer than to leave and load.
  const double longer = late + t.without_room * c.cold_fraction(), longer_given_wait = late_given_wait + t.without_room;
  const double longest = leaving + c.longest_load_s();
  waits.p99_s = longer > 0.01 ? longest : c.wait_quantile_s(0.99 + longer);
  waits.given_cold_p99_s = longer_given_wait > 0.01 ? longest : c.wait_quantile_given_wait_s(0.99 + longer_given_wait);
  return waits;
}

template <class Gaps>
Cycle cycle_under(const Gaps& gaps, const CycleTimes& t) {
  const math::LoadCycle<Gaps> c(gaps, t.service.base(), t.load.base(), t.timeout.base());
  const Waits waits = waits_of(c, t.load.base(), t);
  const double going = c.cold_starts_per_s() * t.leaving.base();
  return {.starts_per_s = c.cold_starts_per_s(),
          .mean_wait_s = waits.mean_s,
          .wait_p99_s = waits.p99_s,
          .wait_given_cold_p99_s = waits.given_cold_p99_s,
          .busy = std::min(1.0, c.busy_share() + going),
          .held = std::min(1.0, c.live_share() + going)};
}

}  // namespace detail

/// Poisson requests, or hyper-exponential gaps where they come in bursts. Where it takes time to go, waits and shares
/// of time are upper bounds: a request that comes meanwhile is counted as one that waits for all of it, and starts as
/// if none came.
inline Cycle cycle_of(RequestsPerSecond rate, double arrivals_scv, const CycleTimes& times) {
  const double per_s = rate.base();
  if (arrivals_scv <= 1) return detail::cycle_under(math::ExponentialGaps{per_s}, times);
  return detail::cycle_under(math::HyperExponentialGaps::with_variation(per_s, arrivals_scv), times);
}

}  // namespace planner::plan::models
