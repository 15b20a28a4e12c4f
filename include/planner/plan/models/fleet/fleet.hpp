#pragma once
#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "planner/plan/models/fleet/cards.hpp"
#include "planner/plan/models/fleet/pool.hpp"
#include "planner/plan/models/fleet/sleeping_groups.hpp"
#include "planner/plan/models/fleet/spares.hpp"
#include "planner/plan/models/fleet/turns.hpp"
#include "planner/unit/host_reserve.hpp"

/// What has to be bought for a choice: one candidate for every service.
namespace planner::plan::models {

using Choice = std::vector<const Candidate*>;  ///< by service

/// A choice with what has to be bought for it.
struct Fleet {
  Choice chosen{};
  std::vector<std::vector<SharedCard>> shared{};  ///< by host type
  std::vector<std::vector<Turn>> turns{};         ///< by host type
  std::vector<Pool> pools{};                      ///< by host type
  std::vector<std::vector<Pool>> sleeping{};      ///< groups of engines asleep, by host type
  HostCounts gpus{}, hosts{}, spares{};           ///< by host type; gpus: cards in use, and room for upgrades
  HostCounts mean_hosts{};                        ///< of an elastic fleet: paid as a mean over the day, with spares
  HostCounts upgrade_room{};                      ///< cards of these that are kept for second versions
  UsdPerTime usd{}, wait_usd{};
  bool keeps_weights = true;  ///< host memory and disks hold what is loaded from them
  [[nodiscard]] UsdPerTime objective() const { return usd + wait_usd; }
};

/// Services, the host types that can be bought, and the rule for spares.
struct Market {
  const catalog::Catalog& catalog;
  const ModelInputs& inputs;
  const std::vector<ServiceOptions>& services;
  const std::vector<HostType>& types;
  SpareRule spare_rule;
  std::vector<double> hours{};  ///< of the segments of an elastic fleet's day; none: hosts are paid all day
  HostCounts set_aside{};       ///< cards by host type that something else takes; below zero: that come free of charge
  [[nodiscard]] double taken_aside(std::size_t type) const { return set_aside.empty() ? 0.0 : set_aside[type]; }
};

/// Whether one cost is below another by more than sums of a few prices can differ in their last digits.
inline bool cheaper(UsdPerTime a, UsdPerTime b) { return a < b * (1 - 1e-12); }

namespace detail {

inline HostCounts hosts_for(const std::vector<HostType>& types, const HostCounts& gpus) {
  HostCounts hosts(types.size());
  for (std::size_t t = 0; t < types.size(); ++t) hosts[t] = whole_up(gpus[t] / types[t].gpus);
  return hosts;
}

inline std::vector<SharedCard> shared_on(const Market& m, const Choice& chosen, std::size_t type) {
  std::vector<std::size_t> small;
  std::vector<CardShare> shares;
  for (std::size_t s = 0; s < chosen.size(); ++s) {
    if (chosen[s]->host != type || !chosen[s]->shared()) continue;
    small.push_back(s);
    shares.push_back(chosen[s]->offer->share);
  }
  return pack_cards(m.types[type].mig, small, shares);
}

inline Pool pool_on(const Market& m, const Choice& chosen, std::size_t type) {
  std::vector<std::size_t> services;
  std::vector<const OnDemand*> members;
  for (std::size_t s = 0; s < chosen.size(); ++s) {
    if (chosen[s] == nullptr || chosen[s]->host != type || !chosen[s]->loads()) continue;
    services.push_back(s);
    members.push_back(chosen[s]->on_demand);
  }
  return pool_of(std::move(services), members, static_cast<std::size_t>(m.types[type].gpus),
                 m.inputs.policy.pool_overflow_probability);
}

/// @param chosen null: not yet settled
inline std::vector<Pool> sleeping_on(const Market& m, const Choice& chosen, std::size_t type) {
  std::vector<Sleeper> sleepers;
  for (std::size_t s = 0; s < chosen.size(); ++s)
    if (chosen[s] != nullptr && chosen[s]->host == type && chosen[s]->sleeps())
      sleepers.push_back({s, chosen[s]->on_demand});
  return sleeping_groups(sleepers, m.inputs.policy.pool_overflow_probability);
}

/// What is set aside for weights, as far as the host has it.
inline Bytes room_in_memory(const Market& m, const HostType& type) {
  const Bytes asked = m.inputs.load.host_cache;
  return type.host->memory.known() ? std::min(asked, unit::seen_memory(*type.host)) : asked;
}

/// Whether a host has room in memory for weights, and on its disk, wherever pool and groups are placed on hosts of that
/// type.
struct HeldWeights {
  bool in_memory = true, on_disk = true;
  [[nodiscard]] bool all() const { return in_memory && on_disk; }
};

inline HeldWeights held_weights(const Market& m, const Pool& pool, const std::vector<Pool>& sleeping,
                                const HostType& type) {
  const Fact<Bytes>& room = type.host->local_disk;
  Bytes disk = pool.disk;
  for (const Pool& group : sleeping) disk += group.disk;
  return {pool.host_memory + memory_of_sleepers(sleeping, type.gpus) <= room_in_memory(m, type),
          !room.known() || disk <= room.value()};
}

/// Cards in which second versions of so many models, the largest, run beside the first: a model that several services
/// serve gets its new version in all of them.
inline double upgrade_room(const Market& m, const Choice& chosen, std::size_t type) {
  std::map<std::string, double> by_model;
  if (m.inputs.policy.upgrade_room <= 0) return 0;
  for (const Candidate* c : chosen)
    if (c->host == type) by_model[c->offer->replica.question.model] += c->upgrade_gpus();
  std::vector<double> needs;
  for (const auto& [model, cards] : by_model) needs.push_back(cards);
  std::ranges::sort(needs, std::greater{});
  const auto models = std::min(needs.size(), static_cast<std::size_t>(m.inputs.policy.upgrade_room));
  return std::accumulate(needs.begin(), needs.begin() + static_cast<std::ptrdiff_t>(models), 0.0);
}

/// Cards of one type that are in use.
inline double cards_on(const Fleet& f, std::size_t type) {
  double cards = static_cast<double>(f.shared[type].size()) + f.pools[type].gpus;
  for (const Pool& group : f.sleeping[type]) cards += group.gpus;
  for (const Turn& turn : f.turns[type]) cards += turn.count * turn.gpus;
  for (const Candidate* c : f.chosen)
    if (c->host == type) cards += c->whole_gpus();
  return cards;
}

/// Cards of one type in use in a segment of the day: of those that turns are taken on only what is held then.
inline double cards_in(const Fleet& f, std::size_t type, std::size_t segment) {
  double cards = f.gpus[type];
  for (const Turn& turn : f.turns[type]) cards -= turn.count * turn.gpus;
  for (const Candidate* c : f.chosen) {
    if (c->host != type || c->by_hours == nullptr) continue;
    for (const HeldHours& held : c->by_hours->others)
      if (held.segment[segment]) cards += held.replicas * c->offer->tensor_parallel();
  }
  return cards;
}

/// Hosts and spares of an elastic fleet are paid by the hour.
inline void set_hourly_cost(const Market& m, Fleet& f) {
  f.usd = UsdPerTime{};
  f.mean_hosts.assign(m.types.size(), 0.0);
  for (std::size_t i = 0; i < m.hours.size(); ++i) {
    const double share = m.hours[i] / 24;
    HostCounts gpus(m.types.size());
    for (std::size_t t = 0; t < m.types.size(); ++t) gpus[t] = cards_in(f, t, i);
    const HostCounts hosts = hosts_for(m.types, gpus), spares = m.spare_rule.spares(hosts);
    f.usd += share * (cost_of(m.types, hosts) + cost_of(m.types, spares));
    for (std::size_t t = 0; t < m.types.size(); ++t) f.mean_hosts[t] += share * (hosts[t] + spares[t]);
  }
}

/// Everything that follows from shared cards and pools.
inline void set_cost(const Market& m, Fleet& f) {
  f.keeps_weights = true;
  for (std::size_t t = 0; t < m.types.size(); ++t) {
    f.upgrade_room[t] = upgrade_room(m, f.chosen, t);
    f.gpus[t] = std::max(0.0, cards_on(f, t) + f.upgrade_room[t] + m.taken_aside(t));
    f.keeps_weights = f.keeps_weights && held_weights(m, f.pools[t], f.sleeping[t], m.types[t]).all();
  }
  f.wait_usd = UsdPerTime{};
  for (const Candidate* c : f.chosen) f.wait_usd += c->wait_usd();
  f.hosts = hosts_for(m.types, f.gpus);
  f.spares = m.spare_rule.spares(f.hosts);
  f.usd = cost_of(m.types, f.hosts) + cost_of(m.types, f.spares);
  if (!m.hours.empty()) set_hourly_cost(m, f);
}

}  // namespace detail

/// Cards, pools, hosts and spares of a choice.
inline Fleet fleet_of(const Market& m, Choice chosen) {
  Fleet f{.chosen = std::move(chosen), .gpus = HostCounts(m.types.size())};
  f.upgrade_room = HostCounts(m.types.size());
  for (std::size_t t = 0; t < m.types.size(); ++t) {
    f.shared.push_back(detail::shared_on(m, f.chosen, t));
    f.turns.push_back(turns_on(f.chosen, t));
    f.pools.push_back(detail::pool_on(m, f.chosen, t));
    f.sleeping.push_back(detail::sleeping_on(m, f.chosen, t));
  }
  detail::set_cost(m, f);
  return f;
}

/// The pool of a host type, where it has members, and its groups of engines asleep.
inline std::vector<Pool> pools_on(const Fleet& f, std::size_t type) {
  std::vector<Pool> all = f.sleeping[type];
  if (!f.pools[type].members.empty()) all.insert(all.begin(), f.pools[type]);
  return all;
}

/// The pool or the group whose cards a service on demand shares.
inline const Pool& pool_of_service(const Fleet& f, std::size_t service) {
  const Candidate& c = *f.chosen[service];
  if (c.loads()) return f.pools[c.host];
  const std::vector<Pool>& groups = f.sleeping[c.host];
  return *std::ranges::find_if(groups,
                               [&](const Pool& g) { return std::ranges::find(g.members, service) != g.members.end(); });
}

/// The same fleet with another candidate for one service; only what that touches is packed again.
inline Fleet exchanged(const Market& m, Fleet f, std::size_t service, const Candidate* c) {
  const Candidate* before = std::exchange(f.chosen[service], c);
  for (const Candidate* touched : {before, c}) {
    const std::size_t t = touched->host;
    if (touched->shared()) f.shared[t] = detail::shared_on(m, f.chosen, t);
    if (touched->by_hours != nullptr) f.turns[t] = turns_on(f.chosen, t);
    if (touched->loads()) f.pools[t] = detail::pool_on(m, f.chosen, t);
    if (touched->sleeps()) f.sleeping[t] = detail::sleeping_on(m, f.chosen, t);
  }
  detail::set_cost(m, f);
  return f;
}

}  // namespace planner::plan::models
