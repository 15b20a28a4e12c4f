#pragma once
#include "planner/plan/models/candidates/asleep_options.hpp"
#include "planner/plan/models/candidates/hour_options.hpp"
#include "planner/plan/models/candidates/on_demand_options.hpp"
#include "planner/plan/models/choice/as_it_runs.hpp"
#include "planner/plan/models/choice/runner_up.hpp"

/// From a question to the fleet that answers it.
namespace planner::plan::models {

/// What the choice is made from.
struct Asked {
  std::vector<HostType> types{};
  std::vector<ServiceOptions> services{};
  std::vector<Rejected> rejected{};
  TeamHours team_hours{};
  std::vector<double> hours{};  ///< of the segments of an elastic fleet's day
};

inline Asked ask(const catalog::Catalog& catalog, const ModelInputs& in) {
  Asked a;
  a.types = host_types(catalog, in, a.rejected);
  a.services = service_options(catalog, in, a.types, a.rejected);
  a.team_hours = team_hours(catalog, in, a.types, a.services);
  a.hours = add_by_hours(in, a.team_hours, a.services);
  for (ServiceOptions& s : a.services) add_ways_on_demand(catalog, in, a.types, s);
  return a;
}

/// All three must outlive the market.
inline Market market_of(const catalog::Catalog& catalog, const ModelInputs& in, const Asked& a) {
  return {catalog, in, a.services, a.types, {a.services, a.types, in.policy.spare_hosts}, a.hours};
}

/// The cheapest fleet of the candidates that are `such`: `all_day` for all resident, `resident` for none on demand.
inline std::optional<Fleet> cheapest_of(const Market& m, bool (Candidate::*such)() const) {
  Menu menu = worthwhile_menu(m);
  for (auto& options : menu) std::erase_if(options, [&](const Candidate* c) { return !(c->*such)(); });
  auto answer = cheapest_fleet(m, std::move(menu));
  return answer ? std::optional(std::move(answer->fleet)) : std::nullopt;
}

namespace detail {

/// The cheapest fleet that a short search finds among some of the candidates.
inline std::optional<Fleet> briefly(const Market& m, Menu menu) {
  auto known = beginning(m, menu);
  auto answer = FleetSearch(m).run(std::move(menu), std::move(known));
  return answer ? std::optional(std::move(answer->fleet)) : std::nullopt;
}

/// A fleet on one host type alone: the search moves one model at a time, and would not move a whole pool.
inline std::optional<Fleet> on_one_type(const Market& m, Menu menu, std::size_t type) {
  for (auto& options : menu) std::erase_if(options, [&](const Candidate* c) { return c->host != type; });
  return briefly(m, std::move(menu));
}

/// A fleet in which every replica takes the fewest cards that it can on its host type: a pool of small members would
/// not be left one member at a time either once some of them take more.
inline std::optional<Fleet> on_fewest_cards(const Market& m, Menu menu) {
  for (auto& options : menu) {
    std::map<std::size_t, int> fewest;
    for (const Candidate* c : options) {
      const auto [known, fresh] = fewest.try_emplace(c->host, c->offer->tensor_parallel());
      known->second = std::min(known->second, c->offer->tensor_parallel());
    }
    std::erase_if(options, [&](const Candidate* c) { return c->offer->tensor_parallel() > fewest[c->host]; });
  }
  return briefly(m, std::move(menu));
}

/// The fleet after one service was made to change and others could follow, as long as that saves money: a step that
/// only two changes together make worthwhile.
inline Fleet kicked(const Market& m, const Menu& menu, Fleet fleet) {
  for (std::size_t s = 0; s < menu.size(); ++s)
    for (const Candidate* c : menu[s]) {
      Fleet moved = exchanged(m, fleet, s, c);
      if (c == fleet.chosen[s] || !moved.keeps_weights) continue;
      Menu pinned = menu;
      pinned[s] = {c};
      moved = descended(m, pinned, std::move(moved), {});
      if (cheaper(moved.objective(), fleet.objective())) fleet = std::move(moved);
    }
  return fleet;
}

}  // namespace detail

struct Decided {
  Fleet fleet{};
  Others others{};  ///< what every other way to serve one service costs
  UsdPerTime lower_bound{};
  std::optional<Fleet> resident{};  ///< the cheapest with every model resident all day
};

namespace detail {

/// A cheaper fleet, where the search had stopped short and one is at hand.
inline std::optional<Fleet> improved(const Market& m, const Menu& menu, const Decided& d) {
  if (const Fleet* better = cheaper_among(d.others, d.fleet)) return *better;
  if (proven(d.fleet, d.lower_bound) || menu.size() > searched_beside) return std::nullopt;
  Fleet moved = kicked(m, menu, d.fleet);
  return cheaper(moved.objective(), d.fleet.objective()) ? std::optional(std::move(moved)) : std::nullopt;
}

}  // namespace detail

/// A fleet that no other choice for one service improves. Nothing where a service has no candidate.
inline std::optional<Decided> decide(const Market& m) {
  Decided d{.resident = cheapest_of(m, &Candidate::all_day)};
  const Menu menu = worthwhile_menu(m);
  std::optional<Fleet> known = d.resident;
  detail::take_cheaper(known, detail::on_fewest_cards(m, menu));
  for (std::size_t t = 0; t < m.types.size() && m.types.size() > 1; ++t)
    detail::take_cheaper(known, detail::on_one_type(m, menu, t));
  auto answer = cheapest_fleet(m, menu, std::move(known));
  if (!answer) return std::nullopt;
  d.lower_bound = answer->lower_bound;
  d.fleet = as_it_runs(m, with_free_comfort(m, std::move(answer->fleet)));
  d.others = others_of(m, d.fleet, d.lower_bound);
  while (auto better = detail::improved(m, menu, d)) {
    d.fleet = std::move(*better);
    d.others = others_of(m, d.fleet, d.lower_bound);
  }
  return d;
}

}  // namespace planner::plan::models
