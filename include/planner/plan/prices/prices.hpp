#pragma once
#include "planner/plan/models/models.hpp"
#include "planner/plan/prices/classes.hpp"
#include "planner/plan/prices/quotas.hpp"
#include "planner/plan/prices/quotes.hpp"

namespace planner::plan {

namespace prices {

inline constexpr const char* many_services =
    "of so many services the fleet is not solved again for every quote: the others stay as they are, or make room one "
    "by "
    "one, so that replicas of its own and half the wait cost the fleet at most what is said";

/// Cards in use; where hosts are paid by the hour as a mean over the day.
inline double cards_paid(const models::Market& m, const models::Fleet& fleet, std::size_t type) {
  if (m.hours.empty()) return fleet.gpus[type];
  double mean = 0;
  for (std::size_t i = 0; i < m.hours.size(); ++i) mean += m.hours[i] / 24 * models::detail::cards_in(fleet, type, i);
  return mean;
}

/// Bill over the price of all cards in use.
inline double markup_of(const models::Market& m, const models::Fleet& fleet) {
  UsdPerTime cards{};
  for (std::size_t t = 0; t < m.types.size(); ++t) cards += cards_paid(m, fleet, t) * detail::card_price(m.types[t]);
  return fleet.usd / cards;
}

inline void set_quotes(TeamPrice& price, const models::Market& m, const models::Fleet& fleet, const Again& again,
                       std::size_t service, std::size_t team) {
  const models::Candidate& c = *fleet.chosen[service];
  const Paid now{price.usd, markup_of(m, fleet)};
  price.dedicated = dedicated_quote(m, fleet, again, service, team, now);
  price.per_million = classes_of(m, fleet, service, team, now, price.dedicated);
  if (!c.resident()) price.tighter = tighter_wait(m, fleet.objective(), again, service, team);
  price.quota = quota_of(m, fleet, service, team);
}

inline void add_quotes(PriceList& list, const models::Market& m, const models::Fleet& fleet, const Again& again) {
  auto price = list.prices.begin();
  for (std::size_t s = 0; s < m.services.size(); ++s)
    for (std::size_t t = 0; t < m.services[s].service->demand.size(); ++t, ++price)
      set_quotes(*price, m, fleet, again, s, t);
}

/// What each team pays, and would pay alone.
inline void add_teams(PriceList& list, const models::Market& m, const ModelPlan& plan) {
  list.apart = UsdPerTime{};
  for (const auto& [team, usd] : models::bills_of(plan.teams)) {
    list.teams.push_back({team, usd, models::alone_cost(m.catalog, m.inputs, team)});
    const auto& alone = list.teams.back().alone;
    list.apart = list.apart && alone ? std::optional(*list.apart + *alone) : std::nullopt;
  }
}

inline std::vector<TeamPrice> prices_of(const models::Market& m, const ModelPlan& plan) {
  std::vector<TeamPrice> prices;
  auto share = plan.teams.begin();
  for (const models::ServiceOptions& s : m.services)
    for (const Demand& d : s.service->demand) {
      prices.push_back({.team = d.team, .service = s.id, .model = s.service->model, .usd = share->usd});
      prices.back().share = share->usd / plan.usd;
      ++share;
    }
  return prices;
}

}  // namespace prices

/// What every team pays for the models that it uses, and what it would pay for something else.
///
/// The bill of the fleet is split by one rule (models/team_shares.hpp). Beside its share stand a team's price per
/// million tokens in each class of service, the quote for replicas of its own (the whole fleet solved again with them),
/// the price of half the wait, and the quotas that the plan can honour. docs/design/prices.md has the rule and its
/// reasons.
///
/// @param catalog what is known
/// @param inputs  as of `plan_models`
/// @return one price for each team of each service; `status` is infeasible where there is no plan
/// @throws InputError as `plan_models`
inline PriceList plan_prices(const catalog::Catalog& catalog, const ModelInputs& inputs) {
  models::InputCheck(catalog, inputs).run();
  const models::Asked asked = models::ask(catalog, inputs);
  const models::Market market = models::market_of(catalog, inputs, asked);
  const auto decided = models::decide(market);
  if (!decided) return {.status = Status::infeasible};
  const ModelPlan plan = models::told(market, *decided, {}, nullptr);
  PriceList list{.usd = plan.usd, .prices = prices::prices_of(market, plan)};
  const prices::Again again(market, asked.team_hours, decided->fleet);
  prices::add_quotes(list, market, decided->fleet, again);
  if (again.bounds()) list.notes.push_back(prices::many_services);
  prices::add_teams(list, market, plan);
  return list;
}

}  // namespace planner::plan
