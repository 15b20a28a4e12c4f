#pragma once
#include <string>
#include <vector>

#include "planner/math/simulate/model_pool_estimate.hpp"
#include "planner/math/simulate/model_pool_play.hpp"
#include "planner/plan/models/cycle.hpp"
#include "planner/plan/models/plan.hpp"
#include "planner/plan/simulation/playing.hpp"

namespace planner::plan {

namespace detail {

/// The members of a pool in their busiest hour.
inline std::vector<const ServicePlan*> members_of(const ModelPlan& plan, const PoolPart& pool) {
  std::vector<const ServicePlan*> members;
  for (const std::string& name : pool.models)
    for (const ServicePlan& s : plan.services)
      if (s.name == name) members.push_back(&s);
  return members;
}

/// What predictions leave out: a start without room waits at most about as long as another model is up.
inline double wait_for_room(const ServicePlan& s, const models::Cycle& cycle) {
  return cycle.starts_per_s / s.peak_requests_per_s * s.overflow_probability *
         (s.load->base() + s.service_time->base());
}

inline models::Cycle at_peak(const ServicePlan& s) {
  const RequestsPerSecond rate = s.peak_requests_per_s * (units::request / units::second);
  return models::cycle_of(rate, s.arrivals_scv, *s.service_time, *s.load, *s.idle_timeout);
}

/// Of the cycle under bursts, docs/accuracy.md; exact for Poisson requests.
inline constexpr double burst_tolerance = 0.1;

/// Figures of every member, in the order of `figures_of`.
inline std::vector<Prediction> predictions_of(const PoolPart& pool, const std::vector<const ServicePlan*>& members) {
  const std::string subject = std::to_string(members.size()) + " models on " +
                              std::to_string(static_cast<int>(pool.gpus)) + " GPUs of " + pool.host + ", busiest hour";
  std::vector<Prediction> all{{subject, "overflow_time", pool.overflow_time_share}};
  for (const ServicePlan* s : members) {
    const models::Cycle cycle = at_peak(*s);
    const double burst = s->arrivals_scv > 1 ? burst_tolerance : 0;
    const auto add = [&](const char* figure, double value, double tolerance) {
      all.push_back({s->name, figure, value, tolerance + burst * value});
    };
    add("cold_fraction", cycle.starts_per_s / s->peak_requests_per_s, 0);
    add("overflow_probability", s->overflow_probability, 0);
    add("mean_wait_s", cycle.mean_wait_s, wait_for_room(*s, cycle));
    add("wait_p99_s", cycle.wait_p99_s, 0);
    add("live_share", cycle.held, 0);
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

/// Requests that take as long as each other, each load on a link of its own. Cold starts without room wait.
inline math::simulate::ModelPool system_of(const PoolPart& pool, const std::vector<const ServicePlan*>& members) {
  using math::simulate::Law;
  math::simulate::ModelPool system;
  for (const ServicePlan* s : members)
    system.models.push_back({.gaps = gaps_of(*s),
                             .service = Law::constant(s->service_time->base()),
                             .load = s->load->base(),
                             .timeout = s->idle_timeout->base(),
                             .gpus = static_cast<int>(s->gpus_per_replica)});
  system.hosts = std::max(1, static_cast<int>(whole_up(pool.gpus / pool.gpus_per_host)));
  system.gpus_per_host = static_cast<int>(std::min(pool.gpus, pool.gpus_per_host));
  return system;
}

inline void play_pool(Playing& playing, const ModelPlan& plan, const PoolPart& pool) {
  const std::vector<const ServicePlan*> members = members_of(plan, pool);
  const math::simulate::ModelPool system = system_of(pool, members);
  constexpr double events_per_request = 4;
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
        "Requests are Poisson, or hyper-exponential where they come in bursts, and take as long as each other; loads "
        "do not share a link (assumed). A cold start that "
        "finds no room waits for it, which the predictions leave out: mean waits may be longer by that.");
  }
  return result;
}

}  // namespace planner::plan
