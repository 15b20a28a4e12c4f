#pragma once
#include "planner/math/choice/knapsack.hpp"

namespace planner::math::choice {

/// Costs and uses no more than the other, in nothing.
inline bool covers(const Item& a, const Item& b) {
  if (a.cost > b.cost) return false;
  for (std::size_t r = 0; r < rows; ++r)
    if (a.use[r] > b.use[r]) return false;
  return true;
}

/// The items of one model without those that another one makes superfluous; of equal ones the first stays.
inline std::vector<Item> undominated(const std::vector<Item>& items) {
  std::vector<Item> kept;
  for (std::size_t i = 0; i < items.size(); ++i) {
    bool superfluous = false;
    for (std::size_t j = 0; j < items.size() && !superfluous; ++j)
      superfluous = j != i && covers(items[j], items[i]) && (j < i || !covers(items[i], items[j]));
    if (!superfluous) kept.push_back(items[i]);
  }
  return kept;
}

}  // namespace planner::math::choice
