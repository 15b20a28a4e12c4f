#pragma once
#include <map>
#include <set>

#include "planner/plan/models/bill/team_work.hpp"
#include "planner/plan/models/choice/decide.hpp"

/// Who pays which part of the bill. The rule: a service pays by the price of the cards that it holds, so that idle
/// cards, spares and warm capacity are borne in the same proportion; its teams pay by what their requests take of it at
/// the peak. No team pays more than a fleet of its own would cost: what is above that is borne by the others, in
/// proportion.
namespace planner::plan::models {

/// Dollars per team, by name.
using Bills = std::map<std::string, UsdPerTime>;

inline Bills bills_of(const std::vector<TeamShare>& shares) {
  Bills bills;
  for (const TeamShare& s : shares) bills[s.team] += s.usd;
  return bills;
}

/// What a fleet for one team alone costs, its own spares included; nothing where none serves it.
inline std::optional<UsdPerTime> alone_cost(const catalog::Catalog& catalog, ModelInputs in, const std::string& team) {
  for (Service& s : in.services) std::erase_if(s.demand, [&](const Demand& d) { return d.team != team; });
  std::erase_if(in.services, [](const Service& s) { return s.demand.empty(); });
  const Asked asked = ask(catalog, in);
  const Market m = market_of(catalog, in, asked);
  const auto answer = cheapest_fleet(m, worthwhile_menu(m));
  return answer ? std::optional(answer->fleet.objective()) : std::nullopt;
}

namespace detail {

/// Factors on the teams' bills so that none pays more than alone and the sum stays. One that is cut may push another
/// over its own limit, so that it is asked again; each round cuts one more.
inline std::map<std::string, double> capped(const Bills& bills, const Bills& alone) {
  std::map<std::string, double> factor;
  std::set<std::string> cut;
  for (const auto& [team, usd] : bills) factor[team] = 1;
  for (bool again = true; again;) {
    again = false;
    UsdPerTime over{}, open{};
    for (const auto& [team, usd] : bills) {
      const auto limit = alone.find(team);
      if (cut.contains(team)) continue;
      if (limit != alone.end() && limit->second < factor[team] * usd) {
        over += factor[team] * usd - limit->second;
        factor[team] = limit->second / usd;
        again = cut.insert(team).second;
      } else {
        open += factor[team] * usd;
      }
    }
    if (!(open > UsdPerTime{})) break;
    for (auto& [team, f] : factor)
      if (!cut.contains(team)) f *= 1 + over / open;
  }
  return factor;
}

/// No fleet costs less than a host and its spares: a team that pays less than that pays less than alone. Where hosts
/// are paid by the hour there is no such least.
inline UsdPerTime least_fleet(const Market& m) {
  if (m.inputs.policy.fleet == FleetKind::elastic) return {};
  const HostType& least = *std::ranges::min_element(m.types, {}, &HostType::usd);
  return least.usd() * (1 + m.inputs.policy.spare_hosts);
}

/// What teams would pay alone that pay more than that.
inline Bills limits_of(const Market& m, const Bills& bills, UsdPerTime more_than) {
  Bills limits;
  for (const auto& [team, usd] : bills)
    if (usd > more_than)
      if (const auto alone = alone_cost(m.catalog, m.inputs, team)) limits[team] = *alone;
  return limits;
}

inline bool any_cut(const std::map<std::string, double>& factors) {
  return std::ranges::any_of(factors, [](const auto& entry) { return entry.second < 1; });
}

/// Most teams pay less than any fleet costs; once one is cut, what it is let off may bring any other to its limit.
inline std::map<std::string, double> factors_of(const Market& m, const Bills& bills) {
  const auto few = capped(bills, limits_of(m, bills, least_fleet(m)));
  return any_cut(few) ? capped(bills, limits_of(m, bills, UsdPerTime{})) : few;
}

inline std::vector<TeamShare> by_rule(const Market& m, const Fleet& fleet, const std::vector<ServicePlan>& services) {
  std::vector<TeamShare> shares;
  for (std::size_t s = 0; s < services.size(); ++s) {
    const std::vector<Demand>& teams = m.services[s].service->demand;
    const std::vector<double> parts = parts_of(fleet.chosen[s]->offer->replica, teams);
    for (std::size_t t = 0; t < teams.size(); ++t)
      shares.push_back({.team = teams[t].team, .model = services[s].name, .usd = parts[t] * services[s].usd});
  }
  return shares;
}

}  // namespace detail

/// The share of every team of every service, in their order; they sum to the bill.
inline std::vector<TeamShare> team_shares(const Market& m, const Fleet& fleet, const std::vector<ServicePlan>& services,
                                          std::vector<std::string>& notes) {
  std::vector<TeamShare> shares = detail::by_rule(m, fleet, services);
  const Bills bills = bills_of(shares);
  const auto factor = detail::factors_of(m, bills);
  for (const auto& [team, f] : factor)
    if (f < 1) notes.push_back(team + " pays what a fleet of its own would cost: the rule alone would ask for more");
  auto share = shares.begin();
  for (const ServiceOptions& s : m.services)
    for (const Demand& d : s.service->demand) {
      share->usd = share->usd * factor.at(share->team);
      const double tokens = million_tokens_per_h(d);
      if (tokens > 0) share->usd_per_million_tokens = share->usd.in(units::usd_per_h) / tokens;
      ++share;
    }
  return shares;
}

}  // namespace planner::plan::models
