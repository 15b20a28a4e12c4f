#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "planner/plan/models/pool_life/contention.hpp"

/// How far what a plan says of a pool may lie from what is played: the formulas leave things out that can be sized.
namespace planner::plan::detail {

/// Of the figures of one model, in their units.
struct PoolTolerance {
  double cold_fraction = 0, overflow = 0, mean_wait = 0, wait_p99 = 0, live = 0;
};

/// Of the cycle under bursts, docs/accuracy.md; exact for Poisson requests.
inline constexpr double burst_tolerance = 0.1;
/// Of what loads on a shared link add (tests/unit/load_contention_test.cpp). On several hosts all of it is in doubt:
/// loads on different hosts do not meet.
inline constexpr double stretch_tolerance = 0.25;

/// Of Che's approximation, where one model is a large part of the room (tests/unit/kept_warm_test.cpp).
inline constexpr double che_tolerance = 0.06;

inline models::Cycle at_peak(const ServicePlan& s) {
  const RequestsPerSecond rate = s.peak_requests_per_s * (units::request / units::second);
  models::CycleTimes times{*s.service_time, *s.load, *s.idle_timeout};
  if (s.falls_asleep) times.leaving = *s.falls_asleep, times.without_room = s.overflow_probability;
  return models::cycle_of(rate, s.arrivals_scv, times);
}

/// Starts without room come later and meet others then, the more the fuller the pool is: as a share of an overflow.
inline double pool_use(const PoolPart& pool, const models::PoolMembers& members) {
  double gpus = 0;
  for (const ServicePlan* s : members.services) gpus += s->gpus_per_replica * at_peak(*s).held;
  return gpus / pool.gpus;
}

/// Loads that fill the pool together are those that slow each other: as a share of an overflow.
inline double overlap(const ServicePlan& s, const models::WaitBeside& beside) {
  if (!s.reading || beside.load <= *s.load) return 0;
  return *s.reading / (*s.load + *s.service_time);
}

/// A start without room waits at most about as long as another model is up, which predictions leave out.
inline double wait_for_room(const ServicePlan& s, const models::WaitBeside& beside) {
  return beside.cold_fraction * s.overflow_probability * (beside.load + *s.service_time).base();
}

inline PoolTolerance tolerance_of(const PoolPart& pool, const models::PoolMembers& members, const ServicePlan& s,
                                  const models::WaitBeside& beside) {
  const models::Cycle alone = at_peak(s);
  const double burst = s.arrivals_scv > 1 ? burst_tolerance : 0;
  const double doubt = pool.gpus > pool.gpus_per_host ? 1 : stretch_tolerance;
  PoolTolerance t;
  t.cold_fraction = burst * beside.cold_fraction +
                    doubt * std::abs(alone.starts_per_s / s.peak_requests_per_s - beside.cold_fraction);
  t.overflow = (burst + pool_use(pool, members) + overlap(s, beside)) * s.overflow_probability;
  t.mean_wait =
      burst * beside.mean_wait_s + doubt * (beside.mean_wait_s - alone.mean_wait_s) + wait_for_room(s, beside);
  t.wait_p99 = burst * beside.wait_p99_s + doubt * (beside.wait_p99_s - alone.wait_p99_s);
  t.live = (burst + beside.load / *s.load - 1) * alone.held;
  return t;
}

/// Time for which an engine asleep holds its block with one request.
inline Seconds awake(const ServicePlan& s) { return *s.load + *s.service_time + *s.falls_asleep; }

/// Of engines asleep, as a share: a wake without room is in line while the other is awake, the joint law counts how
/// long both would be: a^2 / 2 + b^2 / 2 against a b, for the longest and the shortest.
inline double unlike_times(const models::PoolMembers& members) {
  const auto [least, most] = std::ranges::minmax(members.services, {}, [](const ServicePlan* s) { return awake(*s); });
  const double ratio = awake(*most) / awake(*least);
  return 0.5 * (ratio + 1 / ratio) - 1;
}

inline double overflow_time_tolerance(const PoolPart& pool, const models::PoolMembers& members) {
  double share = pool.block > 0 ? unlike_times(members) : 0;
  for (const ServicePlan* s : members.services) {
    const double burst = s->arrivals_scv > 1 ? burst_tolerance : 0;
    share = std::max(share, burst + overlap(*s, models::wait_beside(*s, members)));
  }
  return (pool_use(pool, members) + share) * pool.overflow_time_share;
}

}  // namespace planner::plan::detail
