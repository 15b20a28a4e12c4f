#pragma once
#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "planner/plan/sessions/pools/mixed_hosts.hpp"

namespace planner::plan::sessions {

/// The cheapest hosts for a pool.
struct PoolChoice {
  std::vector<const PoolOffer*> paid{};  ///< the least in all, with warm pools and headroom: one offer, or one for each
                                         ///< host type of a mix; empty where no host type takes all of the classes
  const PoolOffer* by_base = nullptr;    ///< the one host type with the cheapest base; null where none takes all
  OfferBound bound{};                    ///< no choice of hosts has a cheaper base, or costs less in all
  double least_hosts = 0;                ///< of the base, over all host types; 0 where they may be mixed
  [[nodiscard]] UsdPerTime usd() const {
    UsdPerTime sum{};
    for (const PoolOffer* offer : paid) sum += offer->usd();
    return sum;
  }
};

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
      const bool open = choice.paid.empty() || option.bound.total <= choice.usd() ||
                        option.bound.base <= choice.by_base->base_usd;
      if (open) consider(choice, option, *on(members, option.host));
      const bool first = choice.least_hosts == 0.0;
      choice.least_hosts = first ? option.hosts : std::min(choice.least_hosts, option.hosts);
      choice.bound.base = first ? option.bound.base : std::min(choice.bound.base, option.bound.base);
      choice.bound.total = first ? option.bound.total : std::min(choice.bound.total, option.bound.total);
    }
    const bool free_to_mix = table_.options()[members.front().option].host == nullptr;
    if (q_.policy().mixed_host_types && free_to_mix) consider_mix(choice, members);
    return choice;
  }

  /// The better of the offers so far and this one; the packing's bounds are the sharper ones.
  static void consider(PoolChoice& choice, HostBound& option, const PoolOffer& offer) {
    if (choice.paid.empty() || cheaper_in_total(offer, *choice.paid.front())) choice.paid = {&offer};
    if (!choice.by_base || offer.base_usd < choice.by_base->base_usd) choice.by_base = &offer;
    option.bound = {offer.lower_bound_usd, offer.lower_bound_total};
    option.hosts = offer.base.lower_bound;
  }

  void consider_mix(PoolChoice& choice, const PoolMembers& members) {
    const MixedPool& mix = mixes_.emplace(members, mix_hosts(q_, risk_, table_, members)).first->second;
    if (mix.offers.empty()) return;
    PoolChoice mixed;
    for (const PoolOffer& offer : mix.offers) mixed.paid.push_back(&offer);
    if (choice.paid.empty() || mixed.usd() < choice.usd()) choice.paid = mixed.paid;
    choice.bound = mix.bound;
    choice.least_hosts = 0.0;
  }

  const Question& q_;
  const MemoryRisk& risk_;
  const CandidateTable& table_;
  std::map<std::pair<std::size_t, PoolMembers>, std::optional<PoolOffer>> offers_;
  std::map<PoolMembers, MixedPool> mixes_;
  std::map<PoolMembers, PoolChoice> pools_;
};

}  // namespace planner::plan::sessions
