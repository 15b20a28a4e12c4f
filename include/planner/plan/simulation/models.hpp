#pragma once
#include <string>
#include <vector>

#include "planner/math/simulate/model_pool_estimate.hpp"
#include "planner/math/simulate/model_pool_play.hpp"
#include "planner/plan/models/plan.hpp"
#include "planner/plan/simulation/playing.hpp"
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

/// Figures of every member, in the order of `figures_of`.
inline std::vector<Prediction> predictions_of(const PoolPart& pool, const models::PoolMembers& members) {
  const std::string subject = std::to_string(members.services.size()) + " models on " +
                              std::to_string(static_cast<int>(pool.gpus)) + " GPUs of " + pool.host + ", busiest hour";
  std::vector<Prediction> all{
      {subject, "overflow_time", pool.overflow_time_share, overflow_time_tolerance(pool, members)}};
  for (const ServicePlan* s : members.services) {
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

inline math::simulate::Law gaps_of(const ServicePlan& s) {
  const double mean = 1 / s.peak_requests_per_s;
  return s.arrivals_scv > 1 ? math::simulate::Law::hyper_exponential(mean, s.arrivals_scv)
                            : math::simulate::Law::exponential(mean);
}

/// Requests that take as long as each other; what is read from one place goes over one link of the host, which carries
/// as many loads as the slowest of its readers allows. Cold starts without room wait.
inline math::simulate::ModelPool system_of(const PoolPart& pool, const models::PoolMembers& members) {
  using math::simulate::Law;
  math::simulate::ModelPool system;
  double slowdown = 0;
  for (const ServicePlan* s : members.services) {
    slowdown = std::max(slowdown, s->slowdown);
    system.models.push_back({.gaps = gaps_of(*s),
                             .service = Law::constant(s->service_time->base()),
                             .load = s->load->base(),
                             .link = static_cast<int>(*s->load_from),
                             .timeout = s->idle_timeout->base(),
                             .gpus = static_cast<int>(s->gpus_per_replica),
                             .on_link = s->reading ? s->reading->base() : 0});
  }
  system.links = math::simulate::LinkScope::host;
  system.link_carries = 2 / (1 + slowdown);  // two at a time take 1 + slowdown as long
  system.hosts = std::max(1, static_cast<int>(whole_up(pool.gpus / pool.gpus_per_host)));
  system.gpus_per_host = static_cast<int>(std::min(pool.gpus, pool.gpus_per_host));
  return system;
}

inline void play_pool(Playing& playing, const ModelPlan& plan, const PoolPart& pool) {
  const models::PoolMembers members = members_of(plan, pool);
  const math::simulate::ModelPool system = system_of(pool, members);
  constexpr double events_per_request = 6;
  math::simulate::Run run =
      math::simulate::run_of(system, playing.events_per_run() / events_per_request, playing.inputs().seed);
  playing.play(predictions_of(pool, members), [&](std::uint64_t r) {
    run.replication = r;
    const math::simulate::PoolFigures f = math::simulate::ModelPoolPlay(system, run).play();
    return Played{figures_of(f), f.events};
  });
}

}  // namespace detail

/// Plays the pools of a models plan in the event simulator: their models load, serve and go as the plan says, at the
/// peaks of the busiest hour. Each number that the plan predicts stands beside an interval of independent replications.
/// Deterministic. Resident models do not wait for loads: there is nothing to play.
inline SimulationPlan plan_simulation(const ModelPlan& plan, const SimulationInputs& how,
                                      const RunsDone& progress = {}) {
  detail::Playing playing(how, plan.pool.parts.size(), progress);
  for (const PoolPart& pool : plan.pool.parts) detail::play_pool(playing, plan, pool);
  SimulationPlan result = std::move(playing).plan();
  if (plan.pool.parts.empty()) {
    result.notes.emplace_back("Every model is resident: no request waits for a load, and nothing is played.");
  } else {
    result.notes.emplace_back(
        "Requests are Poisson, or hyper-exponential where they come in bursts, and take as long as each other "
        "(assumed); loads from the same place share a link of their host. A cold start that finds no room waits for "
        "it, "
        "which the predictions leave out: mean waits may be longer by that.");
  }
  return result;
}

}  // namespace planner::plan
