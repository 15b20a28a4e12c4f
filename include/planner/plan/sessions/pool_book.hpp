#pragma once
#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "planner/plan/sessions/candidate_table.hpp"
#include "planner/plan/sessions/pool_offer.hpp"

namespace planner::plan::sessions {

/// The cheapest hosts for a pool. Null where no host type takes all of its classes.
struct PoolChoice {
  const PoolOffer* by_total = nullptr;  ///< with warm pools and headroom: what is paid
  const PoolOffer* by_base = nullptr;   ///< what the peak needs
  OfferBound bound{};                   ///< no host type has a cheaper base, or costs less in all
  double least_hosts = 0;               ///< of the base, over all host types
};

/// A class and the option in which it runs.
struct Assigned {
  std::size_t session_class = 0, option = 0;
  friend auto operator<=>(const Assigned&, const Assigned&) = default;
};
using PoolMembers = std::vector<Assigned>;

/// Pools by members, each worked out once.
class PoolBook {
 public:
  PoolBook(const Question& q, const MemoryRisk& risk, const CandidateTable& table)
      : q_(q), risk_(risk), table_(table) {}

  const PoolChoice& pool(const PoolMembers& members) {
    const auto [place, is_new] = pools_.try_emplace(members);
    if (is_new) place->second = choose(members);
    return place->second;
  }

  /// The price of the base if sessions could be cut at will, on the cheapest host type; infinite where none takes all.
  [[nodiscard]] UsdPerTime rough(const PoolMembers& members) const {
    UsdPerTime least = no_limit * units::usd_per_h;
    for (std::size_t h = 0; h < table_.hosts().size(); ++h)
      if (const auto pool = classes_on(members, h)) least = std::min(least, uncut_price(q_, table_.hosts()[h], *pool));
    return least;
  }

  /// The pool on hosts of one type; null where one of the classes does not fit there.
  const PoolOffer* on(const PoolMembers& members, std::size_t host) {
    const auto [place, is_new] = offers_.try_emplace({host, members});
    if (is_new)
      if (auto pool = classes_on(members, host))
        place->second = make_offer(q_, risk_, table_.hosts()[host], std::move(*pool));
    return place->second ? &*place->second : nullptr;
  }

 private:
  struct HostBound {
    std::size_t host;
    OfferBound bound;
    double hosts;
  };

  [[nodiscard]] std::optional<std::vector<PoolClass>> classes_on(const PoolMembers& members, std::size_t host) const {
    std::vector<PoolClass> pool;
    for (const Assigned& m : members) {
      const Candidate* const c = table_.at(m.session_class, m.option, host);
      if (!c) return std::nullopt;
      pool.push_back({m.session_class, c, c->sessions});
    }
    return pool;
  }

  /// Host types that take all of the classes, cheapest bound on the total first.
  [[nodiscard]] std::vector<HostBound> bounds(const PoolMembers& members) const {
    std::vector<HostBound> found;
    for (std::size_t h = 0; h < table_.hosts().size(); ++h)
      if (const auto pool = classes_on(members, h))
        found.push_back({h, bound_offer(q_, table_.hosts()[h], *pool), least_hosts(*pool)});
    std::ranges::sort(found, {}, [](const HostBound& h) { return std::pair(h.bound.total, h.host); });
    return found;
  }

  /// A host type is packed only where its bound could still beat the best offers.
  PoolChoice choose(const PoolMembers& members) {
    PoolChoice choice;
    for (HostBound option : bounds(members)) {
      const bool open = !choice.by_total || option.bound.total <= choice.by_total->usd() ||
                        option.bound.base <= choice.by_base->base_usd;
      if (open) consider(choice, option, *on(members, option.host));
      const bool first = choice.least_hosts == 0.0;
      choice.least_hosts = first ? option.hosts : std::min(choice.least_hosts, option.hosts);
      choice.bound.base = first ? option.bound.base : std::min(choice.bound.base, option.bound.base);
      choice.bound.total = first ? option.bound.total : std::min(choice.bound.total, option.bound.total);
    }
    return choice;
  }

  /// The better of the offers so far and this one; the packing's bounds are the sharper ones.
  static void consider(PoolChoice& choice, HostBound& option, const PoolOffer& offer) {
    if (!choice.by_total || cheaper_in_total(offer, *choice.by_total)) choice.by_total = &offer;
    if (!choice.by_base || offer.base_usd < choice.by_base->base_usd) choice.by_base = &offer;
    option.bound = {offer.lower_bound_usd, offer.lower_bound_total};
    option.hosts = offer.base.lower_bound;
  }

  const Question& q_;
  const MemoryRisk& risk_;
  const CandidateTable& table_;
  std::map<std::pair<std::size_t, PoolMembers>, std::optional<PoolOffer>> offers_;
  std::map<PoolMembers, PoolChoice> pools_;
};

}  // namespace planner::plan::sessions
