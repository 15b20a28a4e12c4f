#pragma once
#include "planner/plan/models/placement.hpp"
#include "planner/plan/models/running.hpp"

/// The placement of a plan that leaves what runs where it runs.
namespace planner::plan::models {

/// A group of the plan on a host.
struct Placed {
  std::set<std::string> models{}, loaded{};  ///< what runs there, and what of it has to be loaded
  std::vector<double> gpus{};                ///< indices
  bool pool = false;
};

struct PlacedHost {
  std::string name{};
  std::vector<Placed> groups{};
  std::vector<double> free{};  ///< indices of GPUs that hold nothing of the plan
};

namespace detail {

/// One host type while it is filled.
class Rearrangement {
 public:
  /// @param smallest groups of fewer GPUs are not kept where they are
  Rearrangement(const Market& m, const Fleet& fleet, std::size_t type, std::vector<RunningHost> running, int smallest)
      : m_(m),
        gpus_(m.types[type].gpus),
        smallest_(smallest),
        groups_(groups_on(fleet, type, gpus_)),
        running_(std::move(running)) {
    open_hosts(static_cast<std::size_t>(fleet.hosts[type]), m.types[type].host->id);
  }

  /// Nothing where what is kept leaves no room for a group in one piece.
  std::optional<std::vector<PlacedHost>> run() {
    for (const bool whole : {true, false})
      for (Group& g : groups_)
        if (!g.pool && g.gpus >= smallest_) keep(g, whole);
    for (Group& g : groups_) place_rest(g);  // the pool comes first
    return fits_ ? std::optional(std::move(hosts_)) : std::nullopt;
  }

 private:
  [[nodiscard]] std::set<std::string> names(const Group& g) const {
    std::set<std::string> names;
    for (const std::size_t s : g.services) names.insert(m_.services[s].id);
    return names;
  }

  /// Hosts that run most of what the plan wants stay; others are closed, and new ones come where there are too few.
  void open_hosts(std::size_t count, const std::string& type) {
    std::ranges::sort(running_, {},
                      [&](const RunningHost& h) { return std::pair(-wanted(h), number_of_host(h.name)); });
    if (running_.size() > count) running_.resize(count);
    double next = 1;
    for (const RunningHost& h : running_) next = std::max(next, number_of_host(h.name) + 1);
    while (running_.size() < count) {
      running_.push_back({.name = type + " #" + std::to_string(static_cast<long>(next))});
      ++next;
    }
    for (const RunningHost& h : running_) {
      hosts_.push_back({.name = h.name});
      for (int i = 0; i < gpus_; ++i) hosts_.back().free.push_back(i);
    }
  }

  /// GPUs of a host whose models the plan has at that degree.
  [[nodiscard]] double wanted(const RunningHost& host) const {
    double gpus = 0;
    for (const RunningBlock& block : host.blocks)
      for (const Group& g : groups_)
        if (!g.pool && shared_with(block, g) > 0) {
          gpus += g.gpus;
          break;
        }
    return gpus;
  }

  /// How many models of the group run on a block of its size.
  [[nodiscard]] std::size_t shared_with(const RunningBlock& block, const Group& g) const {
    if (block.gpus.size() != static_cast<std::size_t>(g.gpus)) return 0;
    std::size_t count = 0;
    for (const std::size_t s : g.services) count += block.models.contains(m_.services[s].id) ? 1 : 0;
    return count;
  }

  /// Leaves members of the group where all of them run, or at least one.
  void keep(Group& g, bool whole) {
    for (std::size_t h = 0; h < running_.size(); ++h)
      for (RunningBlock& block : running_[h].blocks) {
        const std::size_t shared = shared_with(block, g);
        if (g.count < 1 || shared == 0 || (whole && shared < g.services.size())) continue;
        if (!std::ranges::includes(hosts_[h].free, block.gpus)) continue;
        take(hosts_[h], g, block.gpus, block.models);
        block.models.clear();
      }
  }

  /// The rest goes where the fewest replicas of its model are, of these to the fullest host.
  void place_rest(Group& g) {
    while (g.count >= 1 && fits_) {
      PlacedHost* best = nullptr;
      for (PlacedHost& h : hosts_)
        if (h.free.size() >= static_cast<std::size_t>(g.gpus) && (best == nullptr || key(h, g) < key(*best, g)))
          best = &h;
      fits_ = best != nullptr;
      if (fits_) take(*best, g, {best->free.begin(), best->free.begin() + g.gpus}, {});
    }
  }

  [[nodiscard]] std::pair<std::ptrdiff_t, std::size_t> key(const PlacedHost& h, const Group& g) const {
    if (g.services.empty()) return {0, h.free.size()};
    const std::string& first = m_.services[g.services.front()].id;
    const auto same = std::ranges::count_if(h.groups, [&](const Placed& p) { return p.models.contains(first); });
    return {same, h.free.size()};
  }

  void take(PlacedHost& host, Group& g, const std::vector<double>& gpus, const std::set<std::string>& running) {
    Placed p{.models = names(g), .gpus = gpus, .pool = g.pool};
    if (!g.pool) std::ranges::set_difference(p.models, running, std::inserter(p.loaded, p.loaded.end()));
    for (const double gpu : gpus) std::erase(host.free, gpu);
    host.groups.push_back(std::move(p));
    --g.count;
  }

  const Market& m_;
  int gpus_, smallest_;
  std::vector<Group> groups_;
  std::vector<RunningHost> running_;
  std::vector<PlacedHost> hosts_{};
  bool fits_ = true;
};

}  // namespace detail

/// The hosts of one type. Where kept groups are so scattered that a larger one finds no room in one piece, the smallest
/// are placed anew; with none kept all fit (placement.hpp).
inline std::vector<PlacedHost> rearranged(const Market& m, const Fleet& fleet, std::size_t type,
                                          const std::vector<RunningHost>& running) {
  for (int smallest = 1;; smallest *= 2)
    if (auto hosts = detail::Rearrangement(m, fleet, type, running, smallest).run()) return std::move(*hosts);
}

}  // namespace planner::plan::models
