#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "planner/plan/uncertain/plan.hpp"
#include "planner/plan/uncertain/worlds.hpp"

/// Designs beside each other in the same worlds.
namespace planner::plan::uncertain {

/// The smallest of sorted values that at least the share `p` of them does not exceed.
inline double quantile_of(const std::vector<double>& sorted, double p) {
  const double place = std::ceil(p * static_cast<double>(sorted.size()) - 1e-9);
  return sorted[static_cast<std::size_t>(std::max(1.0, place)) - 1];
}

inline Percentiles percentiles_of(std::vector<double> values) {
  std::ranges::sort(values);
  double sum = 0;
  for (const double v : values) sum += v;
  return {quantile_of(values, 0.1), quantile_of(values, 0.5), quantile_of(values, 0.9),
          sum / static_cast<double>(values.size())};
}

/// One figure of one design, world by world; infinite where it does not serve.
template <class Figure>
std::vector<double> figures_of(const std::vector<DrawnWorld>& worlds, std::size_t design, Figure&& figure) {
  std::vector<double> values;
  for (const DrawnWorld& w : worlds) values.push_back(w.prices[design].served ? figure(w.prices[design]) : HUGE_VAL);
  return values;
}

inline std::vector<double> costs_of(const std::vector<DrawnWorld>& worlds, std::size_t design) {
  return figures_of(worlds, design, [](const Price& p) { return p.usd; });
}

/// What each design costs more than the cheapest of its world, by design and world. Where it serves nobody, the most
/// that any design costs in any world on top: worse than any price.
class Regrets {
 public:
  explicit Regrets(const std::vector<DrawnWorld>& worlds) : worlds_(worlds.size()) {
    const std::size_t designs = worlds.front().prices.size();
    double dearest = 0;
    for (const DrawnWorld& w : worlds)
      for (const Price& p : w.prices)
        if (p.served) dearest = std::max(dearest, p.usd);
    regret_.assign(designs, std::vector<double>(worlds_));
    wins_.assign(designs, 0.0);
    for (std::size_t i = 0; i < worlds_; ++i) add(worlds[i], i, dearest);
  }

  [[nodiscard]] std::size_t designs() const { return regret_.size(); }
  [[nodiscard]] std::size_t worlds() const { return worlds_; }
  [[nodiscard]] double best_share(std::size_t d) const { return wins_[d] / static_cast<double>(worlds_); }
  [[nodiscard]] double most(std::size_t d) const { return std::ranges::max(regret_[d]); }
  /// Mean over worlds [from, to).
  [[nodiscard]] double mean(std::size_t d, std::size_t from, std::size_t to) const {
    double sum = 0;
    for (std::size_t i = from; i < to; ++i) sum += regret_[d][i];
    return sum / static_cast<double>(to - from);
  }
  [[nodiscard]] double mean(std::size_t d) const { return mean(d, 0, worlds_); }
  /// The design with the least mean regret; of equal ones the first, which is the plan's own before all.
  [[nodiscard]] std::size_t least(std::size_t from, std::size_t to) const {
    std::size_t best = 0;
    for (std::size_t d = 1; d < designs(); ++d)
      if (mean(d, from, to) < mean(best, from, to) * (1 - 1e-9) - 1e-9) best = d;
    return best;
  }
  /// Standard error of the mean distance between two designs, from eight blocks of worlds.
  [[nodiscard]] double distance_error(std::size_t a, std::size_t b) const {
    constexpr std::size_t blocks = 8;
    if (worlds_ < 2 * blocks) return HUGE_VAL;
    const double all = mean(a) - mean(b);
    double squares = 0;
    for (std::size_t k = 0; k < blocks; ++k) {
      const std::size_t from = worlds_ * k / blocks, to = worlds_ * (k + 1) / blocks;
      squares += std::pow(mean(a, from, to) - mean(b, from, to) - all, 2);
    }
    return std::sqrt(squares / (blocks * (blocks - 1)));
  }
  [[nodiscard]] double at(std::size_t d, std::size_t world) const { return regret_[d][world]; }

 private:
  void add(const DrawnWorld& w, std::size_t i, double dearest) {
    double cheapest = std::numeric_limits<double>::infinity();
    for (const Price& p : w.prices)
      if (p.served) cheapest = std::min(cheapest, p.usd);
    std::size_t tied = 0;
    const auto wins = [&](const Price& p) { return p.served && p.usd <= cheapest * (1 + 1e-9); };
    for (const Price& p : w.prices) tied += wins(p) ? 1 : 0;
    for (std::size_t d = 0; d < w.prices.size(); ++d) {
      const Price& p = w.prices[d];
      regret_[d][i] = p.served ? p.usd - cheapest : (std::isinf(cheapest) ? 0.0 : dearest);
      if (wins(p)) wins_[d] += 1.0 / static_cast<double>(tied);
    }
  }

  std::size_t worlds_;
  std::vector<std::vector<double>> regret_{};
  std::vector<double> wins_{};
};

/// Whether more worlds would name the same design: both halves do, and no other is within two standard errors of it.
inline bool stable_choice(const Regrets& regrets, std::size_t choice) {
  const std::size_t all = regrets.worlds(), half = all / 2;
  if (half == 0 || regrets.least(0, half) != choice || regrets.least(half, all) != choice) return false;
  for (std::size_t d = 0; d < regrets.designs(); ++d) {
    const double behind = regrets.mean(d) - regrets.mean(choice), error = regrets.distance_error(d, choice);
    const bool same = error == 0.0 && std::abs(behind) <= 1e-9;  // the same price in every world: either will do
    if (d != choice && !same && behind <= 2.0 * error) return false;
  }
  return true;
}

}  // namespace planner::plan::uncertain
