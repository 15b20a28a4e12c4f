#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "planner/base/rounding.hpp"
#include "planner/math/simulate/warm_pool_play.hpp"
#include "planner/plan/sessions/plan.hpp"
#include "planner/plan/sessions/question/inputs.hpp"
#include "planner/plan/simulation/failing_hosts.hpp"

namespace planner::plan {

namespace detail {

/// The sessions of one class that draw from one warm pool, or those of one zone where there is none.
struct Churn {
  std::string subject;
  double alive = 0;     ///< at the same time, mean
  double lifetime = 0;  ///< seconds
  double refill = 0;    ///< seconds
  int pool = 0;         ///< sessions kept ready; 0: no pool
  double miss_probability = 0;
  PoolMiss miss = PoolMiss::cold_start;
  [[nodiscard]] double starts_per_s() const { return alive / lifetime; }
  [[nodiscard]] double refill_load() const { return starts_per_s() * refill; }
  [[nodiscard]] math::PoolMiss meaning() const {
    return miss == PoolMiss::cold_start ? math::PoolMiss::served_cold : math::PoolMiss::waits;
  }
};

inline const SessionClass& class_named(const SessionInputs& in, const std::string& name) {
  return *std::find_if(in.classes.begin(), in.classes.end(), [&](const SessionClass& c) { return c.name == name; });
}

inline Churn churn_of(const SessionInputs& in, const SessionPlan& plan, const Tier& tier) {
  Churn churn;
  churn.subject = tier.session_class;
  churn.lifetime = class_named(in, tier.session_class).lifetime.in(units::second);
  double parts = in.policy.zones - in.policy.survive_zones;
  const auto pool = std::find_if(plan.warm_pools.begin(), plan.warm_pools.end(),
                                 [&](const WarmPool& w) { return w.session_class == tier.session_class; });
  if (pool != plan.warm_pools.end()) {
    parts = pool->pools;
    churn.pool = static_cast<int>(pool->sessions_per_pool);
    churn.refill = pool->refill.in(units::second);
    churn.miss_probability = pool->miss_probability;
    churn.miss = in.policy.warm_pool_meaning;
    churn.subject += ", one pool of " + std::to_string(churn.pool) + " per " + pool->scope;
  }
  churn.alive = tier.sessions.in(units::session) / parts;
  return churn;
}

inline std::vector<Prediction> predictions_of(const Churn& churn) {
  std::vector<Prediction> predictions{{churn.subject, "starts_per_s", churn.starts_per_s()},
                                      {churn.subject, "sessions_alive", churn.alive}};
  if (churn.pool == 0) return predictions;
  const math::PoolMiss meaning = churn.meaning();
  predictions.push_back({churn.subject, "miss_probability", churn.miss_probability});
  predictions.push_back(
      {churn.subject, "sessions_ready", math::expected_idle(churn.pool, churn.refill_load(), meaning)});
  if (meaning == math::PoolMiss::waits)
    predictions.push_back(
        {churn.subject, "mean_wait_s", churn.refill * math::mean_pool_wait(churn.pool, churn.refill_load())});
  return predictions;
}

/// Poisson starts, exponential lives, lognormal refills of variation 1 (assumed; the formulas hold for every law).
/// Starts with the mean number of sessions alive, so that only the pool has to settle: ten refill times.
inline void play_churn(Playing& playing, const Churn& churn) {
  using namespace math::simulate;
  WarmPoolSystem system{Law::exponential(1.0 / churn.starts_per_s()), Law::lognormal(churn.refill, 1.0),
                        Law::exponential(churn.lifetime), churn.pool, churn.meaning()};
  system.alive = static_cast<int>(std::lround(churn.alive));
  constexpr double events_per_start = 3.0, fewest_starts = 100.0;
  const double length = std::max(fewest_starts, playing.events_per_run() / events_per_start) / churn.starts_per_s();
  playing.play(predictions_of(churn), [&](std::uint64_t r) {
    const Run run{playing.inputs().seed, r, 10.0 * churn.refill, length};
    const WarmPoolFigures f = WarmPoolPlay(system, run).play();
    return Played{{f.starts / length, f.alive, f.miss_share(), f.idle, f.wait / f.starts}, f.events};
  });
}

/// The hosts of one zone.
inline std::vector<FailingHosts> failing_hosts_of(const SessionInputs& in, const SessionPlan& plan) {
  std::vector<FailingHosts> pools;
  for (const Headroom& h : plan.headroom) {
    if (!h.mtbf) continue;
    const double carry = (h.base_hosts + h.warm_pool_hosts) / (in.policy.zones - in.policy.survive_zones);
    FailingHosts hosts{"", static_cast<int>(whole_up(carry)), static_cast<int>(std::lround(h.failures / h.zones)),
                       h.mtbf->in(units::hour), in.policy.repair_time.in(units::hour)};
    hosts.subject = h.trust + " on " + h.host + ", " + std::to_string(hosts.needed) + " of " +
                    std::to_string(hosts.needed + hosts.spare) + " hosts of a zone";
    if (hosts.needed > 0) pools.push_back(std::move(hosts));
  }
  return pools;
}

}  // namespace detail

/// Plays a sessions plan in the event simulator: the churn of every class of the chosen design with its warm pools, and
/// failing hosts against the headroom. Each number that the plan predicts stands beside an interval of independent
/// replications. Deterministic; an infeasible plan has no design and nothing to play.
inline SimulationPlan plan_simulation(const SessionInputs& inputs, const SessionPlan& plan, const SimulationInputs& how,
                                      const RunsDone& progress = {}) {
  const std::vector<detail::FailingHosts> hosts = detail::failing_hosts_of(inputs, plan);
  detail::Playing playing(how, plan.tiers.size() + hosts.size(), progress);
  for (const Tier& tier : plan.tiers) detail::play_churn(playing, detail::churn_of(inputs, plan, tier));
  for (const detail::FailingHosts& pool : hosts) detail::play_failures(playing, pool);
  SimulationPlan result = std::move(playing).plan();
  result.notes = {
      "Starts are Poisson, lives exponential, refills and repairs lognormal with a variation of 1 (assumed)."};
  if (hosts.empty() && !plan.tiers.empty())
    result.notes.push_back("Host failures are not played: no time between failures is known. Set policy.host_mtbf.");
  return result;
}

}  // namespace planner::plan
