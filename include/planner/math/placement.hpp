#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <tuple>
#include <utility>

#include "planner/math/placement/best_fit.hpp"
#include "planner/math/placement/bound.hpp"

namespace planner::math {

/// Limit of the search in placements tried rather than in time, so that the answer is the same on every machine.
struct PlaceEffort {
  int placements = 50;
};

namespace placement {

/// Pods of many GPUs first, then large shares before small ones, then those with much CPU: first fit decreasing.
inline std::vector<std::size_t> large_first(const std::vector<PlacePods>& pods) {
  std::vector<std::size_t> order(pods.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t c) {
    const PlacePods& pod = pods[c];
    return std::tuple(-pod.gpu_share(), -pod.cpu, -pod.memory, c);
  };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  return order;
}

/// Best fit under many rules: a few reserves first, then the best rule with one class moved or the reserve changed, as
/// long as that allocates no less (local search over the order of a list heuristic).
class RuleSearch {
 public:
  RuleSearch(const PlaceProblem& problem, PlaceEffort effort, std::int64_t goal)
      : fit_(problem), left_(effort.placements), goal_(goal), rule_{large_first(problem.pods), 0.6} {
    for (const PlacePods& pod : problem.pods) asked_ += pod.count;
  }

  Placement run() {
    best_ = tried(rule_);
    for (const double reserve : {0.5, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2})
      if (!finished()) attempt({rule_.order, reserve});
    while (!finished()) attempt(neighbour());
    return std::move(best_);
  }

 private:
  [[nodiscard]] bool finished() const { return (best_.allocated >= goal_ && best_.pods == asked_) || left_ <= 0; }

  Placement tried(const Rule& rule) {
    --left_;
    return fit_.place(rule);
  }

  void attempt(Rule rule) {
    Placement placement = tried(rule);
    if (std::pair(placement.allocated, placement.pods) < std::pair(best_.allocated, best_.pods)) return;
    best_ = std::move(placement);
    rule_ = std::move(rule);
  }

  Rule neighbour() {
    Rule rule = rule_;
    if (random_() % 8 == 0) {
      rule.reserve *= 0.9 + 0.2 * static_cast<double>(random_() % 1000) / 1000.0;
    } else {
      const std::size_t from = random_() % rule.order.size(), to = random_() % rule.order.size();
      const std::size_t moved = rule.order[from];
      rule.order.erase(rule.order.begin() + static_cast<std::ptrdiff_t>(from));
      rule.order.insert(rule.order.begin() + static_cast<std::ptrdiff_t>(to), moved);
    }
    return rule;
  }

  BestFit fit_;
  int left_;
  std::int64_t goal_, asked_ = 0;
  std::mt19937_64 random_{1};
  Rule rule_;
  Placement best_;
};

}  // namespace placement

/// The placement and what no placement can exceed, both in thousandths of GPUs.
struct PlaceResult {
  Placement placement;
  std::int64_t most_allocated = 0;
};

/// Places pods on given nodes so that much GPU is allocated, then many pods: best fit by classes under many orders.
/// Pods are left out only where no node has room for them beside the others. Deterministic: no clock, a fixed seed.
inline PlaceResult place(const PlaceProblem& problem, PlaceEffort effort = {}) {
  const std::int64_t most = placement::most_allocated(problem);
  return {placement::RuleSearch(problem, effort, most).run(), most};
}

}  // namespace planner::math
