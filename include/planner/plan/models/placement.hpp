#pragma once
#include <string>

#include "planner/plan/models/choice.hpp"
#include "planner/plan/models/plan.hpp"

/// What runs on which GPU of which host.
namespace planner::plan::models {

namespace detail {

/// Replicas and shared cards of one host type, largest first.
struct Group {
  std::vector<std::size_t> services{};
  int gpus = 1;
  bool pool = false;
};

/// A pool in whole hosts, and what is left in one more.
inline void add_pool(std::vector<Group>& groups, const Pool& pool, int per_host) {
  for (int left = static_cast<int>(pool.gpus); left > 0; left -= per_host)
    groups.push_back({pool.members, std::min(left, per_host), true});
}

inline std::vector<Group> groups_on(const Fleet& fleet, std::size_t type, int per_host) {
  std::vector<Group> groups;
  add_pool(groups, fleet.pools[type], per_host);
  for (std::size_t s = 0; s < fleet.chosen.size(); ++s) {
    const Candidate& c = *fleet.chosen[s];
    if (c.host != type || c.shared() || !c.resident()) continue;
    for (double r = 0; r < c.offer->peak.replicas; ++r) groups.push_back({{s}, c.offer->tensor_parallel()});
  }
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

  /// The host with the fewest replicas of the same service, of these the fullest: one lost host takes few of a service.
  std::size_t place(const Group& g) {
    std::size_t best = free_.size();
    for (std::size_t h = 0; h < free_.size(); ++h)
      if (free_[h] >= g.gpus && (best == free_.size() || key(h, g) < key(best, g))) best = h;
    if (best == free_.size()) throw InternalError("models: a tensor-parallel group found no host.");
    free_[best] -= g.gpus;
    holds_[best].insert(holds_[best].end(), g.services.begin(), g.services.end());
    return best;
  }

 private:
  [[nodiscard]] std::pair<std::ptrdiff_t, int> key(std::size_t host, const Group& g) const {
    return {std::ranges::count(holds_[host], g.services.front()), free_[host]};
  }
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
      const std::size_t host = filling.place(g);
      const std::string name = m.types[t].host->id + " #" + std::to_string(host + 1);
      std::vector<std::string> models;
      for (const std::size_t s : g.services) models.push_back(m.services[s].id);
      for (int i = 0; i < g.gpus; ++i) hosts[host].push_back({name, static_cast<double>(hosts[host].size()), models});
    }
    for (auto& host : hosts) all.insert(all.end(), host.begin(), host.end());
  }
  return all;
}

}  // namespace planner::plan::models
