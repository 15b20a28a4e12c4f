#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "planner/math/packing/columns.hpp"
#include "planner/math/packing/fill_rules.hpp"
#include "planner/math/packing/greedy.hpp"

/// From the linear program to whole bins.
namespace planner::math::packing {

/// The cheapest packing known.
struct Incumbent {
  double ceiling;  ///< above the cost of every packing: a bound that reaches it says that there is none
  std::optional<Packing> packing{};
  [[nodiscard]] double cost() const { return packing ? packing->cost : ceiling; }
  void offer(std::optional<Packing> candidate) {
    if (candidate && (!packing || candidate->cost < packing->cost)) packing = std::move(candidate);
  }
};

/// Whole bins of every column: its weight rounded down, or up from a fraction of `up_from` on; never more than the
/// items left ask for.
inline Rest round_columns(const Instance& instance, Rest rest, const LinearSolution& linear, double up_from) {
  for (const WeightedColumn& w : linear.columns) {
    const auto whole = static_cast<std::int64_t>(std::floor(w.weight + 1.0 - up_from + 1e-6));
    const std::int64_t count = std::min(whole, rest.bins_left[w.column.shape]);
    bool needed = false;
    for (std::size_t i = 0; i < rest.left.size(); ++i) needed |= w.column.items[i] > 0 && rest.left[i] > 0;
    if (count > 0 && needed) commit(rest, instance, {w.column.shape, w.column.items, count});
  }
  return rest;
}

/// The fractions at which rounding changes: from "all down" (1) to the smallest fraction.
inline std::vector<double> rounding_points(const LinearSolution& linear) {
  std::vector<double> points{1.0};
  for (const WeightedColumn& w : linear.columns) {
    const double fraction = w.weight - std::floor(w.weight);
    if (fraction > 1e-6 && fraction < 1.0 - 1e-6) points.push_back(fraction);
  }
  std::sort(points.rbegin(), points.rend());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

/// Rounds at every such fraction, at most `most` of them, and packs what is left greedily.
inline void round_and_complete(const Instance& instance, const Rest& rest, const LinearSolution& linear, double target,
                               std::size_t most, Incumbent& incumbent, Effort& effort) {
  const FillRule rules[] = {dot_product(instance, linear.prices), first_fit_decreasing(instance, linear.prices)};
  const std::vector<double> points = rounding_points(linear);
  const std::size_t stride = 1 + points.size() / most;
  for (std::size_t i = 0; i < points.size() && !meets(incumbent.cost(), target) && !effort.over(); i += stride) {
    const Rest open = round_columns(instance, rest, linear, points[i]);
    if (open.packed.cost >= incumbent.cost()) break;
    for (const FillRule& rule : rules) incumbent.offer(pack_greedily(instance, open, linear.prices, rule, 0.5, effort));
  }
}

/// Sequential value correction (Mukhacheva et al.; Belov and Scheithauer, Discrete Appl. Math. 141, 2004): bins are
/// filled one after another with the most valuable items; items that end in badly used bins gain value for the next
/// round. Starts from the linear program's prices; the noise is from a fixed seed.
class ValueCorrection {
 public:
  ValueCorrection(const Instance& instance, const LinearSolution& linear)
      : instance_(instance), prices_(linear.prices), values_(linear.prices) {}

  void run(const Rest& rest, int rounds, double target, Incumbent& incumbent, Effort& effort) {
    for (int round = 0; round < rounds && !meets(incumbent.cost(), target) && !effort.over(); ++round)
      incumbent.offer(pack(rest, incumbent.cost(), effort));
  }

 private:
  std::optional<Packing> pack(Rest rest, double limit, Effort& effort) {
    while (!nothing_left(rest.left)) {
      const std::vector<double> noisy = with_noise();
      const FillRule most_valuable = [&](std::size_t t, const Counts& left) {
        const BestFill best = Pricer(instance_.shapes[t], left).solve(noisy, 0.0, node_limit);
        effort.spend(static_cast<std::size_t>(best.nodes) + instance_.classes());
        return best.items;
      };
      std::optional<Fill> fill = best_fill(instance_, rest, noisy, most_valuable);
      if (!fill) return std::nullopt;
      fill->count = std::max<std::int64_t>(1, repeats(fill->items, rest.left, rest.bins_left[fill->shape]) / 2);
      correct(*fill);
      commit(rest, instance_, std::move(*fill));
      if (rest.packed.cost >= limit) return std::nullopt;
    }
    return std::move(rest.packed);
  }

  std::vector<double> with_noise() {
    std::vector<double> noisy = values_;
    for (double& v : noisy) v *= 0.9 + 0.2 * static_cast<double>(random_() % 1024) / 1024.0;
    return noisy;
  }

  void correct(const Fill& fill) {
    const double use = worth(fill.items, prices_) / std::max(instance_.shapes[fill.shape].cost, 1e-300);
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (fill.items[i] > 0) values_[i] *= 0.9 + 0.1 / std::clamp(use, 0.3, 1.0);
  }

  static constexpr std::int64_t node_limit = 3000;
  const Instance& instance_;
  std::vector<double> prices_, values_;
  std::mt19937_64 random_{1};
};

}  // namespace planner::math::packing
