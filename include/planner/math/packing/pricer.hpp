#pragma once
#include <algorithm>
#include <optional>
#include <vector>

#include "planner/math/packing/knapsack.hpp"

namespace planner::math::packing {

/// The most valuable filling of one shape of bin for given values of the classes and a fixed demand.
class Pricer {
 public:
  Pricer(const Shape& shape, const Counts& demand) : demand_(demand), layouts_(shape.layouts) {
    if (layouts_.empty()) knapsack_.emplace(shape, demand);
  }

  BestFill solve(const std::vector<double>& values, double threshold, std::int64_t node_limit) {
    return knapsack_ ? knapsack_->solve(values, threshold, node_limit) : best_layout(values);
  }

 private:
  [[nodiscard]] BestFill best_layout(const std::vector<double>& values) const {
    BestFill best{Counts(demand_.size(), 0), 0.0, 0.0, 0};
    for (const Counts& layout : layouts_) {
      double value = 0.0;
      for (std::size_t i = 0; i < layout.size(); ++i)
        value += std::max(0.0, values[i]) * static_cast<double>(std::min(layout[i], demand_[i]));
      if (value > best.value) {
        best.items = layout;
        best.value = value;
      }
    }
    for (std::size_t i = 0; i < demand_.size(); ++i) best.items[i] = std::min(best.items[i], demand_[i]);
    best.bound = best.value * (1.0 + bound_margin);
    best.nodes = static_cast<std::int64_t>(layouts_.size());
    return best;
  }

  Counts demand_;
  std::vector<Counts> layouts_;
  std::optional<Knapsack> knapsack_;
};

inline std::vector<Pricer> pricers_for(const Instance& instance, const Counts& demand) {
  std::vector<Pricer> pricers;
  for (const Shape& shape : instance.shapes) pricers.emplace_back(shape, demand);
  return pricers;
}

}  // namespace planner::math::packing
