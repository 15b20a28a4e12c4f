#pragma once
#include "planner/plan/models/choice/decide.hpp"
#include "planner/plan/residency/plan.hpp"

/// Prices at the margin. Hosts are bought whole, so that cost has no slope: each price is the difference to the whole
/// fleet solved again with one more or one less of something.
namespace planner::plan::residency {

/// What a fleet costs, and how long requests wait.
struct Outcome {
  UsdPerTime usd{}, objective{};
  double waiting = 0;  ///< requests that wait at a time, mean over the day
};

namespace detail {

inline Outcome outcome_of(const models::Fleet& fleet) {
  Outcome o{fleet.usd, fleet.objective()};
  for (const models::Candidate* c : fleet.chosen)
    if (!c->resident()) o.waiting += c->on_demand->waiting;
  return o;
}

/// The cheapest fleet for other inputs; nothing where there is none.
inline std::optional<Outcome> solved(const catalog::Catalog& catalog, const ModelInputs& in) {
  const models::Asked asked = models::ask(catalog, in);
  const models::Market m = models::market_of(catalog, in, asked);
  auto answer = models::cheapest_fleet(m, models::worthwhile_menu(m));
  if (!answer) return std::nullopt;
  return outcome_of(models::with_free_comfort(m, std::move(answer->fleet)));
}

/// What the second costs beyond the first; zero where only the last digits of sums differ.
inline UsdPerTime beyond(UsdPerTime first, UsdPerTime second) {
  return models::cheaper(first, second) ? second - first : UsdPerTime{};
}

/// The cheapest fleet where that many more cards of a type are kept for something else.
inline UsdPerTime cost_beside(models::Market m, const models::Fleet& fleet, std::size_t type, double cards) {
  m.set_aside.resize(m.types.size(), 0.0);
  m.set_aside[type] += cards;
  return models::cheapest_fleet(m, models::worthwhile_menu(m), models::fleet_of(m, fleet.chosen))->fleet.objective();
}

inline CardPrice card_price(const models::Market& m, const models::Fleet& fleet, std::size_t t) {
  const models::HostType& type = m.types[t];
  CardPrice p{.host = type.host->id, .gpu = type.gpu->id};
  p.idle = fleet.hosts[t] * type.gpus - fleet.gpus[t];
  p.part_of_host = type.usd() / type.gpus;
  p.one_more = beyond(fleet.objective(), cost_beside(m, fleet, t, 1));
  p.one_less = beyond(cost_beside(m, fleet, t, -1), fleet.objective());
  return p;
}

inline std::optional<Outcome> with_cache(const models::Market& m, Bytes cache) {
  ModelInputs in = m.inputs;
  in.load.host_cache = std::max(Bytes{}, cache);
  return solved(m.catalog, in);
}

/// Every target for cold starts longer by `by`; none falls below what is left of it at a thousandth.
inline std::optional<Outcome> with_targets(const models::Market& m, Seconds by) {
  ModelInputs in = m.inputs;
  for (Service& s : in.services)
    for (Demand& d : s.demand)
      if (d.cold_wait_p99) d.cold_wait_p99 = std::max(*d.cold_wait_p99 + by, 0.001 * *d.cold_wait_p99);
  return solved(m.catalog, in);
}

}  // namespace detail

/// Of every host type in use.
inline std::vector<CardPrice> card_prices(const models::Market& m, const models::Fleet& fleet) {
  std::vector<CardPrice> prices;
  for (std::size_t t = 0; t < m.types.size(); ++t)
    if (fleet.hosts[t] > 0) prices.push_back(detail::card_price(m, fleet, t));
  return prices;
}

inline MemoryPrice memory_price(const models::Market& m, const models::Fleet& fleet) {
  const Bytes given = m.inputs.load.host_cache;
  MemoryPrice p{.given = given};
  for (std::size_t t = 0; t < m.types.size(); ++t) {
    const Bytes asleep = models::memory_of_sleepers(fleet.sleeping[t], m.types[t].gpus);
    p.used = std::max(p.used, fleet.pools[t].host_memory + asleep);
  }
  const UsdPerTime cost = fleet.objective();
  p.gib_more = detail::beyond(detail::with_cache(m, given + units::GiB)->objective, cost);
  if (given <= Bytes{}) return p;
  // Without host memory every model can still be held.
  p.gib_less = detail::beyond(cost, detail::with_cache(m, given - units::GiB)->objective);
  p.all = detail::beyond(cost, detail::with_cache(m, Bytes{})->objective);
  return p;
}

/// The price of waiting from which the cheapest fleet holds every model: the least cost as a function of that price is
/// concave and made of lines, one for each fleet; where it meets the cost of holding all is found by following them
/// (Dinkelbach 1967, doi:10.1287/mnsc.13.7.492). Nothing where loading saves no host even if nobody minds waiting.
inline std::optional<UsdPerTime> resident_from(const models::Market& m, UsdPerTime all_held) {
  constexpr int lines = 50;  // each is another fleet; a handful in practice
  ModelInputs in = m.inputs;
  in.policy.wait_cost = std::nullopt;
  std::optional<UsdPerTime> price;
  for (int i = 0; i < lines; ++i) {
    const auto best = detail::solved(m.catalog, in);
    if (!best || best->waiting <= 0 || !models::cheaper(best->objective, all_held)) break;
    price = (all_held - best->usd) / best->waiting;
    in.policy.wait_cost = price;
  }
  return price;
}

inline WaitPrice wait_price(const models::Market& m, const models::Fleet& fleet, UsdPerTime all_held) {
  const Outcome now = detail::outcome_of(fleet);
  WaitPrice p{.seconds_per_h = now.waiting * units::hour.base(), .policy = m.inputs.policy.wait_cost};
  const auto longer = detail::with_targets(m, units::second), shorter = detail::with_targets(m, -1.0 * units::second);
  p.target_more = detail::beyond(longer->objective, now.objective);
  p.target_less = detail::beyond(now.objective, shorter->objective);
  p.resident_from = resident_from(m, all_held);
  return p;
}

}  // namespace planner::plan::residency
