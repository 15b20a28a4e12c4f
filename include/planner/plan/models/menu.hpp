#pragma once
#include "planner/plan/models/fleet.hpp"

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
  return c.resident() || c.on_demand->tier != tier ? Bytes{} : c.on_demand->weights;
}

/// The most that weights in this place can come to on one host.
inline Bytes most_weights(const Menu& menu, WeightTier tier) {
  Bytes sum{};
  for (const auto& options : menu) {
    Bytes most{};
    for (const Candidate* c : options) most = std::max(most, weights_in(*c, tier));
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
  for (const HostType& t : m.types) {
    if (in_memory > room_in_memory(m, t)) scarce.host_memory = true;
    if (t.host->local_disk.known() && on_disk > t.host->local_disk.value()) scarce.disk = true;
  }
  return scarce;
}

/// Whether `a` takes no more of anything than `b`, on the same hosts and in the same way.
inline bool takes_no_more(const Candidate& a, const Candidate& b, const ScarceRoom& scarce) {
  if (a.host != b.host || a.resident() != b.resident() || a.shared() || b.shared()) return false;
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
