#pragma once
#include <utility>

#include "planner/plan/models/choice/decide.hpp"

/// Designs whose hosts do not hold the weights that are loaded from them.
namespace planner::plan::uncertain {

/// What each service of a design may be served by.
using OptionsOfServices = std::vector<const models::ServiceOptions*>;

namespace detail {

inline Bytes weights_in(const models::Candidate& c, WeightTier tier) { return models::detail::weights_in(c, tier); }

/// Whether another candidate takes less of what its host has too little of: of memory first.
inline bool relieves(const models::Candidate& c, const models::Candidate& now,
                     const models::detail::HeldWeights& held) {
  const Bytes memory = weights_in(c, WeightTier::host_ram), before = weights_in(now, WeightTier::host_ram);
  if (!held.in_memory) return memory < before;
  return !held.on_disk && memory <= before && weights_in(c, WeightTier::nvme) < weights_in(now, WeightTier::nvme);
}

struct Elsewhere {
  std::size_t service = 0;
  const models::Candidate* way = nullptr;
};

/// The exchange with which requests wait least longer; to residence only where nothing else is left.
inline std::optional<Elsewhere> next_elsewhere(const models::Market& m, const models::Fleet& fleet,
                                               const OptionsOfServices& options) {
  std::optional<Elsewhere> best;
  std::pair<bool, UsdPerTime> least{};
  for (std::size_t s = 0; s < options.size(); ++s) {
    const models::Candidate& now = *fleet.chosen[s];
    const auto held =
        models::detail::held_weights(m, fleet.pools[now.host], fleet.sleeping[now.host], m.types[now.host]);
    for (const models::Candidate& c : options[s]->candidates) {
      const std::pair cost{c.resident(), c.wait_usd() - now.wait_usd()};
      if (!relieves(c, now, held) || (best && !(cost < least))) continue;
      best = Elsewhere{s, &c};
      least = cost;
    }
  }
  return best;
}

}  // namespace detail

/// The fleet after services that load from host memory, or from a disk of the host, load from elsewhere or become
/// resident, one by one, until the hosts hold the weights of the others; as it is where they do.
inline models::Fleet with_weights_elsewhere(const models::Market& m, models::Fleet fleet,
                                            const OptionsOfServices& options) {
  while (!fleet.keeps_weights) {
    const auto next = detail::next_elsewhere(m, fleet, options);
    if (!next) break;
    fleet = models::exchanged(m, std::move(fleet), next->service, next->way);
  }
  return fleet;
}

}  // namespace planner::plan::uncertain
