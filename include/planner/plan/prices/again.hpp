#pragma once
#include <optional>

#include "planner/plan/models/bill/bill.hpp"
#include "planner/plan/models/bill/team_work.hpp"
#include "planner/plan/models/choice/decide.hpp"

/// The fleet solved again for a team that asks for something else.
namespace planner::plan::prices {

/// How a team is served in another fleet.
struct Served {
  const models::HostType* type = nullptr;  ///< of the plan's
  double replicas = 0, gpus_per_replica = 0, utilization = 0;
  UsdPerTime cards{};      ///< price of its cards, without those that are idle or spare
  UsdPerTime objective{};  ///< of the whole fleet
};

namespace detail {

inline UsdPerTime card_price(const models::HostType& type) { return type.usd() / type.gpus; }

inline Served served(const models::Market& m, const models::Candidate& c, double cards, UsdPerTime objective) {
  const models::HostType& type = m.types[c.host];
  return {.type = &type,
          .replicas = c.offer->peak.replicas,
          .gpus_per_replica = static_cast<double>(c.offer->tensor_parallel()),
          .utilization = c.offer->peak.utilization,
          .cards = cards * card_price(type),
          .objective = objective};
}

/// Replicas that are the team's own.
inline Served served_apart(const models::Market& m, const models::Candidate& own, UsdPerTime objective) {
  return served(m, own, own.mean_gpus(), objective);
}

/// The team's part of what its service holds.
inline Served served_together(const models::Market& m, const models::Fleet& fleet, const Service& asked,
                              std::size_t service, std::size_t team) {
  const models::Candidate& c = *fleet.chosen[service];
  const double part = models::parts_of(c.offer->replica, asked.demand)[team];
  return served(m, c, part * models::detail::cards_held(fleet, service), fleet.objective());
}

/// Residence on cards of its own: all day, or in its hours where hosts are paid by the hour.
inline void keep_apart(std::vector<const models::Candidate*>& options, FleetKind fleet) {
  std::erase_if(options, [&](const models::Candidate* c) {
    return c->shared() || (fleet == FleetKind::elastic ? !c->resident() : !c->all_day());
  });
}

/// A service for one of its teams alone.
inline Service own_service(const models::ServiceOptions& s, Service asked, std::size_t team) {
  asked.name = s.id + ", " + asked.demand[team].team;
  asked.demand = {asked.demand[team]};
  return asked;
}

/// The service without that team; it may have none left.
inline Service rest_of(Service asked, std::size_t team) {
  asked.demand.erase(asked.demand.begin() + static_cast<std::ptrdiff_t>(team));
  return asked;
}

/// The cheapest fleet for other inputs.
struct Resolved {
  models::Asked asked{};
  std::optional<models::Fleet> fleet{};
};

/// Solves other inputs; the last service stays apart from the others where `dedicated`.
inline Resolved resolved(const catalog::Catalog& catalog, const ModelInputs& in, bool dedicated) {
  Resolved r{.asked = models::ask(catalog, in)};
  const models::Market m = models::market_of(catalog, in, r.asked);
  models::Menu menu = models::worthwhile_menu(m);
  if (dedicated) keep_apart(menu.back(), in.policy.fleet);
  if (auto answer = models::cheapest_fleet(m, std::move(menu)))
    r.fleet = models::with_free_comfort(m, std::move(answer->fleet));
  return r;
}

}  // namespace detail

/// Searches for the cheapest fleet from the start.
///
/// @param asked what the service asks for instead, all its teams
inline std::optional<Served> solved_together(const models::Market& m, const Service& asked, std::size_t service,
                                             std::size_t team) {
  ModelInputs in = m.inputs;
  in.services[service] = asked;
  const detail::Resolved r = detail::resolved(m.catalog, in, false);
  if (!r.fleet) return std::nullopt;
  return detail::served_together(m, *r.fleet, asked, service, team);
}

/// The same with replicas of its own for the team, in a service that comes last.
inline std::optional<Served> solved_apart(const models::Market& m, const Service& asked, std::size_t service,
                                          std::size_t team) {
  ModelInputs in = m.inputs;
  in.services[service] = detail::rest_of(asked, team);
  if (in.services[service].demand.empty())
    in.services.erase(in.services.begin() + static_cast<std::ptrdiff_t>(service));
  in.services.push_back(detail::own_service(m.services[service], asked, team));
  const detail::Resolved r = detail::resolved(m.catalog, in, true);
  if (!r.fleet) return std::nullopt;
  return detail::served_apart(m, *r.fleet->chosen.back(), r.fleet->objective());
}

}  // namespace planner::plan::prices
