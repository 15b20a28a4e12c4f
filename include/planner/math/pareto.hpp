#pragma once
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace planner::math {

/// Whether each point is on the Pareto front: no other point is at most as large in every coordinate and smaller in
/// one. Equal points stand or fall together. Coordinates are minimised. O(n f) for a front of f points.
inline std::vector<bool> pareto_front(const std::vector<std::vector<double>>& points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::size_t i) -> const std::vector<double>& { return points[i]; });
  std::vector<bool> on_front(points.size(), false);
  std::vector<std::size_t> front;
  // In lexicographic order a point can only be dominated by one before it.
  for (const std::size_t i : order) {
    const auto dominates = [&](std::size_t f) {
      const auto& p = points[f];
      bool smaller = false;
      for (std::size_t k = 0; k < p.size(); ++k) {
        if (p[k] > points[i][k]) return false;
        smaller = smaller || p[k] < points[i][k];
      }
      return smaller;
    };
    on_front[i] = std::ranges::none_of(front, dominates);
    if (on_front[i]) front.push_back(i);
  }
  return on_front;
}

}  // namespace planner::math
