#pragma once
#include <algorithm>
#include <vector>

#include "planner/math/delayed_load_cycle.hpp"
#include "planner/plan/models/cycle.hpp"
#include "planner/plan/models/day.hpp"
#include "planner/plan/models/plan.hpp"

/// What loads of a pool add to each other's waits where they share a link: worked out for the settled plan.
namespace planner::plan::models {

/// The models on demand of one host type and the GPUs that they share.
struct PoolMembers {
  double gpus = 0;
  std::vector<const ServicePlan*> services{};
};

/// Waits of a model on demand while the others of its pool load beside it.
struct WaitBeside {
  Seconds load{};  ///< mean
  double cold_fraction = 0, mean_wait_s = 0, wait_p99_s = 0, wait_given_cold_p99_s = 0;
};

namespace detail {

enum class LoadEnd { usual, slow };  ///< every load takes its p50, or its p90

inline Seconds load_at(const ServicePlan& s, LoadEnd end) { return end == LoadEnd::slow ? *s.load_p90 : *s.load; }
inline Seconds reading_at(const ServicePlan& s, LoadEnd end) {
  return end == LoadEnd::slow ? *s.reading_p90 : *s.reading;
}

/// The other members that load from the same place, in the busiest hour, as far as the pool has room for both. The pool
/// is taken to lie on one host: loads on different hosts do not meet, so that this is an upper estimate of a larger
/// pool.
inline math::LinkDelay delay_of(const ServicePlan& own, const PoolMembers& pool, LoadEnd end) {
  if (!own.reading) return {0, {}};
  std::vector<math::LinkUser> others;
  double slowdown = own.slowdown;
  for (const ServicePlan* other : pool.services) {
    if (other == &own || other->load_from != own.load_from || !other->reading) continue;
    if (other->gpus_per_replica + own.gpus_per_replica > pool.gpus) continue;
    const RequestsPerSecond peak = other->peak_requests_per_s * (units::request / units::second);
    const Cycle cycle =
        cycle_of(peak, other->arrivals_scv, {*other->service_time, load_at(*other, end), *other->idle_timeout});
    others.push_back({cycle.starts_per_s, reading_at(*other, end).base()});
    slowdown = std::max(slowdown, other->slowdown);
  }
  return {reading_at(own, end).base(), others, slowdown};
}

template <class Gaps>
WaitBeside wait_under(const Gaps& gaps, const ServicePlan& s, Seconds load, const math::LinkDelay& delay) {
  const math::DelayedLoadCycle<Gaps> c(gaps, s.service_time->base(), load.base(), s.idle_timeout->base(),
                                       delay.cases());
  const double without_room = delay.cases().empty() ? 0 : s.overflow_probability;  // these wait longer than any load
  return {c.mean_load_s() * units::second, c.cold_fraction(), c.mean_wait_s(),
          c.wait_quantile_s(0.99 + without_room * c.cold_fraction()),
          c.wait_quantile_given_wait_s(0.99 + without_room)};
}

inline WaitBeside wait_at(RequestsPerSecond rate, const ServicePlan& s, Seconds load, const math::LinkDelay& delay) {
  const double per_s = rate.base();
  if (s.arrivals_scv <= 1) return wait_under(math::ExponentialGaps{per_s}, s, load, delay);
  return wait_under(math::HyperExponentialGaps::with_variation(per_s, s.arrivals_scv), s, load, delay);
}

}  // namespace detail

/// In the busiest hour, by the usual load.
inline WaitBeside wait_beside(const ServicePlan& s, const PoolMembers& pool) {
  const RequestsPerSecond peak = s.peak_requests_per_s * (units::request / units::second);
  return detail::wait_at(peak, s, *s.load, detail::delay_of(s, pool, detail::LoadEnd::usual));
}

/// Puts the stretch into the waits of a service: its mean over the day and the percentiles of the worst part of it.
/// What waiting costs, by which the plan was chosen, stays that of loads alone; `beside_usd` is what the stretch adds.
inline void add_contention(ServicePlan& s, const PoolMembers& pool, const std::vector<DayPart>& day,
                           const std::optional<UsdPerTime>& wait_cost) {
  const math::LinkDelay usual = detail::delay_of(s, pool, detail::LoadEnd::usual);
  const math::LinkDelay slow = detail::delay_of(s, pool, detail::LoadEnd::slow);
  double waiting = 0, alone = 0, requests = 0, worst = 0, worst_slow = 0, given = 0;
  for (const DayPart& part : day) {
    const double share = part.share * part.rate.base();
    const WaitBeside w = detail::wait_at(part.rate, s, *s.load, usual);
    requests += share;
    waiting += share * w.mean_wait_s;
    alone += share * cycle_of(part.rate, s.arrivals_scv, {*s.service_time, *s.load, *s.idle_timeout}).mean_wait_s;
    worst = std::max(worst, w.wait_p99_s);
    given = std::max(given, w.wait_given_cold_p99_s);
    worst_slow = std::max(worst_slow, detail::wait_at(part.rate, s, *s.load_p90, slow).wait_p99_s);
  }
  s.load_beside = *s.load + usual.mean() * units::second;
  s.mean_wait = waiting / requests * units::second;
  if (wait_cost) s.beside_usd = std::max(0.0, waiting - alone) * *wait_cost;
  if (usual.cases().empty()) return;
  if (s.wait_p99) s.wait_p99 = worst * units::second;
  if (s.wait_p99_slow) s.wait_p99_slow = worst_slow * units::second;
  if (s.wait_given_cold_p99) s.wait_given_cold_p99 = given * units::second;
}

}  // namespace planner::plan::models
