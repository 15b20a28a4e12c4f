#pragma once
#include <string>
#include <vector>

#include "planner/math/simulate/model_pool_estimate.hpp"
#include "planner/math/simulate/model_pool_play.hpp"
#include "planner/plan/models/plan.hpp"
#include "planner/plan/models/pool_life/kept_warm.hpp"
#include "planner/plan/simulation/hours.hpp"
#include "planner/plan/simulation/pool_failures.hpp"
#include "planner/plan/simulation/tolerance.hpp"

namespace planner::plan {

namespace detail {

/// The members of a pool in their busiest hour.
inline models::PoolMembers members_of(const ModelPlan& plan, const PoolPart& pool) {
  models::PoolMembers members{pool.gpus, {}};
  for (const std::string& name : pool.models)
    for (const ServicePlan& s : plan.services)
      if (s.name == name) members.services.push_back(&s);
  return members;
}

/// Share of requests that come while an engine falls asleep, at most. The cycle counts each as one that waits for all
/// of that and of the wake, and starts and shares of time as if none came.
inline double late_share(const ServicePlan& s, const models::Cycle& cycle) {
  const double falls = s.falls_asleep.value_or(Seconds{}).base();
  return cycle.starts_per_s * falls * (1 + s.peak_requests_per_s * falls);
}

/// Of engines asleep.
inline void add_sleeper(std::vector<Prediction>& all, const PoolPart& pool, const ServicePlan& s,
                        const models::PoolMembers& members) {
  const models::Cycle alone = at_peak(s);
  const models::WaitBeside wait = models::wait_beside(s, members);
  const double late = late_share(s, alone) + (s.arrivals_scv > 1 ? burst_tolerance : 0);
  const double falls = s.falls_asleep->base(), cold = wait.cold_fraction;
  Seconds longest{};  // that another one holds the block
  for (const ServicePlan* other : members.services) longest = std::max(longest, awake(*other));
  const double stretch = stretch_tolerance * (wait.mean_wait_s - alone.mean_wait_s);
  all.push_back({s.name, "cold_fraction", cold, late * cold});
  const double fuller = late + pool_use(pool, members) + overlap(s, wait);
  all.push_back({s.name, "overflow_probability", s.overflow_probability, fuller * s.overflow_probability});
  all.push_back({s.name, "mean_wait_s", wait.mean_wait_s,
                 stretch + late * (falls + wait.mean_wait_s) + cold * s.overflow_probability * longest.base()});
  all.push_back(
      {s.name, "wait_p99_s", wait.wait_p99_s,
       stretch_tolerance * (wait.wait_p99_s - alone.wait_p99_s) + (wait.wait_p99_s > s.load->base() ? falls : 0)});
  all.push_back({s.name, "live_share", alone.held, late * alone.held});
}

/// Figures of every member, in the order of `figures_of`.
inline std::vector<Prediction> predictions_of(const PoolPart& pool, const models::PoolMembers& members) {
  const std::string subject = std::to_string(members.services.size()) + " models on " +
                              std::to_string(static_cast<int>(pool.gpus)) + " GPUs of " + pool.host + ", busiest hour";
  std::vector<Prediction> all{
      {subject, "overflow_time", pool.overflow_time_share, overflow_time_tolerance(pool, members)}};
  for (const ServicePlan* s : members.services) {
    if (s->falls_asleep) {
      add_sleeper(all, pool, *s, members);
      continue;
    }
    const models::WaitBeside wait = models::wait_beside(*s, members);
    const PoolTolerance tolerance = tolerance_of(pool, members, *s, wait);
    all.push_back({s->name, "cold_fraction", wait.cold_fraction, tolerance.cold_fraction});
    all.push_back({s->name, "overflow_probability", s->overflow_probability, tolerance.overflow});
    all.push_back({s->name, "mean_wait_s", wait.mean_wait_s, tolerance.mean_wait});
    all.push_back({s->name, "wait_p99_s", wait.wait_p99_s, tolerance.wait_p99});
    all.push_back({s->name, "live_share", at_peak(*s).held, tolerance.live});
  }
  return all;
}

inline std::vector<double> figures_of(const math::simulate::PoolFigures& f) {
  std::vector<double> all{f.overflow_time};
  for (const math::simulate::ModelFigures& m : f.models) {
    if (m.requests <= 0) {
      all.insert(all.end(), 5, 0.0);
      continue;
    }
    for (const double x : {m.cold_fraction(), m.overflow_probability(), m.mean_wait(), m.wait_percentile(0.99), m.live})
      all.push_back(x);
  }
  return all;
}

template <class Figures>
void play_system(Playing& playing, const math::simulate::ModelPool& system, const std::vector<Prediction>& predictions,
                 Figures&& figures) {
  constexpr double events_per_request = 6;
  math::simulate::Run run =
      math::simulate::run_of(system, playing.events_per_run() / events_per_request, playing.inputs().seed);
  playing.play(predictions, [&](std::uint64_t r) {
    run.replication = r;
    const math::simulate::PoolFigures f = math::simulate::ModelPoolPlay(system, run).play();
    return Played{figures(f), f.events};
  });
}

/// The pool if replicas stayed until a cold start needs their room: cold fractions of its members. The plan's figures
/// for the least recently used are as if loads and requests took no time, and Che's where a formula is not exact; those
/// for cost-aware eviction were played themselves, with an error of their own.
inline void play_kept_warm(Playing& playing, const PoolPart& pool, const models::PoolMembers& members,
                           math::simulate::Eviction eviction) {
  const bool lru = eviction == math::simulate::Eviction::least_recently_used;
  const std::string subject = std::string("Cold fraction if replicas stayed and the ") +
                              (lru ? "longest idle" : "cheapest to load") + " gave way";
  const double approximate = models::detail::exact_lru(members, pool.gpus_per_host) ? 0 : che_tolerance;
  std::vector<Prediction> predictions;
  for (const ServicePlan* s : members.services) {
    const ColdIfKept& kept = *s->if_kept_warm;
    predictions.push_back(
        lru ? Prediction{subject, s->name, kept.least_recently_used, pool_use(pool, members) + approximate}
            : Prediction{subject, s->name, kept.cost_aware, kept.cost_aware_error});
  }
  const math::simulate::ModelPool system = models::kept_warm(members, pool.gpus_per_host, eviction);
  play_system(playing, system, predictions, [](const math::simulate::PoolFigures& f) {
    std::vector<double> cold;
    for (const math::simulate::ModelFigures& m : f.models) cold.push_back(m.requests > 0 ? m.cold_fraction() : 0.0);
    return cold;
  });
}

inline void play_pool(Playing& playing, const ModelPlan& plan, const PoolPart& pool) {
  const models::PoolMembers members = members_of(plan, pool);
  math::simulate::ModelPool system = models::system_of(members, pool.gpus_per_host);
  if (pool.block > 0) system = models::system_of_blocks(members, pool.block);
  play_system(playing, system, predictions_of(pool, members), figures_of);
  if (pool.block > 0) return;
  play_kept_warm(playing, pool, members, math::simulate::Eviction::least_recently_used);
  play_kept_warm(playing, pool, members, math::simulate::Eviction::cost_aware);
}

/// The hosts of the pool's type against their spares; and the pool itself on hosts that fail often enough to be seen.
inline void play_pool_failures(Playing& playing, const ModelPlan& plan, const PoolPart& pool) {
  const SimulationInputs& how = playing.inputs();
  play_failures(playing, fleet_hosts(plan, pool, how));
  const models::PoolMembers members = members_of(plan, pool);
  math::simulate::ModelPool system = models::system_of(members, pool.gpus_per_host);
  FailingHosts hosts{"", system.hosts, spares_for(plan, pool.host), how.host_mtbf->in(units::hour),
                     how.repair_time.in(units::hour)};
  hosts.mtbf = std::min(hosts.mtbf, seen_failures * hosts.repair);
  hosts.subject = "The pool, a host failing every " + std::to_string(std::lround(hosts.mtbf)) + " h";
  system.spare_hosts = hosts.spare;
  system.overflow = math::simulate::Overflow::lost;
  const double hour = units::hour.base();
  system.failures = {math::simulate::Law::exponential(hosts.mtbf * hour),
                     math::simulate::Law::lognormal(hosts.repair * hour, 1.0)};
  play_system(playing, system, failure_predictions(pool, members, hosts), failure_figures);
}

}  // namespace detail

/// Plays the pools of a models plan in the event simulator: their models load, serve and go as the plan says, at the
/// peaks of the busiest hour. Each number that the plan predicts stands beside an interval of independent replications.
/// Deterministic. Resident models do not wait for loads: there is nothing to play.
inline SimulationPlan plan_simulation(const ModelPlan& plan, const SimulationInputs& how,
                                      const RunsDone& progress = {}) {
  const std::vector<detail::CardHours> cards = detail::cards_by_hours(plan);
  const std::size_t ways = how.host_mtbf ? 5 : 3;  // as planned, with each order of eviction, hosts, hosts that fail
  detail::Playing playing(how, ways * plan.pool.parts.size() + cards.size(), progress);
  for (const PoolPart& pool : plan.pool.parts) {
    detail::play_pool(playing, plan, pool);
    if (how.host_mtbf && pool.block <= 0) detail::play_pool_failures(playing, plan, pool);
  }
  for (const detail::CardHours& card : cards) detail::play_hours(playing, card);
  SimulationPlan result = std::move(playing).plan();
  if (!cards.empty())
    result.notes.emplace_back(
        "Replicas that are held by the hour load anew each day, lognormal with the p50 and p90 of the load (assumed).");
  if (plan.pool.parts.empty() && cards.empty()) {
    result.notes.emplace_back("Every model is resident: no request waits for a load, and nothing is played.");
  } else if (!plan.pool.parts.empty()) {
    result.notes.emplace_back(
        "Requests are Poisson, or hyper-exponential where they come in bursts, and take as long as each other "
        "(assumed); loads from the same place share a link of their host. A cold start that finds no room waits for "
        "it, "
        "which the predictions leave out: mean waits may be longer by that.");
    if (!how.host_mtbf)
      result.notes.emplace_back("Host failures are not played: no time between failures is known (--host-mtbf).");
  }
  return result;
}

}  // namespace planner::plan
