#pragma once
#include "planner/plan/models/choice/decide.hpp"

/// Other designs for the same teams, priced the same way.
namespace planner::plan::models {

inline Alternative alternative(const std::vector<HostType>& types, const Fleet& fleet) {
  Alternative a{.usd = fleet.usd, .wait_usd = fleet.wait_usd};
  for (std::size_t t = 0; t < types.size(); ++t) {
    a.hosts += fleet.hosts[t] + fleet.spares[t];
    a.gpus += (fleet.hosts[t] + fleet.spares[t]) * types[t].gpus;
  }
  return a;
}

namespace detail {

inline std::optional<Alternative> cheapest(const Market& m, std::optional<UsdPerTime> at_most = {}) {
  const Menu menu = worthwhile_menu(m);
  auto known = beginning(m, menu);
  if (known && at_most && cheaper(*at_most, known->objective())) known.reset();
  const auto answer = FleetSearch(m, {}, at_most).run(menu, std::move(known));
  return answer ? std::optional(alternative(m.types, answer->fleet)) : std::nullopt;
}

/// A service of its own for each team of each model.
inline std::vector<Service> team_by_team(const std::vector<Service>& services) {
  std::vector<Service> apart;
  for (const Service& s : services)
    for (const Demand& d : s.demand) {
      apart.push_back(s);
      apart.back().name = (s.name.empty() ? s.model : s.name) + ", " + d.team;
      apart.back().demand = {d};
    }
  return apart;
}

}  // namespace detail

/// For every team replicas of its own on cards of their own, all resident: all day, or in the team's hours where hosts
/// are paid by the hour.
inline std::optional<Alternative> dedicated_per_team(const catalog::Catalog& catalog, ModelInputs in) {
  in.services = detail::team_by_team(in.services);
  in.policy.sharing = CardSharing::none;
  for (Service& s : in.services) {
    s.demand.front().cold_wait_p99 = std::nullopt;
    if (in.policy.fleet == FleetKind::owned) s.demand.front().active_from = std::nullopt;  // all day
  }
  const Asked asked = ask(catalog, in);
  return detail::cheapest(market_of(catalog, in, asked));
}

/// The cheapest fleet without room for second versions. Never dearer than the one with it, which would do.
inline Alternative without_upgrade_room(const Market& m, const Fleet& with) {
  ModelInputs in = m.inputs;
  in.policy.upgrade_room = 0;
  const auto without =
      detail::cheapest({m.catalog, in, m.services, m.types, m.spare_rule, m.hours}, with.objective() * (1 + 1e-9));
  return without ? *without : alternative(m.types, with);
}

/// The cheapest fleet if the peaks of teams were as far apart as their hours allow.
/// Never dearer than the fleet for peaks that meet, which would do.
inline Alternative with_peaks_apart(const Market& said, const Fleet& together) {
  std::vector<ServiceOptions> services = options_with_peaks_apart(said.catalog, said.inputs, said.types, said.services);
  for (ServiceOptions& s : services)
    if (s.traffic.assumed_together) add_ways_on_demand(said.catalog, said.inputs, said.types, s);
  const SpareRule spares(services, said.types, said.inputs.policy.spare_hosts);
  const auto apart =
      detail::cheapest({said.catalog, said.inputs, services, said.types, spares}, together.objective() * (1 + 1e-9));
  const bool cheaper_apart = apart && cheaper(apart->usd + apart->wait_usd, together.objective());
  return cheaper_apart ? *apart : alternative(said.types, together);
}

}  // namespace planner::plan::models
