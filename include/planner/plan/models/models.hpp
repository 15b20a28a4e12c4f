#pragma once
#include "planner/plan/models/bill/break_even.hpp"
#include "planner/plan/models/bill/service_plan.hpp"
#include "planner/plan/models/bill/team_shares.hpp"
#include "planner/plan/models/candidates/load_time.hpp"
#include "planner/plan/models/choice/decide.hpp"
#include "planner/plan/models/choice/versus.hpp"
#include "planner/plan/models/narrate/narrate.hpp"
#include "planner/plan/models/notes.hpp"
#include "planner/plan/models/placement/moves.hpp"
#include "planner/plan/models/placement/placement.hpp"
#include "planner/plan/models/pool_life/contention.hpp"
#include "planner/plan/models/pool_life/kept_warm.hpp"
#include "planner/plan/models/question/check_inputs.hpp"

namespace planner::plan {

namespace models {

/// Names the services that no candidate serves; why not is among the options turned down.
inline void say_infeasible(ModelPlan& plan, const std::vector<ServiceOptions>& services) {
  plan.status = Status::infeasible;
  for (const ServiceOptions& s : services)
    if (s.candidates.empty()) plan.reasons.push_back(s.id + ": no candidate GPU holds it and meets its targets");
}

/// Which part of its load, or wake, moves weights.
inline void set_reading(ServicePlan& p, const Market& m, std::size_t service, const Candidate& c) {
  const auto place =
      std::ranges::find(weight_places, c.on_demand->tier, &std::pair<WeightTier, catalog::WeightPlace>::first);
  const Reading r = reading_of(m.catalog, m.inputs.load, m.services[service], *c.offer, m.types[c.host],
                               {place->second, c.on_demand->starts()});
  if (!r.alone.known()) return;
  p.reading = r.alone.value();
  p.reading_p90 = r.alone.high_or_typical();
  p.slowdown = r.slowdown;
}

/// The members of these pools, all on the hosts of one type.
inline std::vector<PoolMembers> members_of(const ModelPlan& plan, const std::vector<Pool>& pools) {
  std::vector<PoolMembers> all;
  for (const Pool& own : pools) {
    PoolMembers& members = all.emplace_back(PoolMembers{.gpus = own.gpus});
    for (const Pool& pool : pools)
      for (const std::size_t s : pool.members)
        (&pool == &own ? members.services : members.beside).push_back(&plan.services[s]);
  }
  return all;
}

/// What eviction would do in the pool of a host type.
inline void set_kept_warm(ModelPlan& plan, const Pool& pool, const PoolMembers& members, const HostType& type) {
  std::vector<ServicePlan*> services;
  for (const std::size_t s : pool.members) services.push_back(&plan.services[s]);
  if (!services.empty()) add_kept_warm(services, members, type.gpus);
}

/// What models on demand do to each other: waits with loads and wakes beside each other, and what eviction would do.
inline void set_pool_life(ModelPlan& plan, const Market& m, const Fleet& fleet) {
  for (std::size_t t = 0; t < fleet.pools.size(); ++t) {
    const std::vector<Pool> pools = pools_on(fleet, t);
    for (const Pool& pool : pools)
      for (const std::size_t s : pool.members) set_reading(plan.services[s], m, s, *fleet.chosen[s]);
    const std::vector<PoolMembers> members = members_of(plan, pools);
    if (!fleet.pools[t].members.empty()) set_kept_warm(plan, fleet.pools[t], members.front(), m.types[t]);
    for (std::size_t i = 0; i < pools.size(); ++i)
      for (const std::size_t s : pools[i].members) {
        add_contention(plan.services[s], members[i], fleet.chosen[s]->on_demand->day, m.inputs.policy.wait_cost);
        plan.beside_usd += plan.services[s].beside_usd;
      }
  }
}

inline void fill_services(ModelPlan& plan, const Market& m, const Fleet& fleet, const Others& others) {
  for (std::size_t s = 0; s < m.services.size(); ++s) {
    const Candidate& c = *fleet.chosen[s];
    const HostType& type = m.types[c.host];
    ServicePlan& p = plan.services.emplace_back(service_plan(m.services[s], c, type));
    if (c.resident()) {
      const UsualLoad load = usual_load(m.catalog, m.inputs.load, m.services[s], *c.offer, type);
      detail::set_load(p, load.time, load.from);
    }
    p.holding_usd = holding_cost(c, type);
    if (const auto rate = break_even_of(m.services[s], p.holding_usd, p.load, m.inputs.policy.wait_cost))
      p.break_even_requests_per_h = rate->base() * units::hour.base();
  }
  set_pools(plan, m, fleet);
  set_pool_life(plan, m, fleet);
  split_bill(plan, m, fleet);
  set_runners_up(plan, m, fleet, others);
}

inline void set_alternatives(ModelPlan& plan, const Market& m, const Decided& decided) {
  if (decided.resident) plan.all_resident = alternative(m.types, *decided.resident);
  plan.dedicated_per_team = dedicated_per_team(m.catalog, m.inputs);
  if (m.inputs.policy.upgrade_room > 0) plan.without_upgrade_room = without_upgrade_room(m, decided.fleet);
  const auto together = [](const ServiceOptions& s) { return s.traffic.assumed_together; };
  if (std::ranges::any_of(m.services, together)) plan.peaks_apart = with_peaks_apart(m, decided.fleet);
}

/// The plan of a fleet that was decided on.
///
/// @param trace receives the derivation of every number; null: none is recorded
inline ModelPlan told(const Market& market, const Decided& decided, std::vector<Rejected> rejected, Trace* trace) {
  const ModelInputs& inputs = market.inputs;
  const Fleet& fleet = decided.fleet;
  ModelPlan plan{.rejected = std::move(rejected)};
  set_totals(plan, market, fleet, decided.lower_bound, inputs.policy);
  fill_services(plan, market, fleet, decided.others);
  if (inputs.running.gpus.empty()) {
    plan.placement = placement_of(market, fleet);
  } else {
    place_beside(plan, market, fleet, inputs.running);
  }
  plan.teams = team_shares(market, fleet, plan.services, plan.notes);
  set_alternatives(plan, market, decided);
  add_notes(plan, market, fleet);
  if (trace != nullptr) narrate(*trace, plan, inputs, market, fleet);
  return plan;
}

/// The plan where a service has no candidate.
inline ModelPlan told_infeasible(Asked asked) {
  ModelPlan plan{.rejected = std::move(asked.rejected)};
  say_infeasible(plan, asked.services);
  return plan;
}

}  // namespace models

/// GPUs, hosts and cost of many models under the traffic of many teams.
///
/// Demand becomes a peak rate per model; one replica's memory, batch and sustainable rate follow for every candidate
/// GPU and degree of tensor parallelism; utilisation and the queue give the replicas. One candidate per model is then
/// chosen, resident or on demand, so that whole hosts, their spares and waiting cost least. The model is described in
/// docs/design/models.md.
///
/// @param catalog  what is known; GPUs whose speed nobody has published serve nothing
/// @param inputs   services, candidate hosts, policy
/// @param trace    receives the derivation of every number of the plan; null: none is recorded
/// @return the plan; `status` is infeasible, with reasons, where a model is served by no candidate
/// @throws InputError with every fault of the inputs at once (codes `models.*`)
inline ModelPlan plan_models(const catalog::Catalog& catalog, const ModelInputs& inputs, Trace* trace = nullptr) {
  models::InputCheck(catalog, inputs).run();
  models::Asked asked = models::ask(catalog, inputs);
  const models::Market market = models::market_of(catalog, inputs, asked);
  const auto decided = models::decide(market);
  if (!decided) return models::told_infeasible(std::move(asked));
  return models::told(market, *decided, std::move(asked.rejected), trace);
}

}  // namespace planner::plan
