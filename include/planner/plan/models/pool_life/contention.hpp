#pragma once
#include <algorithm>
#include <vector>

#include "planner/math/delayed_load_cycle.hpp"
#include "planner/plan/models/candidates/cycle.hpp"
#include "planner/plan/models/plan.hpp"
#include "planner/plan/models/question/day.hpp"

/// What loads and wakes add to each other's waits where they share a link: worked out for the settled plan.
namespace planner::plan::models {

/// The models on demand of a pool, or the engines asleep of a group, and the GPUs that they share.
struct PoolMembers {
  double gpus = 0;
  std::vector<const ServicePlan*> services{};
  std::vector<const ServicePlan*> beside{};  ///< on the same hosts and other GPUs
};

/// Waits of a model on demand while others of its hosts load beside it.
struct WaitBeside {
  Seconds load{};  ///< mean
  double cold_fraction = 0, mean_wait_s = 0, wait_p99_s = 0, wait_given_cold_p99_s = 0;
};

namespace detail {

enum class LoadEnd { usual, slow };  ///< every load takes its p50, or its p90

inline Seconds reading_at(const ServicePlan& s, LoadEnd end) {
  return end == LoadEnd::slow ? *s.reading_p90 : *s.reading;
}

inline CycleTimes times_at(const ServicePlan& s, LoadEnd end) {
  const bool slow = end == LoadEnd::slow;
  CycleTimes times{*s.service_time, slow ? *s.load_p90 : *s.load, *s.idle_timeout};
  if (s.falls_asleep) times.leaving = slow ? *s.falls_asleep_p90 : *s.falls_asleep;
  return times;
}

/// Those that load from the same place, as far as there is room for both. All are taken to lie on one host: loads on
/// different hosts do not meet, so that this is an upper estimate of larger pools.
inline std::vector<const ServicePlan*> met_by(const ServicePlan& own, const PoolMembers& pool) {
  std::vector<const ServicePlan*> others = pool.beside;
  for (const ServicePlan* s : pool.services)
    if (s != &own && s->gpus_per_replica + own.gpus_per_replica <= pool.gpus) others.push_back(s);
  std::erase_if(others, [&](const ServicePlan* s) { return s->load_from != own.load_from || !s->reading; });
  return others;
}

/// In the busiest hour.
inline math::LinkDelay delay_of(const ServicePlan& own, const PoolMembers& pool, LoadEnd end) {
  if (!own.reading) return {0, {}};
  std::vector<math::LinkUser> users;
  double slowdown = own.slowdown;
  for (const ServicePlan* other : met_by(own, pool)) {
    const RequestsPerSecond peak = other->peak_requests_per_s * (units::request / units::second);
    const Cycle cycle = cycle_of(peak, other->arrivals_scv, times_at(*other, end));
    users.push_back({cycle.starts_per_s, reading_at(*other, end).base()});
    slowdown = std::max(slowdown, other->slowdown);
  }
  return {reading_at(own, end).base(), users, slowdown};
}

template <class Gaps>
WaitBeside wait_under(const Gaps& gaps, const CycleTimes& times, const math::LinkDelay& delay) {
  const math::DelayedLoadCycle<Gaps> c(gaps, times.service.base(), times.load.base(), times.timeout.base(),
                                       delay.cases());
  const Waits waits = waits_of(c, c.mean_load_s(), times);
  return {c.mean_load_s() * units::second, c.cold_fraction(), waits.mean_s, waits.p99_s, waits.given_cold_p99_s};
}

inline WaitBeside wait_at(RequestsPerSecond rate, const ServicePlan& s, LoadEnd end, const math::LinkDelay& delay) {
  CycleTimes times = times_at(s, end);
  if (!delay.cases().empty() || s.falls_asleep) times.without_room = s.overflow_probability;  // longer than any load
  const double per_s = rate.base();
  if (s.arrivals_scv <= 1) return wait_under(math::ExponentialGaps{per_s}, times, delay);
  return wait_under(math::HyperExponentialGaps::with_variation(per_s, s.arrivals_scv), times, delay);
}

}  // namespace detail

/// In the busiest hour, by the usual load.
inline WaitBeside wait_beside(const ServicePlan& s, const PoolMembers& pool) {
  const RequestsPerSecond peak = s.peak_requests_per_s * (units::request / units::second);
  return detail::wait_at(peak, s, detail::LoadEnd::usual, detail::delay_of(s, pool, detail::LoadEnd::usual));
}

/// Puts the stretch into the waits of a service: its mean over the day and the percentiles of the worst part of it.
/// What waiting costs, by which the plan was chosen, stays that of loads alone; `beside_usd` is what the stretch adds.
inline void add_contention(ServicePlan& s, const PoolMembers& pool, const std::vector<DayPart>& day,
                           const std::optional<UsdPerTime>& wait_cost) {
  using detail::LoadEnd;
  const math::LinkDelay usual = detail::delay_of(s, pool, LoadEnd::usual);
  const math::LinkDelay slow = detail::delay_of(s, pool, LoadEnd::slow);
  double waiting = 0, alone = 0, requests = 0;
  Seconds worst{}, worst_slow{}, given{};
  for (const DayPart& part : day) {
    const double share = part.share * part.rate.base();
    const WaitBeside w = detail::wait_at(part.rate, s, LoadEnd::usual, usual);
    requests += share;
    waiting += share * w.mean_wait_s;
    alone += share * cycle_of(part.rate, s.arrivals_scv, detail::times_at(s, LoadEnd::usual)).mean_wait_s;
    worst = std::max(worst, w.wait_p99_s * units::second);
    given = std::max(given, w.wait_given_cold_p99_s * units::second);
    const WaitBeside slow_wait = detail::wait_at(part.rate, s, LoadEnd::slow, slow);
    worst_slow = std::max(worst_slow, slow_wait.wait_p99_s * units::second);
  }
  s.load_beside = *s.load + usual.mean() * units::second;
  s.mean_wait = waiting / requests * units::second;
  if (wait_cost) s.beside_usd = std::max(0.0, waiting - alone) * *wait_cost;
  if (usual.cases().empty()) return;
  if (s.wait_p99) s.wait_p99 = std::max(*s.wait_p99, worst);
  if (s.wait_p99_slow) s.wait_p99_slow = std::max(*s.wait_p99_slow, worst_slow);
  if (s.wait_given_cold_p99) s.wait_given_cold_p99 = std::max(*s.wait_given_cold_p99, given);
}

}  // namespace planner::plan::models
