#pragma once
#include "planner/plan/models/placement/placement.hpp"
#include "planner/plan/models/question/running.hpp"

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
  Rearrangement(const Market& m, const Fleet& fleet, std::size_t type, std::vector<RunningHost> running)
      : m_(m), gpus_(m.types[type].gpus), groups_(groups_on(fleet, type, gpus_)), running_(std::move(running)) {
    open_hosts(static_cast<std::size_t>(fleet.hosts[type]), m.types[type].host->id);
  }

  /// From the largest groups to the smallest, so that all find room in one piece (placement.hpp): of each size what
  /// runs stays, and then the rest takes GPUs on which least of the smaller is in its way.
  std::vector<PlacedHost> run() {
    for (auto g = groups_.begin(); g != groups_.end();) {
      const auto end =
          std::find_if(g, groups_.end(), [&](const Group& o) { return o.gpus != g->gpus || o.pool != g->pool; });
      for (const bool whole : {true, false})
        for (auto k = g; k != end; ++k)
          if (!k->pool) keep(*k, whole);
      for (; g != end; ++g) place_rest(*g);
    }
    return std::move(hosts_);
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

  /// The rest goes where it is least in the way of what runs, of these where the fewest replicas of its model are, of
  /// these to the fullest host.
  void place_rest(Group& g) {
    while (g.count >= 1) {
      std::size_t best = hosts_.size();
      for (std::size_t h = 0; h < hosts_.size(); ++h)
        if (hosts_[h].free.size() >= static_cast<std::size_t>(g.gpus) &&
            (best == hosts_.size() || key(h, g) < key(best, g)))
          best = h;
      if (best == hosts_.size()) throw InternalError("models: a group found no host beside what runs.");
      std::vector<double> gpus = unwanted_first(best);
      gpus.resize(static_cast<std::size_t>(g.gpus));
      std::ranges::sort(gpus);
      take(hosts_[best], g, gpus, {});
    }
  }

  /// Free GPUs of a host on which something runs that the plan still wants.
  [[nodiscard]] std::set<double> wanted_gpus(std::size_t host) const {
    std::set<double> gpus;
    for (const RunningBlock& block : running_[host].blocks) {
      const bool wanted = std::ranges::any_of(
          groups_, [&](const Group& g) { return !g.pool && g.count >= 1 && shared_with(block, g) > 0; });
      if (wanted && std::ranges::includes(hosts_[host].free, block.gpus))
        gpus.insert(block.gpus.begin(), block.gpus.end());
    }
    return gpus;
  }

  [[nodiscard]] std::vector<double> unwanted_first(std::size_t host) const {
    const std::set<double> wanted = wanted_gpus(host);
    std::vector<double> gpus = hosts_[host].free;
    std::ranges::sort(gpus, {}, [&](double gpu) { return std::pair(wanted.contains(gpu), gpu); });
    return gpus;
  }

  /// GPUs in the way, replicas of the same model, free GPUs.
  [[nodiscard]] std::tuple<std::size_t, std::ptrdiff_t, std::size_t> key(std::size_t host, const Group& g) const {
    const PlacedHost& h = hosts_[host];
    const std::size_t idle = h.free.size() - wanted_gpus(host).size(), size = static_cast<std::size_t>(g.gpus);
    const std::size_t in_the_way = size > idle ? size - idle : 0;
    if (g.services.empty()) return {in_the_way, 0, h.free.size()};
    const std::string& first = m_.services[g.services.front()].id;
    const auto same = std::ranges::count_if(h.groups, [&](const Placed& p) { return p.models.contains(first); });
    return {in_the_way, same, h.free.size()};
  }

  void take(PlacedHost& host, Group& g, const std::vector<double>& gpus, const std::set<std::string>& running) {
    Placed p{.models = names(g), .gpus = gpus, .pool = g.pool};
    if (!g.pool) std::ranges::set_difference(p.models, running, std::inserter(p.loaded, p.loaded.end()));
    for (const double gpu : gpus) std::erase(host.free, gpu);
    host.groups.push_back(std::move(p));
    --g.count;
  }

  const Market& m_;
  int gpus_;
  std::vector<Group> groups_;
  std::vector<RunningHost> running_;
  std::vector<PlacedHost> hosts_{};
};

}  // namespace detail

/// The hosts of one type.
inline std::vector<PlacedHost> rearranged(const Market& m, const Fleet& fleet, std::size_t type,
                                          const std::vector<RunningHost>& running) {
  return detail::Rearrangement(m, fleet, type, running).run();
}

}  // namespace planner::plan::models
