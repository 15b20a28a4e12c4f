#pragma once
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "planner/math/gap_law.hpp"
#include "planner/math/root.hpp"

/// Models that stay warm until the room is needed, the least recently used first: a cache with sizes.
namespace planner::math {

/// A model and the law of the gaps between its requests.
template <class Gaps>
struct CachedModel {
  Gaps gaps;
  double size = 1;  ///< GPUs or GB, above 0
};

/// Share of time in which a model is warm that goes after `idle_s` without a request.
template <class Gaps>
double warm_share(const CachedModel<Gaps>& model, double idle_s) {
  return model.gaps.mean_up_to(idle_s) / model.gaps.mean();
}

/// Idle seconds after which a model is evicted, the same for all of them: the root of sum of size * warm share =
/// capacity (Che, Tung, Wang 2002, "Hierarchical Web caching systems"; with any gap law Martina, Garetto, Leonardi
/// 2014). The request of a model is then warm with probability 1 - gaps.tail(that time). Good to 0.001 where each model
/// is a small part of the capacity, to 0.01 with four; where one takes more than a tenth, simulate instead.
/// Infinite where everything fits.
template <class Gaps>
double eviction_time(std::span<const CachedModel<Gaps>> models, double capacity) {
  double all = 0, mean = 0;
  for (const auto& m : models) all += m.size, mean = std::fmax(mean, m.gaps.mean());
  if (all <= capacity) return std::numeric_limits<double>::infinity();
  const auto excess = [&](double log_time) {
    double warm = -capacity;
    for (const auto& m : models) warm += m.size * warm_share(m, std::exp(log_time));
    return warm;
  };
  double low = std::log(mean), high = low;
  while (excess(low) > 0.0) low -= 4.0;
  while (excess(high) < 0.0) high += 1.0;
  return std::exp(find_root(excess, low, high, 1e-13));
}

/// Share of a model's requests that find it warm.
template <class Gaps>
double warm_hits(const CachedModel<Gaps>& model, double eviction_time_s) {
  return 1.0 - model.gaps.tail(eviction_time_s);
}

}  // namespace planner::math
