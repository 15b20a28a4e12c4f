#pragma once
#include "planner/plan/models/fleet/fleet.hpp"

/// Candidates that may be chosen.
namespace planner::plan::models {

/// By service.
using Menu = std::vector<std::vector<const Candidate*>>;

inline Menu full_menu(const std::vector<ServiceOptions>& services) {
  Menu menu;
  for (const ServiceOptions& s : services) {
    std::vector<const Candidate*>& options = menu.emplace_back();
    for (const Candidate& c : s.candidates) options.push_back(&c);
  }
  return menu;
}

namespace detail {

inline Bytes weights_in(const Candidate& c, WeightTier tier) {
  return c.resident() ? Bytes{} : c.on_demand->weights_on_host(tier);
}

/// All that may sleep on a host type, by degree: of each service the candidate that is live longest.
inline std::map<double, std::vector<Sleeper>> may_sleep(const Menu& menu, std::size_t type) {
  std::map<double, std::vector<Sleeper>> by_degree;
  for (std::size_t s = 0; s < menu.size(); ++s) {
    std::map<double, const OnDemand*> longest;
    for (const Candidate* c : menu[s]) {
      if (c->host != type || !c->sleeps()) continue;
      const OnDemand*& d = longest[c->on_demand->gpus];
      if (d == nullptr || c->on_demand->claim > d->claim) d = c->on_demand;
    }
    for (const auto& [degree, d] : longest) by_degree[degree].push_back({s, d});
  }
  return by_degree;
}

/// Whether they need one group of each degree, whatever is chosen: it then only grows with its members.
inline bool sleep_in_one_group(const Menu& menu, std::size_t type) {
  return std::ranges::all_of(may_sleep(menu, type), [](const auto& entry) { return sleep_together(entry.second); });
}

/// The most host memory that engines asleep can take on one host: of groups of all that may sleep there, if each kept
/// its weights there.
inline Bytes most_for_sleepers(const Market& m, const Menu& menu, std::size_t type) {
  std::vector<Pool> groups;
  for (const auto& [degree, all] : may_sleep(menu, type)) {
    Pool group = group_of(all, sleep_together(all) ? m.inputs.policy.pool_overflow_probability : 0.0);
    group.host_memory = {};
    for (const Sleeper& s : all) group.host_memory += s.on_demand->weights;
    groups.push_back(std::move(group));
  }
  return memory_of_sleepers(std::move(groups), m.types[type].gpus);
}

/// The most that weights in this place can come to on one host, without those of engines asleep.
inline Bytes most_weights(const Menu& menu, WeightTier tier) {
  Bytes sum{};
  for (const auto& options : menu) {
    Bytes most{};
    for (const Candidate* c : options)
      if (!c->sleeps() || tier != WeightTier::host_ram) most = std::max(most, weights_in(*c, tier));
    sum += most;
  }
  return sum;
}

/// Places for weights that may be too small for all of them.
struct ScarceRoom {
  bool host_memory = false, disk = false;
};

inline ScarceRoom scarce_room(const Market& m, const Menu& menu) {
  const Bytes in_memory = most_weights(menu, WeightTier::host_ram), on_disk = most_weights(menu, WeightTier::nvme);
  ScarceRoom scarce;
  for (std::size_t i = 0; i < m.types.size(); ++i) {
    const HostType& t = m.types[i];
    if (in_memory + most_for_sleepers(m, menu, i) > room_in_memory(m, t)) scarce.host_memory = true;
    if (t.host->local_disk.known() && on_disk > t.host->local_disk.value()) scarce.disk = true;
  }
  return scarce;
}

/// Whether engines asleep could take each other's place in a group.
inline bool sleeps_no_worse(const OnDemand& a, const OnDemand& b) {
  return a.gpus == b.gpus && a.asleep->kept <= b.asleep->kept && a.asleep->room >= b.asleep->room;
}

/// Whether `a` takes no more of anything than `b`, on the same hosts and in the same way.
inline bool takes_no_more(const Candidate& a, const Candidate& b, const ScarceRoom& scarce) {
  if (a.host != b.host || a.resident() != b.resident() || a.shared() || b.shared()) return false;
  if (a.sleeps() != b.sleeps() || (a.sleeps() && !sleeps_no_worse(*a.on_demand, *b.on_demand))) return false;
  if (a.by_hours != nullptr || b.by_hours != nullptr) return false;  // whose cards others take, too
  if (a.resident()) return a.whole_gpus() <= b.whole_gpus();
  const auto less_room = [&](WeightTier tier) { return weights_in(a, tier) <= weights_in(b, tier); };
  return a.on_demand->gpus <= b.on_demand->gpus && a.on_demand->claim <= b.on_demand->claim &&
         a.wait_usd() <= b.wait_usd() && (!scarce.host_memory || less_room(WeightTier::host_ram)) &&
         (!scarce.disk || less_room(WeightTier::nvme));
}

}  // namespace detail

/// The menu without candidates in whose place another takes no more of anything: some optimal fleet needs none of them.
inline Menu worthwhile_menu(const Market& m) {
  const Menu full = full_menu(m.services);
  const detail::ScarceRoom scarce = detail::scarce_room(m, full);
  Menu menu;
  for (const auto& options : full) {
    std::vector<const Candidate*>& kept = menu.emplace_back();
    for (const Candidate* c : options) {
      const auto beats = [&](const Candidate* k) { return detail::takes_no_more(*k, *c, scarce); };
      if (std::ranges::any_of(kept, beats)) continue;
      std::erase_if(kept, [&](const Candidate* k) { return detail::takes_no_more(*c, *k, scarce); });
      kept.push_back(c);
    }
  }
  return menu;
}

}  // namespace planner::plan::models
