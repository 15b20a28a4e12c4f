#pragma once
#include <algorithm>
#include <map>

#include "planner/plan/models/fleet/pool.hpp"

/// Engines asleep that share cards. A group has some blocks of cards, each of as many as a replica takes. Every member
/// was started on every block, and wakes on any that no other member holds: the cards that it can reach are those of
/// its group.
namespace planner::plan::models {

/// A member of a group, by its service.
struct Sleeper {
  std::size_t service = 0;
  const OnDemand* on_demand = nullptr;
  [[nodiscard]] Bytes kept() const { return on_demand->asleep->kept; }
  [[nodiscard]] Bytes room() const { return on_demand->asleep->room; }
};

/// Whether on a card every member has room beside what all others keep there.
inline bool sleep_together(const std::vector<Sleeper>& members) {
  Bytes kept{};
  for (const Sleeper& s : members) kept += s.kept();
  return std::ranges::all_of(members, [&](const Sleeper& s) { return kept - s.kept() <= s.room(); });
}

namespace detail {

/// Fills one group after the other, from the largest claim to the smallest: those that are awake most share the blocks
/// of one group.
inline std::vector<std::vector<Sleeper>> divided(std::vector<Sleeper> members) {
  std::ranges::sort(members, {}, [](const Sleeper& s) { return std::pair(-s.on_demand->claim, s.service); });
  std::vector<std::vector<Sleeper>> groups;
  for (const Sleeper& s : members) {
    const auto joined = [&](std::vector<Sleeper>& group) {
      group.push_back(s);
      if (sleep_together(group)) return true;
      group.pop_back();
      return false;
    };
    if (std::ranges::none_of(groups, joined)) groups.push_back({s});
  }
  return groups;
}

/// The fewest blocks at which every wake finds one free but for a share `overflow` of them. One for each member is
/// always enough.
inline void size_group(Pool& group, const std::vector<math::PoolModel>& claims, double overflow) {
  std::size_t blocks = 1;
  while (std::ranges::max(block_overflow(claims, blocks)) > overflow) ++blocks;
  group.gpus = static_cast<double>(blocks) * group.block;
}

inline Pool group_of(const std::vector<Sleeper>& members, double overflow) {
  Pool group{.block = members.front().on_demand->gpus};
  std::vector<const OnDemand*> claims;
  for (const Sleeper& s : members) {
    group.members.push_back(s.service);
    claims.push_back(s.on_demand);
    group.kept_asleep += s.kept();
    if (s.on_demand->tier == WeightTier::host_ram) group.host_memory += s.on_demand->weights;
    if (s.on_demand->tier == WeightTier::nvme) group.disk += s.on_demand->weights;
  }
  size_group(group, claims_of(claims), overflow);
  return group;
}

}  // namespace detail

/// The groups of these services, each with its blocks. Those of unlike degree have groups of their own.
///
/// @param overflow the largest share of a member's wakes that may find no block free
inline std::vector<Pool> sleeping_groups(const std::vector<Sleeper>& sleepers, double overflow) {
  std::map<double, std::vector<Sleeper>> by_degree;
  for (const Sleeper& s : sleepers) by_degree[s.on_demand->gpus].push_back(s);
  std::vector<Pool> groups;
  for (const auto& [degree, members] : by_degree)
    for (const auto& group : detail::divided(members)) groups.push_back(detail::group_of(group, overflow));
  return groups;
}

/// The most host memory that weights of engines asleep take on one host: it is filled with those blocks that take most
/// for each card.
inline Bytes memory_of_sleepers(std::vector<Pool> groups, double gpus_per_host) {
  std::ranges::sort(groups, {}, [](const Pool& g) { return -(g.host_memory / g.block).base(); });
  Bytes most{};
  double left = gpus_per_host;
  for (const Pool& g : groups) {
    const double cards = std::min(left, g.gpus);
    most += cards / g.block * g.host_memory;
    left -= cards;
  }
  return most;
}

}  // namespace planner::plan::models
