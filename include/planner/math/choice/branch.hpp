#pragma once
#include <deque>
#include <functional>

#include "planner/math/choice/ascent.hpp"
#include "planner/math/choice/split.hpp"

/// Branch and bound over the models that the relaxation leaves open.
namespace planner::math::choice {

class BranchAndBound {
 public:
  /// Takes the item ids of a whole choice and returns the cost that later ones have to stay below.
  using Judge = std::function<double(const std::vector<std::size_t>& ids)>;

  /// Shows to `judge` ever cheaper whole choices below `cutoff`, depth first: the model whose split costs most to mend
  /// gets its lighter or its heavier items, and every branch is bounded by its own best prices. True where nothing
  /// below the last cutoff is left; false where `allowance`, in looks at items, ran out.
  bool run(const Knapsack& knapsack, const Relaxation& at, double cutoff, std::size_t allowance, const Judge& judge) {
    judge_ = &judge, cutoff_ = cutoff, work_limit_ = work() + allowance;
    decided_.clear();
    reduce(knapsack, at, cutoff - at.bound, level(0).node, decided_);
    explore(0);
    return !exhausted();
  }

  [[nodiscard]] std::size_t nodes() const { return nodes_; }
  [[nodiscard]] std::size_t work() const { return ascent_.work(); }

 private:
  struct Level {
    Relaxed node{};
    Relaxation child{};
  };

  Level& level(std::size_t depth) {
    while (levels_.size() <= depth) levels_.emplace_back();
    return levels_[depth];
  }
  [[nodiscard]] bool exhausted() const { return work() >= work_limit_; }

  void explore(std::size_t depth) {
    auto& [knapsack, at] = level(depth).node;
    ++nodes_;
    round(level(depth).node);
    const auto model = model_to_split(level(depth).node);
    if (!model) return;
    const Range all = knapsack.models[*model];
    const std::size_t middle = split_point(level(depth).node, *model);
    const Range lighter{all.begin, middle}, heavier{middle, all.end};
    const bool mostly_heavier = share_from(level(depth).node, *model, middle) > 0.5;
    for (const Range& part : {mostly_heavier ? heavier : lighter, mostly_heavier ? lighter : heavier}) {
      if (at.bound >= cutoff_ || exhausted()) break;
      knapsack.models[*model] = part;
      descend(depth, *model);
    }
    knapsack.models[*model] = all;
  }

  /// Bounds the branch in which `model` has only some of its items left, and goes on where it may hold a better choice.
  void descend(std::size_t depth, std::size_t model) {
    const Relaxed& node = levels_[depth].node;
    Relaxation& child = levels_[depth].child;
    child = node.at;
    narrow(node.knapsack, child, model);
    ascent_.climb(node.knapsack, child, cutoff_);
    if (child.bound >= cutoff_) return;
    const std::size_t decided = decided_.size();
    reduce(node.knapsack, child, cutoff_ - child.bound, level(depth + 1).node, decided_);
    explore(depth + 1);
    decided_.resize(decided);
  }

  /// Tries every way to make the models in the basis whole while all others keep their keys.
  void round(const Relaxed& node) {
    const Relaxation& at = node.at;
    open_.clear();
    for (const Tie& tie : at.basis)
      if (tie.hold == Hold::pair && std::find(open_.begin(), open_.end(), tie.model) == open_.end())
        open_.push_back(tie.model);
    taken_.assign(open_.size(), 0);
    best_ids_.clear();
    best_cost_ = cutoff_;
    complete(node, 0, at.value + dot(at.prices, at.slack), at.bound, at.slack);
    if (!best_ids_.empty()) cutoff_ = std::min(cutoff_, (*judge_)(best_ids_));
  }

  /// Goes through the items of the open models from the k-th on; `cost`, `bound` and `slack` are of what is taken so
  /// far.
  void complete(const Relaxed& node, std::size_t k, double cost, double bound, const Vector& slack) {
    if (k == open_.size()) {
      if (cost < best_cost_ && *std::min_element(slack.begin(), slack.end()) >= -slack_tolerance) keep(node, cost);
      return;
    }
    const auto& items = node.knapsack.items;
    const Range range = node.knapsack.models[open_[k]];
    const std::size_t key = node.at.key[open_[k]];
    for (taken_[k] = range.begin; taken_[k] < range.end; ++taken_[k]) {
      const Item& item = items[taken_[k]];
      const double extra = regret(node.at, open_[k], taken_[k]);
      if (bound + extra >= best_cost_) continue;
      Vector left = slack;
      for (std::size_t r = 0; r < rows; ++r) left[r] += items[key].use[r] - item.use[r];
      complete(node, k + 1, cost + item.cost - items[key].cost, bound + extra, left);
    }
  }

  void keep(const Relaxed& node, double cost) {
    const auto& [knapsack, at] = node;
    best_cost_ = cost;
    best_ids_ = decided_;
    for (std::size_t m = 0; m < knapsack.models.size(); ++m) {
      const auto open = std::find(open_.begin(), open_.end(), m) - open_.begin();
      const auto k = static_cast<std::size_t>(open);
      best_ids_.push_back(knapsack.items[k == open_.size() ? at.key[m] : taken_[k]].id);
    }
  }

  static constexpr double slack_tolerance = 1e-13;  ///< of a row: what adding and taking off uses leaves

  DualAscent ascent_{};
  std::deque<Level> levels_{};
  std::vector<std::size_t> decided_{}, open_{}, taken_{}, best_ids_{};
  double best_cost_ = infinity, cutoff_ = infinity;
  const Judge* judge_ = nullptr;
  std::size_t work_limit_ = 0, nodes_ = 0;
};

}  // namespace planner::math::choice
