#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "planner/math/packing/dive.hpp"

namespace planner::math::packing {

/// Branch and bound on how many bins of each shape are used, best bound first (Vanderbeck, Oper. Res. 48, 2000, on
/// aggregate variables). Closes the gap where bins of different cost leave the linear program between two mixes. Where
/// the counts are whole and no packing with them turns up, the node stays open and its bound stands.
class ShapeBranching {
 public:
  ShapeBranching(const Instance& instance, std::vector<Column>& pool, double gap, Incumbent& incumbent, Effort& effort)
      : instance_(instance), pool_(pool), gap_(gap), incumbent_(incumbent), effort_(effort) {}

  /// Returns a bound on all packings, at least `root_bound`; at most `max_nodes` linear programs are solved.
  double run(double root_bound, int max_nodes) {
    open_.push_back({ranges_of(instance_), root_bound});
    double unresolved = std::numeric_limits<double>::infinity();
    for (int nodes = 0; nodes < max_nodes && !open_.empty() && !effort_.over(); ++nodes) {
      const Node node = pop_lowest();
      if (node.bound >= unresolved || meets(incumbent_.cost(), node.bound * (1.0 + gap_))) {
        open_.push_back(node);
        break;
      }
      if (!branch(node)) unresolved = std::min(unresolved, node.bound);
    }
    for (const Node& node : open_) unresolved = std::min(unresolved, node.bound);
    return std::min(unresolved, incumbent_.cost());
  }

 private:
  struct Node {
    std::vector<BinRange> ranges;
    double bound;
  };

  Node pop_lowest() {
    const auto lowest =
        std::min_element(open_.begin(), open_.end(), [](const Node& a, const Node& b) { return a.bound < b.bound; });
    Node node = std::move(*lowest);
    open_.erase(lowest);
    return node;
  }

  /// False where the node could neither be closed nor split.
  bool branch(const Node& node) {
    const LinearSolution linear =
        ColumnGeneration(instance_, instance_.demand, node.ranges, pool_).solve(incumbent_.cost(), effort_);
    const double bound = std::max(node.bound, linear.bound);
    const auto closed = [&] { return meets(incumbent_.cost(), bound); };
    if (closed()) return true;
    const Rest rest = within(node.ranges);
    round_and_complete(instance_, rest, linear, bound, 5, incumbent_, effort_);
    if (closed()) return true;
    const std::vector<double> total = totals(linear);
    if (split_fractional({node.ranges, bound}, total)) return true;
    Dive(instance_, pool_, bound, incumbent_, effort_).run(rest, 2);
    return closed() || split_whole({node.ranges, bound}, total);
  }

  [[nodiscard]] Rest within(const std::vector<BinRange>& ranges) const {
    Rest rest{{}, instance_.demand, {}};
    for (const BinRange& range : ranges) rest.bins_left.push_back(range.most);
    return rest;
  }

  [[nodiscard]] std::vector<double> totals(const LinearSolution& linear) const {
    std::vector<double> total(instance_.shapes.size(), 0.0);
    for (const WeightedColumn& w : linear.columns) total[w.column.shape] += w.weight;
    return total;
  }

  /// Splits on the total that is farthest from whole.
  bool split_fractional(const Node& node, const std::vector<double>& totals) {
    std::size_t chosen = totals.size();
    double farthest = 1e-6;
    for (std::size_t t = 0; t < totals.size(); ++t) {
      const double distance = std::abs(totals[t] - std::round(totals[t]));
      if (distance <= farthest) continue;
      farthest = distance;
      chosen = t;
    }
    if (chosen == totals.size()) return false;
    const auto below = static_cast<std::int64_t>(std::floor(totals[chosen]));
    push(node, chosen, {node.ranges[chosen].least, below});
    push(node, chosen, {below + 1, node.ranges[chosen].most});
    return true;
  }

  /// Where all totals are whole but no packing has them: fewer, as many or more bins of the first shape that is still
  /// open. False where all are fixed.
  bool split_whole(const Node& node, const std::vector<double>& totals) {
    for (std::size_t t = 0; t < totals.size(); ++t) {
      const BinRange range = node.ranges[t];
      const auto here = static_cast<std::int64_t>(std::round(totals[t]));
      if (range.least == range.most) continue;
      if (here > range.least) push(node, t, {range.least, here - 1});
      push(node, t, {here, here});
      if (here < range.most) push(node, t, {here + 1, range.most});
      return true;
    }
    return false;
  }

  void push(const Node& parent, std::size_t shape, BinRange range) {
    open_.push_back(parent);
    open_.back().ranges[shape] = range;
  }

  const Instance& instance_;
  std::vector<Column>& pool_;
  double gap_;
  Incumbent& incumbent_;
  Effort& effort_;
  std::vector<Node> open_;
};

}  // namespace planner::math::packing
