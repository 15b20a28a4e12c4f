#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "planner/math/packing/problem.hpp"

/// The solver's own view of a packing problem: classes of equal items, all of them packable.
namespace planner::math::packing {

using Counts = std::vector<std::int64_t>;  ///< one entry per class

/// A bin type seen from the classes.
struct Shape {
  double cost = 1.0;
  std::int64_t available = unlimited;
  Counts capacity;
  std::vector<Counts> sizes;    ///< per class; empty: not allowed here
  std::vector<Counts> layouts;  ///< where not empty, what fits is a part of one of them
};

struct Instance {
  Counts demand;
  std::vector<Shape> shapes;
  [[nodiscard]] std::size_t classes() const { return demand.size(); }
};

/// `count` bins of one shape filled alike.
struct Fill {
  std::size_t shape = 0;
  Counts items;
  std::int64_t count = 0;
};

struct Packing {
  std::vector<Fill> fills;
  double cost = 0.0;
};

inline bool nothing_left(const Counts& demand) {
  return std::all_of(demand.begin(), demand.end(), [](std::int64_t d) { return d == 0; });
}

/// How many of something of `size` fit beside each other into `capacity`, at most `limit`.
inline std::int64_t fitting(const Counts& size, const Counts& capacity, std::int64_t limit) {
  for (std::size_t k = 0; k < size.size(); ++k)
    if (size[k] > 0) limit = std::min(limit, capacity[k] / size[k]);
  return limit;
}

/// The largest number of class `i` alone in an empty bin.
inline std::int64_t fitting_alone(const Shape& shape, std::size_t i, std::int64_t limit) {
  if (shape.layouts.empty()) return shape.sizes[i].empty() ? 0 : fitting(shape.sizes[i], shape.capacity, limit);
  std::int64_t most = 0;
  for (const Counts& layout : shape.layouts) most = std::max(most, layout[i]);
  return std::min(most, limit);
}

/// What is left of the allowed operations. One operation is about one node of a knapsack search.
struct Effort {
  std::int64_t left;
  [[nodiscard]] bool over() const { return left <= 0; }
  void spend(std::size_t operations) { left -= static_cast<std::int64_t>(operations); }
  /// Sets one of `parts` equal parts apart.
  Effort split(std::int64_t parts) {
    const Effort part{left / parts};
    left -= part.left;
    return part;
  }
};

}  // namespace planner::math::packing
