#pragma once
#include "planner/plan/prices/premium.hpp"

/// Quotes for what a team might want instead.
namespace planner::plan::prices {

/// What a team pays, and by which rule.
struct Paid {
  UsdPerTime share{};  ///< of the bill
  double markup = 1;   ///< bill over the price of all cards in use: what idle and spare cards add
};

/// Replicas of its own for one team of a service.
///
/// @param now what the team pays as it is
inline std::optional<DedicatedQuote> dedicated_quote(const models::Market& m, const models::Fleet& fleet,
                                                     std::size_t service, std::size_t team, const Paid& now) {
  const models::ServiceOptions& s = m.services[service];
  const double limit = m.inputs.policy.dedicated_premium;
  const Resolved r = resolved(m.catalog, detail::with_own_service(m.inputs, s, service, team), true);
  if (!r.fleet) return std::nullopt;
  const models::Candidate& c = *r.fleet->chosen.back();
  const models::HostType& type = r.asked.types[c.host];
  DedicatedQuote q{.host = type.host->id, .gpu = type.gpu->id, .replicas = c.offer->peak.replicas};
  q.gpus_per_replica = c.offer->tensor_parallel();
  q.utilization = c.offer->peak.utilization;
  q.usd = now.markup * c.whole_gpus() * detail::card_price(type);
  q.premium = q.usd / now.share - 1;
  if (models::cheaper(fleet.objective(), r.fleet->objective())) q.extra = r.fleet->objective() - fleet.objective();
  q.worth_from = q.premium <= limit ? std::optional(s.service->demand[team].peak())
                                    : worth_from(m.catalog, m.inputs, service, team, limit);
  return q;
}

/// Half of what a team says that it would wait for a load.
inline std::optional<TighterWait> tighter_wait(const models::Market& m, UsdPerTime objective, std::size_t service,
                                               std::size_t team) {
  ModelInputs in = m.inputs;
  std::optional<Seconds>& target = in.services[service].demand[team].cold_wait_p99;
  if (!target) return std::nullopt;
  target = *target / 2.0;
  const Resolved r = resolved(m.catalog, in, false);
  if (!r.fleet) return std::nullopt;
  TighterWait w{.target = *target};
  if (models::cheaper(objective, r.fleet->objective())) w.extra = r.fleet->objective() - objective;
  return w;
}

}  // namespace planner::plan::prices
