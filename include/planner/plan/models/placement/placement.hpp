#pragma once
#include <functional>
#include <queue>
#include <string>
#include <tuple>

#include "planner/plan/models/choice/choice.hpp"
#include "planner/plan/models/plan.hpp"

/// What runs on which GPU of which host.
namespace planner::plan::models {

namespace detail {

/// Replicas of a service, a shared card, cards of engines asleep, or what a pool holds of hosts: so many of the same
/// kind.
struct Group {
  std::vector<std::size_t> services{};
  int gpus = 1;
  double count = 1;
  bool pool = false;
};

/// A pool in whole hosts, and what is left in one more.
inline void add_pool(std::vector<Group>& groups, const Pool& pool, int per_host) {
  const int all = static_cast<int>(pool.gpus), left = all % per_host;
  if (all >= per_host) groups.push_back({pool.members, per_host, static_cast<double>(all / per_host), true});
  if (left > 0) groups.push_back({pool.members, left, 1, true});
}

/// Room for a second version in blocks that each degree divides or fills: whole hosts, and powers of two.
inline void add_room(std::vector<Group>& groups, double gpus, int per_host) {
  int left = static_cast<int>(gpus);
  const int even = per_host & -per_host;  // the largest power of two that divides a host
  for (int block = per_host; block >= 1; block = block == per_host && even < per_host ? even : block / 2) {
    if (left >= block) groups.push_back({{}, block, static_cast<double>(left / block)});
    left %= block;
  }
}

/// The groups of one host type: the pool, then from the largest to the smallest.
inline std::vector<Group> groups_on(const Fleet& fleet, std::size_t type, int per_host) {
  std::vector<Group> groups;
  add_pool(groups, fleet.pools[type], per_host);
  for (std::size_t s = 0; s < fleet.chosen.size(); ++s) {
    const Candidate& c = *fleet.chosen[s];
    if (c.host != type || c.shared() || !c.resident()) continue;
    groups.push_back({{s}, c.offer->tensor_parallel(), c.replicas_all_day()});
  }
  for (const Pool& group : fleet.sleeping[type])
    groups.push_back({group.members, static_cast<int>(group.block), group.gpus / group.block});
  for (const Turn& turn : fleet.turns[type]) groups.push_back({turn.services, turn.gpus, turn.count});
  add_room(groups, fleet.upgrade_room[type], per_host);
  for (const SharedCard& card : fleet.shared[type]) groups.push_back({card, 1});
  std::ranges::sort(groups, [](const Group& a, const Group& b) {
    if (a.pool != b.pool) return a.pool;
    return a.gpus != b.gpus ? a.gpus > b.gpus : a.services < b.services;
  });
  return groups;
}

/// Hosts of one type while they are filled.
class Filling {
 public:
  Filling(std::size_t hosts, int gpus) : free_(hosts, gpus), holds_(hosts) {}

  /// Calls `on_host` with the host of each member of the group. That is the one with the fewest replicas of the same
  /// service, of these the fullest, so that one lost host takes few of a service.
  void place(const Group& g, const std::function<void(std::size_t)>& on_host) {
    std::priority_queue<Key, std::vector<Key>, std::greater<>> hosts;
    for (std::size_t h = 0; h < free_.size(); ++h)
      if (free_[h] >= g.gpus) hosts.emplace(same_on(h, g), free_[h], h);
    for (double placed = 0; placed < g.count; ++placed) {
      if (hosts.empty()) throw InternalError("models: a tensor-parallel group found no host.");
      const auto [replicas, free, host] = hosts.top();
      hosts.pop();
      free_[host] -= g.gpus;
      holds_[host].insert(holds_[host].end(), g.services.begin(), g.services.end());
      if (free_[host] >= g.gpus) hosts.emplace(replicas + 1, free_[host], host);
      on_host(host);
    }
  }

 private:
  /// Replicas of the group's first service; room is of none.
  [[nodiscard]] std::ptrdiff_t same_on(std::size_t host, const Group& g) const {
    return g.services.empty() ? 0 : std::ranges::count(holds_[host], g.services.front());
  }

  using Key = std::tuple<std::ptrdiff_t, int, std::size_t>;  ///< replicas of the service, free GPUs, host
  std::vector<int> free_;
  std::vector<std::vector<std::size_t>> holds_;
};

}  // namespace detail

/// The pool first, then groups from the largest to the smallest. Degrees are powers of two that divide the GPUs of a
/// host, so that no GPU is lost to fragments, whatever the pool leaves of its host (Coffman, Garey and Johnson 1987).
inline std::vector<GpuPlacement> placement_of(const Market& m, const Fleet& fleet) {
  std::vector<GpuPlacement> all;
  for (std::size_t t = 0; t < m.types.size(); ++t) {
    std::vector<std::vector<GpuPlacement>> hosts(static_cast<std::size_t>(fleet.hosts[t]));
    detail::Filling filling(hosts.size(), m.types[t].gpus);
    for (const detail::Group& g : detail::groups_on(fleet, t, m.types[t].gpus)) {
      std::vector<std::string> models;
      for (const std::size_t s : g.services) models.push_back(m.services[s].id);
      filling.place(g, [&](std::size_t host) {
        const std::string name = m.types[t].host->id + " #" + std::to_string(host + 1);
        for (int i = 0; i < g.gpus; ++i) hosts[host].push_back({name, static_cast<double>(hosts[host].size()), models});
      });
    }
    for (auto& host : hosts) all.insert(all.end(), host.begin(), host.end());
  }
  return all;
}

}  // namespace planner::plan::models
