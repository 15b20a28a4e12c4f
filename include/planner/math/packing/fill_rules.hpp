#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "planner/math/packing/greedy.hpp"
#include "planner/math/packing/pricer.hpp"

/// Rules that fill one bin from the sizes of the items.
namespace planner::math::packing {

/// The part of the bin's resource k that one item of class i takes.
inline double share_of(const Shape& shape, std::size_t i, std::size_t k) {
  if (shape.capacity[k] == 0) return 0.0;
  return static_cast<double>(shape.sizes[i][k]) / static_cast<double>(shape.capacity[k]);
}

/// Bins' worth of all items left, per resource: how scarce each resource is.
inline std::vector<double> scarcity(const Shape& shape, const Counts& left) {
  std::vector<double> load(shape.capacity.size(), 0.0);
  for (std::size_t i = 0; i < left.size(); ++i)
    if (!shape.sizes[i].empty())
      for (std::size_t k = 0; k < load.size(); ++k) load[k] += static_cast<double>(left[i]) * share_of(shape, i, k);
  return load;
}

inline void put(const Shape& shape, Counts& room, Counts& items, std::size_t i, std::int64_t n) {
  items[i] += n;
  for (std::size_t k = 0; k < room.size(); ++k) room[k] -= n * shape.sizes[i][k];
}

/// Classes in falling order of size. Size is the sum of shares of the bin, weighted by the scarcity of the resource.
inline std::vector<std::size_t> by_falling_size(const Shape& shape, const Counts& demand) {
  if (!shape.layouts.empty()) return {};
  const std::vector<double> weight = scarcity(shape, demand);
  std::vector<double> size(demand.size(), 0.0);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < demand.size(); ++i) {
    if (shape.sizes[i].empty()) continue;
    for (std::size_t k = 0; k < weight.size(); ++k) size[i] += weight[k] * share_of(shape, i, k);
    order.push_back(i);
  }
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return std::pair(size[a], b) > std::pair(size[b], a); });
  return order;
}

/// The best layout by the price of the items in it, for shapes that have layouts.
inline Counts best_layout(const Shape& shape, const Counts& left, const std::vector<double>& prices) {
  return Pricer(shape, left).solve(prices, 0.0, 0).items;
}

/// First fit decreasing, one bin at a time: classes in falling order of size, as many as fit of each. Optimal where
/// sizes divide each other (Coffman, Garey and Johnson 1987).
inline FillRule first_fit_decreasing(const Instance& instance, const std::vector<double>& prices) {
  std::vector<std::vector<std::size_t>> orders;
  for (const Shape& shape : instance.shapes) orders.push_back(by_falling_size(shape, instance.demand));
  return [&instance, prices, orders](std::size_t t, const Counts& left) {
    const Shape& shape = instance.shapes[t];
    if (!shape.layouts.empty()) return best_layout(shape, left, prices);
    Counts room = shape.capacity, items(left.size(), 0);
    for (const std::size_t i : orders[t])
      if (left[i] > 0) put(shape, room, items, i, fitting(shape.sizes[i], room, left[i]));
    return items;
  };
}

/// What the dot product rule takes next: a class and how many of it fit.
struct Choice {
  std::size_t item;
  std::int64_t fitting = 0;
};

inline Choice most_aligned(const Shape& shape, const Counts& left, const Counts& items, const Counts& room,
                           const std::vector<double>& weight) {
  Choice best{left.size()};
  double best_score = -1.0;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (items[i] == left[i] || shape.sizes[i].empty()) continue;
    const std::int64_t n = fitting(shape.sizes[i], room, left[i] - items[i]);
    if (n == 0) continue;
    double score = 0.0;
    for (std::size_t k = 0; k < weight.size(); ++k)
      score += weight[k] * share_of(shape, i, k) * static_cast<double>(room[k]);
    if (score <= best_score) continue;
    best = {i, n};
    best_score = score;
  }
  return best;
}

/// Dot product rule (Panigrahy, Talwar, Uyeda and Wieder 2011): next the item whose sizes point most in the direction
/// of the room left, resources weighted by scarcity. A sixteenth of what fits at once, where many do.
inline FillRule dot_product(const Instance& instance, const std::vector<double>& prices) {
  return [&instance, prices](std::size_t t, const Counts& left) {
    const Shape& shape = instance.shapes[t];
    if (!shape.layouts.empty()) return best_layout(shape, left, prices);
    std::vector<double> weight = scarcity(shape, left);
    for (std::size_t k = 0; k < weight.size(); ++k)
      weight[k] /= static_cast<double>(std::max<std::int64_t>(1, shape.capacity[k]));
    Counts room = shape.capacity, items(left.size(), 0);
    for (;;) {
      const Choice next = most_aligned(shape, left, items, room, weight);
      if (next.item == left.size()) return items;
      put(shape, room, items, next.item, std::max<std::int64_t>(1, next.fitting / 16));
    }
  };
}

}  // namespace planner::math::packing
