#pragma once
#include "planner/plan/models/candidates/candidate.hpp"

/// Which spare hosts cover the loss of which hosts.
namespace planner::plan::models {

/// Hosts by type, in the order of the types.
using HostCounts = std::vector<double>;

namespace detail {

/// Whether the replicas of an offer can move to a host of another type, GPU for GPU: it is served there at no higher
/// degree, and with no more replicas for the whole peak, so that each carries what a lost one carried.
inline bool takes_over(const ServiceOptions& service, const Offer& lost, std::size_t host) {
  for (const Candidate& c : service.candidates) {
    if (c.host != host || c.shared() != lost.share.shared) continue;
    if (c.offer->tensor_parallel() <= lost.tensor_parallel() && c.offer->peak.replicas <= lost.peak.replicas)
      return true;
  }
  return false;
}

inline bool covers(const std::vector<ServiceOptions>& services, const std::vector<HostType>& types, std::size_t spare,
                   std::size_t lost) {
  if (spare == lost) return true;
  if (types[spare].gpus < types[lost].gpus) return false;
  for (const ServiceOptions& s : services)
    for (const Candidate& c : s.candidates)
      if (c.host == lost && !takes_over(s, *c.offer, spare)) return false;
  return true;
}

}  // namespace detail

/// Spare hosts for a choice of types: as many of the cheapest type that can take every service of the types in use, or
/// as many of each of them, whichever costs less.
class SpareRule {
 public:
  SpareRule(const std::vector<ServiceOptions>& services, const std::vector<HostType>& types, double lost_together)
      : types_(types), lost_together_(lost_together), covers_(types.size()) {
    for (std::size_t s = 0; s < types.size(); ++s)
      for (std::size_t t = 0; t < types.size(); ++t) covers_[s].push_back(detail::covers(services, types, s, t));
  }

  [[nodiscard]] HostCounts spares(const HostCounts& used) const {
    HostCounts each(types_.size(), 0.0);
    UsdPerTime each_usd{};
    for (std::size_t t = 0; t < types_.size(); ++t) {
      if (used[t] <= 0) continue;
      each[t] = lost_together_;
      each_usd += lost_together_ * types_[t].usd();
    }
    std::size_t best = types_.size();
    for (std::size_t s = 0; s < types_.size(); ++s) {
      if (!covers_all(s, used) || lost_together_ * types_[s].usd() >= each_usd) continue;
      if (best == types_.size() || types_[s].usd() < types_[best].usd()) best = s;
    }
    if (best == types_.size()) return each;
    HostCounts one(types_.size(), 0.0);
    one[best] = lost_together_;
    return one;
  }

 private:
  [[nodiscard]] bool covers_all(std::size_t spare, const HostCounts& used) const {
    for (std::size_t t = 0; t < used.size(); ++t)
      if (used[t] > 0 && !covers_[spare][t]) return false;
    return true;
  }

  const std::vector<HostType>& types_;
  double lost_together_;
  std::vector<std::vector<bool>> covers_;
};

/// What hosts cost.
inline UsdPerTime cost_of(const std::vector<HostType>& types, const HostCounts& hosts) {
  UsdPerTime sum{};
  for (std::size_t t = 0; t < types.size(); ++t) sum += hosts[t] * types[t].usd();
  return sum;
}

}  // namespace planner::plan::models
