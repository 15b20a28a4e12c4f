#pragma once
#include "planner/plan/prices/plan.hpp"
#include "planner/plan/prices/premium.hpp"

/// Quotes for what a team might want instead.
namespace planner::plan::prices {

/// What a team pays, and by which rule.
struct Paid {
  UsdPerTime share{};  ///< of the bill
  double markup = 1;   ///< bill over the price of all cards in use: what idle and spare cards add
};

namespace detail {

/// What a fleet costs more than the plan's, or less: teams of one service on two host types are no choice of the plan.
inline UsdPerTime extra_of(UsdPerTime objective, UsdPerTime plan) {
  const bool differ = models::cheaper(plan, objective) || models::cheaper(objective, plan);
  return differ ? objective - plan : UsdPerTime{};
}

}  // namespace detail

/// Replicas of its own for one team of a service.
///
/// @param now what the team pays as it is
inline std::optional<DedicatedQuote> dedicated_quote(const models::Market& m, const models::Fleet& fleet,
                                                     const Again& again, std::size_t service, std::size_t team,
                                                     const Paid& now) {
  const Service& asked = m.inputs.services[service];
  const double limit = m.inputs.policy.dedicated_premium;
  const auto own = again.apart(asked, service, team, Others::make_room);
  if (!own) return std::nullopt;
  DedicatedQuote q{.host = own->type->host->id, .gpu = own->type->gpu->id, .replicas = own->replicas};
  q.gpus_per_replica = own->gpus_per_replica;
  q.utilization = own->utilization;
  q.usd = now.markup * own->cards;
  q.premium = q.usd / now.share - 1;
  q.extra = detail::extra_of(own->objective, fleet.objective());
  q.worth_from =
      q.premium <= limit ? std::optional(asked.demand[team].peak()) : worth_from(again, asked, service, team, limit);
  return q;
}

/// Half of what a team says that it would wait for a load.
inline std::optional<TighterWait> tighter_wait(const models::Market& m, UsdPerTime objective, const Again& again,
                                               std::size_t service, std::size_t team) {
  Service asked = m.inputs.services[service];
  std::optional<Seconds>& target = asked.demand[team].cold_wait_p99;
  if (!target) return std::nullopt;
  target = *target / 2.0;
  const auto served = again.together(asked, service, team, Others::make_room);
  if (!served) return std::nullopt;
  return TighterWait{.target = *target,
                     .extra = std::max(UsdPerTime{}, detail::extra_of(served->objective, objective))};
}

}  // namespace planner::plan::prices
