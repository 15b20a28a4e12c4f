#pragma once
#include "planner/plan/models/decide.hpp"
#include "planner/plan/models/team_work.hpp"
#include "planner/plan/prices/plan.hpp"

/// The fleet solved again for somebody who wants something else.
namespace planner::plan::prices {

/// The cheapest fleet for other inputs.
struct Resolved {
  models::Asked asked{};
  std::optional<models::Fleet> fleet{};
};

namespace detail {

/// Residence on cards of its own.
inline void keep_apart(std::vector<const models::Candidate*>& options) {
  std::erase_if(options, [](const models::Candidate* c) { return c->shared() || !c->all_day(); });
}

/// Inputs in which one team of a service has a service of its own, which comes last.
inline ModelInputs with_own_service(ModelInputs in, const models::ServiceOptions& s, std::size_t service,
                                    std::size_t team) {
  Service own = in.services[service];
  own.name = s.id + ", " + own.demand[team].team;
  own.demand = {own.demand[team]};
  std::vector<Demand>& rest = in.services[service].demand;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(team));
  if (rest.empty()) in.services.erase(in.services.begin() + static_cast<std::ptrdiff_t>(service));
  in.services.push_back(std::move(own));
  return in;
}

}  // namespace detail

/// What a team pays, and by which rule.
struct Paid {
  UsdPerTime share{};     ///< of the bill
  UsdPerTime per_work{};  ///< for each replica-second per second at its peak
  double markup = 1;      ///< bill over the price of all cards in use: what idle and spare cards add
};

/// Solves other inputs; the last service stays apart from the others where `dedicated`.
inline Resolved resolved(const catalog::Catalog& catalog, const ModelInputs& in, bool dedicated) {
  Resolved r{.asked = models::ask(catalog, in)};
  const models::Market m = models::market_of(catalog, in, r.asked);
  models::Menu menu = models::worthwhile_menu(m);
  if (dedicated) detail::keep_apart(menu.back());
  if (auto answer = models::cheapest_fleet(m, std::move(menu))) r.fleet = std::move(answer->fleet);
  return r;
}

/// Replicas of its own for one team of a service. Their premium is within the policy's from the rate at which the
/// team's work fills a replica of its own nearly as well as the cards that the service holds now.
///
/// @param now what the team pays as it is
inline std::optional<DedicatedQuote> dedicated_quote(const models::Market& m, const models::Fleet& fleet,
                                                     std::size_t service, std::size_t team, const Paid& now) {
  const models::ServiceOptions& s = m.services[service];
  const Demand& d = s.service->demand[team];
  const Resolved r = resolved(m.catalog, detail::with_own_service(m.inputs, s, service, team), true);
  if (!r.fleet) return std::nullopt;
  const models::Candidate& c = *r.fleet->chosen.back();
  const models::HostType& type = r.asked.types[c.host];
  DedicatedQuote q{.host = type.host->id, .gpu = type.gpu->id, .replicas = c.offer->peak.replicas};
  q.gpus_per_replica = c.offer->tensor_parallel();
  q.utilization = c.offer->peak.utilization;
  q.usd = now.markup * c.whole_gpus() * type.usd() / type.gpus;
  q.premium = q.usd / now.share - 1;
  if (models::cheaper(fleet.objective(), r.fleet->objective())) q.extra = r.fleet->objective() - fleet.objective();
  const double fill = q.usd / q.replicas / (1 + m.inputs.policy.dedicated_premium) / now.per_work;
  const double each = models::seconds_per_request(c.offer->replica, d);
  if (fill <= m.inputs.policy.utilization_target) q.worth_from = fill / each * (units::request / units::second);
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
