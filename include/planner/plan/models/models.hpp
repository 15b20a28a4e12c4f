#pragma once
#include "planner/plan/models/break_even.hpp"
#include "planner/plan/models/check_inputs.hpp"
#include "planner/plan/models/load_time.hpp"
#include "planner/plan/models/narrate/narrate.hpp"
#include "planner/plan/models/notes.hpp"
#include "planner/plan/models/placement.hpp"
#include "planner/plan/models/runner_up.hpp"
#include "planner/plan/models/service_plan.hpp"

namespace planner::plan {

namespace models {

/// Names the services that no candidate serves; why not is among the options turned down.
inline void say_infeasible(ModelPlan& plan, const std::vector<ServiceOptions>& services) {
  plan.status = Status::infeasible;
  for (const ServiceOptions& s : services)
    if (s.candidates.empty()) plan.reasons.push_back(s.id + ": no candidate GPU holds it and meets its targets");
}

/// The cheapest fleet if the peaks of teams were as far apart as their hours allow.
inline std::optional<Alternative> with_peaks_apart(const catalog::Catalog& catalog, const ModelInputs& inputs,
                                                   const std::vector<HostType>& types,
                                                   const std::vector<ServiceOptions>& said) {
  const std::vector<ServiceOptions> services = options_with_peaks_apart(catalog, inputs, types, said);
  const Market market{catalog, inputs, services, types, {services, types, inputs.policy.spare_hosts}};
  const auto answer = cheapest_fleet(market);
  if (!answer) return std::nullopt;
  Alternative a{.usd = answer->fleet.usd};
  for (std::size_t t = 0; t < types.size(); ++t) {
    a.hosts += answer->fleet.hosts[t] + answer->fleet.spares[t];
    a.gpus += (answer->fleet.hosts[t] + answer->fleet.spares[t]) * types[t].gpus;
  }
  return a;
}

inline bool any_assumed_together(const std::vector<ServiceOptions>& services) {
  return std::ranges::any_of(services, [](const ServiceOptions& s) { return s.traffic.assumed_together; });
}

/// A fleet that no other choice for one service improves, and what each such choice costs.
struct Settled {
  Fleet fleet{};
  Others others{};
};

inline Settled settled(const Market& m, Fleet fleet) {
  Others others = others_of(m, fleet);
  while (const Fleet* better = cheaper_among(others, fleet)) {
    fleet = *better;
    others = others_of(m, fleet);
  }
  return {std::move(fleet), std::move(others)};
}

inline void fill_services(ModelPlan& plan, const Market& m, const Fleet& fleet, const Others& others) {
  for (std::size_t s = 0; s < m.services.size(); ++s) {
    const Candidate& c = *fleet.chosen[s];
    const HostType& type = m.types[c.host];
    ServicePlan& p = plan.services.emplace_back(service_plan(m.services[s], c, type));
    p.load = usual_load_time(m.catalog, m.inputs.load, m.services[s], *c.offer, type).typical;
    p.holding_usd = holding_cost(c, type);
    if (const auto rate = break_even(p.holding_usd, p.load, m.inputs.policy.wait_cost))
      p.break_even_requests_per_h = rate->base() * units::hour.base();
  }
  split_bill(plan, m, fleet);
  set_runners_up(plan, m, fleet, others);
}

}  // namespace models

/// GPUs, hosts and cost of many models under the traffic of many teams.
///
/// Demand becomes a peak rate per model; one replica's memory, batch and sustainable rate follow for every candidate
/// GPU and degree of tensor parallelism; utilisation and the queue give the replicas. One candidate per model is then
/// chosen so that whole hosts and their spares cost least. The model is described in docs/design/models.md.
///
/// @param catalog  what is known; GPUs whose speed nobody has published serve nothing
/// @param inputs   services, candidate hosts, policy
/// @param trace    receives the derivation of every number of the plan; null: none is recorded
/// @return the plan; `status` is infeasible, with reasons, where a model is served by no candidate
/// @throws InputError with every fault of the inputs at once (codes `models.*`)
inline ModelPlan plan_models(const catalog::Catalog& catalog, const ModelInputs& inputs, Trace* trace = nullptr) {
  models::InputCheck(catalog, inputs).run();
  ModelPlan plan;
  const std::vector<models::HostType> types = models::host_types(catalog, inputs, plan.rejected);
  const auto services = models::service_options(catalog, inputs, types, plan.rejected);
  const models::Market market{catalog, inputs, services, types, {services, types, inputs.policy.spare_hosts}};
  const auto answer = models::cheapest_fleet(market);
  if (!answer) {
    models::say_infeasible(plan, services);
    return plan;
  }
  const auto [fleet, others] = models::settled(market, models::with_own_cards(market, answer->fleet));
  models::set_totals(plan, market, fleet, answer->lower_bound, inputs.policy);
  models::fill_services(plan, market, fleet, others);
  plan.placement = models::placement_of(market, fleet);
  if (models::any_assumed_together(services))
    plan.peaks_apart = models::with_peaks_apart(catalog, inputs, types, services);
  models::add_notes(plan, market, fleet);
  if (trace != nullptr) models::narrate(*trace, plan, inputs, market, fleet);
  return plan;
}

}  // namespace planner::plan
