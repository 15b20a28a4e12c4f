#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "planner/plan/say.hpp"
#include "planner/plan/sessions/compare/what_if.hpp"
#include "planner/plan/sessions/notes/chosen.hpp"

/// What becomes of the choice of a host whose number of addresses nobody has published, if it has as few as others.
namespace planner::plan::sessions {

namespace detail {

/// Hosts that can be compared: with or without GPUs, whole machines or virtual ones.
inline bool alike(const catalog::Host& a, const catalog::Host& b) {
  return a.bare_metal == b.bare_metal && a.has_gpu() == b.has_gpu();
}

/// The fewest addresses that are published of a like host.
inline const catalog::Host* fewest_addresses(const Question& q, const catalog::Host& host) {
  const catalog::Host* fewest = nullptr;
  for (const auto& [id, other] : q.catalog.hosts) {
    if (!other.max_ips.known() || !alike(host, other)) continue;
    if (!fewest || other.max_ips.value() < fewest->max_ips.value()) fewest = &other;
  }
  return fewest;
}

/// The pool that holds the class, and the price of its base on one host type.
struct PoolPrice {
  const Question& q;
  const Design& design;
  PoolMembers members;
  std::size_t session_class;

  [[nodiscard]] std::optional<UsdPerTime> on(const HostChoice& host, const Change& change) const {
    return rough_pool_on(q, design, members, host, session_class, change);
  }
  /// The cheapest host type of which the number of addresses is known.
  [[nodiscard]] std::optional<std::pair<UsdPerTime, std::string>> best_known() const {
    std::optional<std::pair<UsdPerTime, std::string>> best;
    for (const HostChoice& host : design.table().hosts()) {
      const auto price = host.host->max_ips.known() ? on(host, {}) : std::nullopt;
      if (price && (!best || *price < best->first)) best = std::pair(*price, host.host->id);
    }
    return best;
  }
};

inline PoolPrice pool_of_class(const Question& q, const Design& design, std::size_t session_class) {
  for (const PoolMembers& pool : design.pools())
    for (const Assigned& m : pool)
      if (m.session_class == session_class) return {q, design, pool, session_class};
  return {q, design, {}, session_class};
}

}  // namespace detail

inline std::optional<Reliance> rests_on_addresses(const Design& design, const Chosen& c) {
  const bool unknown = c.q.policy().network == Network::vpc_ip && !c.host().max_ips.known();
  const catalog::Host* const fewest = unknown ? detail::fewest_addresses(c.q, c.host()) : nullptr;
  if (!fewest) return std::nullopt;
  Change change;
  change.limits[Resource::addresses] = fewest->max_ips.value();
  const detail::PoolPrice pool = detail::pool_of_class(c.q, design, c.pool_class.session_class);
  const auto planned = pool.on(c.offer.host, {}), worst = pool.on(c.offer.host, change);
  if (!planned || !worst) return std::nullopt;
  const auto rival = pool.best_known();
  const bool turns = rival && rival->first < *worst;
  if (!turns && whole_down((*worst - *planned) / c.offer.host.price) < 1.0) return std::nullopt;
  std::string consequence = "with " + say(fewest->max_ips.value()) + ", as published of " + fewest->id +
                            ", it would cost " + say(*worst - *planned) + " more";
  if (turns) consequence += ", and " + rival->second + " would be cheaper";
  return Reliance{c.session().name, c.boundary.id, "how many addresses one " + c.host().id + " can have", turns,
                  std::move(consequence)};
}

}  // namespace planner::plan::sessions
