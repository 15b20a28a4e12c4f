#pragma once
#include "planner/math/menu.hpp"
#include "planner/plan/models/cards.hpp"
#include "planner/plan/models/spares.hpp"

/// One candidate for every service, so that whole hosts and their spares cost least.
namespace planner::plan::models {

/// A choice with what has to be bought for it.
struct Fleet {
  std::vector<const Candidate*> chosen{};         ///< by service
  std::vector<std::vector<SharedCard>> shared{};  ///< by host type
  HostCounts gpus{}, hosts{}, spares{};           ///< by host type; gpus: cards in use
  UsdPerTime usd{};
};

struct FleetAnswer {
  Fleet fleet{};
  UsdPerTime lower_bound{};
};

/// Services, the host types that can be bought, and the rule for spares.
struct Market {
  const catalog::Catalog& catalog;
  const ModelInputs& inputs;
  const std::vector<ServiceOptions>& services;
  const std::vector<HostType>& types;
  SpareRule spare_rule;
};

/// Whether one cost is below another by more than sums of a few prices can differ in their last digits.
inline bool cheaper(UsdPerTime a, UsdPerTime b) { return a < b * (1 - 1e-12); }

namespace detail {

/// Parts of a card that the bound counts in; shares of cards are rounded down to it.
inline constexpr double parts_per_card = 64;

inline std::int64_t parts(const Candidate& c) {
  const double cards = c.shared() ? c.offer->share.memory : c.whole_gpus();
  return static_cast<std::int64_t>(whole_down(cards * parts_per_card));
}

/// Of the candidates on one host type the one that takes least; the lower degree, then the first, where that is equal.
inline std::vector<const Candidate*> least_by_host(const ServiceOptions& s, std::size_t types,
                                                   const Candidate* without) {
  std::vector<const Candidate*> least(types, nullptr);
  for (const Candidate& c : s.candidates) {
    const Candidate*& best = least[c.host];
    if (&c != without && (best == nullptr || parts(c) < parts(*best))) best = &c;
  }
  std::erase(least, nullptr);
  return least;
}

inline HostCounts hosts_for(const std::vector<HostType>& types, const HostCounts& gpus) {
  HostCounts hosts(types.size());
  for (std::size_t t = 0; t < types.size(); ++t) hosts[t] = whole_up(gpus[t] / types[t].gpus);
  return hosts;
}

/// Cards, hosts and spares of a choice.
inline Fleet fleet_of(const Market& m, std::vector<const Candidate*> chosen) {
  Fleet f{.chosen = std::move(chosen)};
  f.shared.resize(m.types.size());
  f.gpus.assign(m.types.size(), 0.0);
  for (std::size_t t = 0; t < m.types.size(); ++t) {
    std::vector<std::size_t> small;
    std::vector<CardShare> shares;
    for (std::size_t s = 0; s < f.chosen.size(); ++s) {
      if (f.chosen[s]->host != t) continue;
      f.gpus[t] += f.chosen[s]->whole_gpus();
      if (!f.chosen[s]->shared()) continue;
      small.push_back(s);
      shares.push_back(f.chosen[s]->offer->share);
    }
    f.shared[t] = pack_cards(m.types[t].mig, small, shares);
    f.gpus[t] += static_cast<double>(f.shared[t].size());
  }
  f.hosts = hosts_for(m.types, f.gpus);
  f.spares = m.spare_rule.spares(f.hosts);
  f.usd = cost_of(m.types, f.hosts) + cost_of(m.types, f.spares);
  return f;
}

/// The problem without the packing of shared cards: memory may be split between cards, so that it bounds from below.
struct Relaxed {
  math::MenuProblem problem{};
  std::vector<std::vector<const Candidate*>> options{};
};

inline Relaxed relaxed(const Market& m, const Candidate* without) {
  Relaxed r;
  for (const ServiceOptions& s : m.services) {
    r.options.push_back(least_by_host(s, m.types.size(), without));
    std::vector<math::Amounts>& item = r.problem.items.emplace_back();
    for (const Candidate* c : r.options.back()) item.emplace_back(m.types.size(), 0)[c->host] = parts(*c);
  }
  for (const HostType& t : m.types) r.problem.rates.push_back(t.usd().base() / t.gpus / parts_per_card);
  r.problem.cost = [&m](const math::Amounts& totals) {
    HostCounts gpus;
    for (const std::int64_t t : totals) gpus.push_back(static_cast<double>(t) / parts_per_card);
    const HostCounts hosts = hosts_for(m.types, gpus);
    return (cost_of(m.types, hosts) + cost_of(m.types, m.spare_rule.spares(hosts))).base();
  };
  return r;
}

/// Moves one service at a time to another host type as long as that saves money.
inline Fleet descended(const Market& m, const std::vector<std::vector<const Candidate*>>& options, Fleet fleet) {
  for (bool better = true; better;) {
    better = false;
    for (std::size_t s = 0; s < options.size(); ++s)
      for (const Candidate* c : options[s]) {
        if (c == fleet.chosen[s]) continue;
        std::vector<const Candidate*> chosen = fleet.chosen;
        chosen[s] = c;
        Fleet moved = fleet_of(m, std::move(chosen));
        if (!cheaper(moved.usd, fleet.usd)) continue;
        fleet = std::move(moved);
        better = true;
      }
  }
  return fleet;
}

}  // namespace detail

/// The cheapest fleet found, and a bound on all. Nothing where a service has no candidate.
///
/// @param without a candidate that must not be used: what doing without it costs
inline std::optional<FleetAnswer> cheapest_fleet(const Market& m, const Candidate* without = nullptr) {
  const detail::Relaxed r = detail::relaxed(m, without);
  for (const auto& options : r.options)
    if (options.empty()) return std::nullopt;
  const math::MenuResult menu = math::choose(r.problem);
  std::optional<Fleet> best;
  for (const math::MenuChoice& choice : menu.choices) {
    if (best && !cheaper(UsdPerTime::from_base(choice.cost), best->usd)) break;
    std::vector<const Candidate*> chosen;
    for (std::size_t s = 0; s < choice.options.size(); ++s) chosen.push_back(r.options[s][choice.options[s]]);
    Fleet fleet = detail::fleet_of(m, std::move(chosen));
    if (!best || cheaper(fleet.usd, best->usd)) best = std::move(fleet);
  }
  best = detail::descended(m, r.options, std::move(*best));
  return FleetAnswer{std::move(*best), UsdPerTime::from_base(menu.lower_bound)};
}

/// A card of its own for a service that shares one, where the hosts have room for it anyway.
inline Fleet with_own_cards(const Market& m, Fleet fleet) {
  for (std::size_t s = 0; s < fleet.chosen.size(); ++s) {
    if (!fleet.chosen[s]->shared()) continue;
    for (const Candidate& c : m.services[s].candidates) {
      if (c.shared() || c.host != fleet.chosen[s]->host || c.whole_gpus() > 1) continue;
      std::vector<const Candidate*> chosen = fleet.chosen;
      chosen[s] = &c;
      Fleet apart = detail::fleet_of(m, std::move(chosen));
      if (!cheaper(fleet.usd, apart.usd)) fleet = std::move(apart);
      break;
    }
  }
  return fleet;
}

}  // namespace planner::plan::models
