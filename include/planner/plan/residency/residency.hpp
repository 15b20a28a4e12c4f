#pragma once
#include "planner/plan/models/models.hpp"
#include "planner/plan/residency/listed.hpp"
#include "planner/plan/residency/narrate.hpp"
#include "planner/plan/residency/shadow.hpp"

namespace planner::plan {

namespace residency {

inline std::vector<ListedModel> listed_models(const models::Market& m, const models::Decided& decided,
                                              const ModelPlan& plan) {
  std::vector<ListedModel> list;
  for (std::size_t s = 0; s < m.services.size(); ++s) {
    const ServicePlan& p = plan.services[s];
    list.push_back({.name = p.name, .model = p.model, .requests_per_h = p.requests_per_h});
    list.back().break_even_requests_per_h = p.break_even_requests_per_h;
    list.back().choices = listed_choices(m, decided, s);
  }
  return list;
}

}  // namespace residency

/// Which models stay resident and which are loaded on demand, in depth: the decision of `plan_models` with every choice
/// that it was made from, what the whole fleet costs with each of them, and what a card, a GiB of host memory and a
/// second of waiting are worth at the margin.
///
/// All prices are differences between whole fleets, each solved again (plan/residency/shadow.hpp). Each search ends
/// after a number of states (models/choice.hpp), so that a difference is exact where both fleets are proven and else as
/// good as the search.
///
/// @param catalog what is known
/// @param inputs  as of `plan_models`
/// @param trace   receives the derivation of the plan and of its shadow prices; null: none is recorded
/// @return the plan with its choices and prices; without both where its `status` is infeasible
/// @throws InputError as `plan_models`
inline ResidencyPlan plan_residency(const catalog::Catalog& catalog, const ModelInputs& inputs,
                                    Trace* trace = nullptr) {
  models::InputCheck(catalog, inputs).run();
  models::Asked asked = models::ask(catalog, inputs);
  const models::Market market = models::market_of(catalog, inputs, asked);
  const auto decided = models::decide(market);
  if (!decided) return {.plan = models::told_infeasible(std::move(asked))};
  const models::Fleet& fleet = decided->fleet;
  ResidencyPlan r{.plan = models::told(market, *decided, std::move(asked.rejected), trace)};
  r.models = residency::listed_models(market, *decided, r.plan);
  r.shadow.cards = residency::card_prices(market, fleet);
  r.shadow.host_memory = residency::memory_price(market, fleet);
  const auto held = models::cheapest_of(market, &models::Candidate::resident);
  r.shadow.waiting = residency::wait_price(market, fleet, held->objective());
  if (trace != nullptr) residency::narrate_prices(*trace, r, inputs);
  return r;
}

}  // namespace planner::plan
