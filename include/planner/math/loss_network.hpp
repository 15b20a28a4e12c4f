#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

/// Services with many replicas on a shared pool of GPUs, where a start that finds no room is lost (served elsewhere):
/// Poisson starts, any law of the stay. A model with one replica is a finite source: see pool_overflow.hpp.
namespace planner::math {

/// A class of replicas.
struct LossClass {
  double load = 0;        ///< erlangs: starts per second times mean stay
  std::size_t gpus = 1;   ///< of one replica, at least 1
  std::size_t spare = 0;  ///< GPUs that a start must leave free for larger classes (trunk reservation)
};

namespace detail {

/// n q(n) = sum of load * gpus * q(n - gpus) * admitted(class, n - gpus), normalised. Terms are positive, so nothing
/// cancels; what has grown too large is scaled down as the recursion goes.
template <class Admitted>
std::vector<double> occupancy(std::size_t capacity, std::span<const LossClass> classes, Admitted&& admitted) {
  constexpr double large = 1e250;
  std::vector<double> q(capacity + 1);
  double sum = q[0] = 1.0;
  for (std::size_t n = 1; n <= capacity; ++n) {
    for (std::size_t c = 0; c < classes.size(); ++c)
      if (const auto& k = classes[c]; n >= k.gpus)
        q[n] += k.load * static_cast<double>(k.gpus) * q[n - k.gpus] * admitted(c, n - k.gpus);
    sum += q[n] /= static_cast<double>(n);
    if (sum < large) continue;
    for (std::size_t i = 0; i <= n; ++i) q[i] /= large;
    sum /= large;
  }
  for (double& p : q) p /= sum;
  return q;
}

}  // namespace detail

/// How many of `capacity` GPUs are in use: by entry n, the share of time with n (Kaufman 1981, Roberts 1981). Exact
/// without spares, and then insensitive to the law of the stay; with spares Roberts' approximation, good to some per
/// cent. O(capacity * classes).
inline std::vector<double> loss_occupancy(std::size_t capacity, std::span<const LossClass> classes) {
  return detail::occupancy(capacity, classes, [&](std::size_t c, std::size_t used) {
    return used + classes[c].gpus + classes[c].spare <= capacity ? 1.0 : 0.0;
  });
}

/// Share of the starts of a class that find too few GPUs.
inline double loss_blocking(std::span<const double> occupancy, const LossClass& c) {
  const std::size_t asked = std::min(c.gpus + c.spare, occupancy.size());
  double sum = 0;
  for (std::size_t n = occupancy.size() - asked; n < occupancy.size(); ++n) sum += occupancy[n];
  return sum;
}

/// Mean GPUs in use.
inline double loss_utilisation(std::span<const double> occupancy) {
  double sum = 0;
  for (std::size_t n = 0; n < occupancy.size(); ++n) sum += static_cast<double>(n) * occupancy[n];
  return sum;
}

}  // namespace planner::math
