#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "planner/math/packing/instance.hpp"
#include "planner/math/packing/relaxation.hpp"

namespace planner::math::packing {

/// The most valuable filling found of one bin, and a value that no filling exceeds.
struct BestFill {
  Counts items;
  double value = 0.0;
  double bound = 0.0;  ///< safe against rounding; equal to `value` within 1e-11 where the search was complete
  std::int64_t nodes = 0;
};

/// Bounds are rounded up by this share. A sum of some thousand products errs by less than 1e-12 of itself.
inline constexpr double bound_margin = 1e-11;

/// The bounded knapsack with several resources: fill one bin with the most valuable items. Depth-first branch and
/// bound with the surrogate bound of the linear relaxation. Classes whose reduced value says most are decided first;
/// the basic ones, which fill the bin up, last.
class Knapsack {
 public:
  Knapsack(const Shape& shape, const Counts& demand)
      : capacity_(shape.capacity), classes_(demand.size()), relaxation_(0, {}, {}) {
    std::vector<double> columns, limits;
    for (std::size_t i = 0; i < demand.size(); ++i) {
      const std::int64_t alone = fitting_alone(shape, i, largest);
      if (alone == 0 || demand[i] == 0) continue;
      items_.push_back({i, shape.sizes[i], std::min(alone, demand[i]), static_cast<double>(alone)});
      limits.push_back(static_cast<double>(items_.back().limit) / items_.back().unit);
      for (std::size_t k = 0; k < capacity_.size(); ++k)
        columns.push_back(items_.back().unit * share(items_.back().size[k], k));
    }
    relaxation_ = KnapsackRelaxation(capacity_.size(), std::move(columns), std::move(limits));
  }

  /// Looks for the best filling worth more than `threshold`; gives up after `node_limit` nodes, and some time after the
  /// first such filling: the next prices will ask for another one.
  BestFill solve(const std::vector<double>& values, double threshold, std::int64_t node_limit) {
    const double root = prepare(values);
    cutoff_ = threshold;
    nodes_ = 0;
    node_limit_ = node_limit;
    left_ = capacity_;
    count_.assign(levels_.size(), 0);
    best_count_ = count_;
    best_value_ = 0.0;
    branch(0, 0.0, root);
    BestFill best{Counts(classes_, 0), best_value_, 0.0, nodes_};
    for (std::size_t level = 0; level < levels_.size(); ++level) best.items[levels_[level].id] = best_count_[level];
    best.bound = (nodes_ > node_limit_ ? root : cutoff_) * (1.0 + bound_margin);
    return best;
  }

 private:
  static constexpr std::int64_t largest = std::int64_t{1} << 53;  // whole numbers up to here are exact in a double
  static constexpr double free = 1e300;  // value per unit of a resource that a class does not take

  struct Item {
    std::size_t id;  // class
    Counts size;
    std::int64_t limit;
    double unit;  // how many fill a bin: the relaxation counts in such units, to be well scaled
  };
  struct Level {
    std::size_t id;
    const std::int64_t* size;
    std::int64_t limit;
    double value, reduced;  // worth, and worth less the resources taken at the relaxation's prices
    double gain;            // what the class can add to the bound at most
    double decisiveness;    // what a wrong count costs against its worth
  };

  [[nodiscard]] double share(std::int64_t size, std::size_t k) const {
    return capacity_[k] == 0 ? 0.0 : static_cast<double>(size) / static_cast<double>(capacity_[k]);
  }

  /// Prices the resources, orders the classes and returns the bound of the root.
  double prepare(const std::vector<double>& values) {
    scaled_.clear();
    for (const Item& item : items_) scaled_.push_back(std::max(0.0, values[item.id]) * item.unit);
    const std::vector<double>& multipliers = relaxation_.multipliers(scaled_);
    double bound = 0.0;
    for (const double u : multipliers) bound += u;
    levels_.clear();
    for (const Item& item : items_) {
      if (values[item.id] <= 0.0) continue;
      levels_.push_back(level_of(item, values[item.id], multipliers));
      bound += levels_.back().gain;
    }
    std::sort(levels_.begin(), levels_.end(), [](const Level& a, const Level& b) {
      return std::pair(a.decisiveness, b.id) > std::pair(b.decisiveness, a.id);
    });
    fill_densities();
    return bound;
  }

  [[nodiscard]] Level level_of(const Item& item, double value, const std::vector<double>& multipliers) const {
    double reduced = value;
    for (std::size_t k = 0; k < capacity_.size(); ++k) reduced -= multipliers[k] * share(item.size[k], k);
    if (reduced < 0.0 && reduced > -1e-11 * value) reduced = 0.0;  // basic: on the safe side
    const double gain = std::max(0.0, reduced) * static_cast<double>(item.limit);
    return {item.id, item.size.data(), item.limit, value, reduced, gain, std::abs(reduced) / value};
  }

  /// For the classes from a level on: the most value per unit of each single resource. Bounds nodes in which one
  /// resource has nearly run out, where the relaxation's prices are too kind.
  void fill_densities() {
    const std::size_t resources = capacity_.size();
    density_.assign((levels_.size() + 1) * resources, 0.0);
    for (std::size_t level = levels_.size(); level-- > 0;)
      for (std::size_t k = 0; k < resources; ++k) {
        const Level& at = levels_[level];
        const double own = at.size[k] == 0 ? free : at.value / static_cast<double>(at.size[k]);
        density_[level * resources + k] = std::max(density_[(level + 1) * resources + k], own);
      }
  }

  [[nodiscard]] double single_resource_bound(std::size_t level) const {
    double bound = free;
    for (std::size_t k = 0; k < left_.size(); ++k) {
      const double density = density_[level * left_.size() + k];
      if (density < free) bound = std::min(bound, static_cast<double>(left_[k]) * density);
    }
    return bound;
  }

  /// `bound` = value so far + resources left at the relaxation's prices + what the open profitable classes may add.
  void branch(std::size_t level, double value, double bound) {
    if (value > best_value_) keep(value);
    for (; level < levels_.size() && !fits(levels_[level]); ++level) bound -= levels_[level].gain;
    if (level == levels_.size() || ++nodes_ > node_limit_) return;
    if (bound <= cutoff_ || value + single_resource_bound(level) <= cutoff_) return;
    if (levels_[level].reduced < 0.0 && level + 1 < levels_.size())
      count_up(level, value, bound);
    else
      count_down(level, value, bound - levels_[level].gain);
  }

  /// A class that loses against the relaxation: few of it first, as long as the loss is bearable.
  void count_up(std::size_t level, double value, double bound) {
    const Level& at = levels_[level];
    for (;;) {
      branch(level + 1, value, bound);
      value += at.value;
      bound += at.reduced;
      if (count_[level] == at.limit || bound <= cutoff_ || nodes_ > node_limit_ || !fits(at)) break;
      take(level, 1);
    }
    take(level, -count_[level]);
  }

  /// A class that gains or fills up: as many as fit first. In the last class only that is worth a look.
  void count_down(std::size_t level, double value, double bound) {
    const Level& at = levels_[level];
    take(level, most(at));
    const bool last = level + 1 == levels_.size();
    for (;;) {
      const auto n = static_cast<double>(count_[level]);
      const double below = bound + n * at.reduced;
      if (below <= cutoff_) break;
      branch(level + 1, value + n * at.value, below);
      if (last || count_[level] == 0 || nodes_ > node_limit_) break;
      take(level, -1);
    }
    take(level, -count_[level]);
  }

  [[nodiscard]] bool fits(const Level& at) const {
    for (std::size_t k = 0; k < left_.size(); ++k)
      if (at.size[k] > left_[k]) return false;
    return true;
  }
  [[nodiscard]] std::int64_t most(const Level& at) const {
    std::int64_t n = at.limit;
    for (std::size_t k = 0; k < left_.size(); ++k)
      if (at.size[k] > 0) n = std::min(n, left_[k] / at.size[k]);
    return n;
  }
  void take(std::size_t level, std::int64_t n) {
    count_[level] += n;
    for (std::size_t k = 0; k < left_.size(); ++k) left_[k] -= n * levels_[level].size[k];
  }
  void keep(double value) {
    if (value > cutoff_) node_limit_ = std::min(node_limit_, 2 * nodes_ + 1000);
    best_value_ = value;
    best_count_ = count_;
    cutoff_ = std::max(cutoff_, value);
  }

  Counts capacity_;
  std::size_t classes_;
  KnapsackRelaxation relaxation_;
  std::vector<Item> items_;
  std::vector<Level> levels_;
  std::vector<double> scaled_, density_;
  Counts left_, count_, best_count_;
  double cutoff_ = 0.0, best_value_ = 0.0;
  std::int64_t nodes_ = 0, node_limit_ = 0;
};

}  // namespace planner::math::packing
