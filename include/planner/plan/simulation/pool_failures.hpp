#pragma once
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "planner/math/simulate/model_pool_play.hpp"
#include "planner/plan/models/pool_life/played_pool.hpp"
#include "planner/plan/simulation/failing_hosts.hpp"
#include "planner/plan/simulation/tolerance.hpp"

/// Hosts that carry a pool of models fail, and spares take their place.
namespace planner::plan::detail {

/// Spares that can take the place of a host: its own type's, or those of the type that covers all.
inline int spares_for(const ModelPlan& plan, const std::string& host) {
  double own = 0, all = 0;
  for (const FleetPart& part : plan.fleet) {
    all += part.spares;
    if (part.host == host) own = part.spares;
  }
  return static_cast<int>(own > 0 ? own : all);
}

/// All hosts of the type against its spares, as the plan keeps them.
inline FailingHosts fleet_hosts(const ModelPlan& plan, const PoolPart& pool, const SimulationInputs& how) {
  FailingHosts hosts{"", 0, spares_for(plan, pool.host), how.host_mtbf->in(units::hour),
                     how.repair_time.in(units::hour)};
  for (const FleetPart& part : plan.fleet)
    if (part.host == pool.host) hosts.needed = static_cast<int>(part.hosts);
  hosts.subject =
      pool.host + ", " + std::to_string(hosts.needed) + " of " + std::to_string(hosts.needed + hosts.spare) + " hosts";
  return hosts;
}

/// Mean time between failures in repair times, at most, with which a pool is played: seldom failures would not be seen
/// beside requests.
inline constexpr double seen_failures = 20;

/// Requests find no room as the plan says while it has its hosts, and none at all while all hosts of the pool and the
/// spares are down; while only some of them are, fewer of a larger pool. Replicas on a host that fails are lost: what
/// was in service is broken off, with the probability that the host fails meanwhile, and what waited loads elsewhere.
inline std::vector<Prediction> failure_predictions(const PoolPart& pool, const models::PoolMembers& members,
                                                   const FailingHosts& hosts) {
  const double up = math::availability(hosts.mtbf, hosts.repair);
  const double few = 1 - math::binomial_tail(hosts.needed, hosts.needed + hosts.spare, up);
  double requests = 0, turned_away = 0, doubt = 0, service = 0;
  for (const ServicePlan* s : members.services) {
    const double starts = at_peak(*s).starts_per_s;
    requests += s->peak_requests_per_s;
    turned_away += starts * s->overflow_probability;
    doubt += starts * tolerance_of(pool, members, *s, models::wait_beside(*s, members)).overflow;
    service += s->peak_requests_per_s * s->service_time->in(units::hour);
  }
  const double while_up = turned_away / requests, lost = service / requests / hosts.mtbf;
  const double some_room = hosts.needed > 1 ? few : 0;
  return {{hosts.subject, "too_few_hosts", few},
          {hosts.subject, "requests_without_room", few + (1 - few) * while_up, doubt / requests + some_room},
          {hosts.subject, "requests_broken_off", lost, 0.1 * lost}};
}

/// Of a pool that turns away what finds no room, so that each request is counted by itself.
inline std::vector<double> failure_figures(const math::simulate::PoolFigures& f) {
  double turned_away = 0, lost = 0, requests = 0;
  for (const math::simulate::ModelFigures& m : f.models) {
    turned_away += m.overflowed;
    lost += m.lost;
    requests += m.requests;
  }
  return {f.too_few_hosts, turned_away / requests, (lost - turned_away) / requests};
}

}  // namespace planner::plan::detail
