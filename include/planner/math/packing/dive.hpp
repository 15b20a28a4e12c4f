#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <vector>

#include "planner/math/packing/rounding.hpp"

namespace planner::math::packing {

/// Diving with limited discrepancies (Sadykov, Vanderbeck, Pessoa, Tahiri and Uchoa, INFORMS J. Comput. 31, 2019): fix
/// the columns that the linear program takes whole and one that it nearly takes, price new columns for the items left,
/// and repeat. A few times on the way down, the second or third choice is followed as well.
class Dive {
 public:
  Dive(const Instance& instance, std::vector<Column>& pool, double target, Incumbent& incumbent, Effort& effort)
      : instance_(instance), pool_(pool), target_(target), incumbent_(incumbent), effort_(effort) {}

  void run(const Rest& rest, int discrepancies) {
    if (nothing_left(rest.left)) incumbent_.offer(rest.packed);
    if (over() || nothing_left(rest.left)) return;
    const LinearSolution linear = relax(rest);
    if (!linear.packs || meets(incumbent_.cost(), rest.packed.cost + linear.bound)) return;
    round_and_complete(instance_, rest, linear, target_, 20, incumbent_, effort_);
    const Rest fixed = round_columns(instance_, rest, linear, 1.0);
    if (!over()) follow(fixed, by_fraction(linear), discrepancies);
  }

 private:
  [[nodiscard]] bool over() const { return effort_.over() || meets(incumbent_.cost(), target_); }

  LinearSolution relax(const Rest& rest) {
    std::vector<BinRange> ranges;
    for (const std::int64_t n : rest.bins_left) ranges.push_back({0, n});
    return ColumnGeneration(instance_, rest.left, ranges, pool_).solve(incumbent_.cost() - rest.packed.cost, effort_);
  }

  static std::vector<WeightedColumn> by_fraction(const LinearSolution& linear) {
    std::vector<WeightedColumn> columns;
    for (WeightedColumn w : linear.columns) {
      w.weight -= std::floor(w.weight + 1e-6);
      if (w.weight > 1e-6) columns.push_back(std::move(w));
    }
    std::sort(columns.begin(), columns.end(), [](const WeightedColumn& a, const WeightedColumn& b) {
      return std::tie(b.weight, a.column.shape, a.column.items) < std::tie(a.weight, b.column.shape, b.column.items);
    });
    return columns;
  }

  void follow(const Rest& fixed, const std::vector<WeightedColumn>& choices, int discrepancies) {
    for (std::size_t rank = 0; rank < choices.size() && static_cast<int>(rank) <= discrepancies && !over(); ++rank) {
      Rest next = fixed;
      if (next.bins_left[choices[rank].column.shape] == 0) continue;
      commit(next, instance_, {choices[rank].column.shape, choices[rank].column.items, 1});
      run(next, discrepancies - static_cast<int>(rank));
    }
  }

  const Instance& instance_;
  std::vector<Column>& pool_;
  double target_;
  Incumbent& incumbent_;
  Effort& effort_;
};

}  // namespace planner::math::packing
