#pragma once
#include "planner/math/choice/relaxation.hpp"

/// The best prices of the relaxation: the dual simplex method on four hyperplanes, with exact line search. Keys play
/// the part of the key columns of generalised upper bounding (Dantzig & Van Slyke 1967), which leaves a basis of four.
namespace planner::math::choice {

class DualAscent {
 public:
  /// Raises the bound of `at` until its prices are best or the bound reaches `cutoff`.
  void climb(const Knapsack& knapsack, Relaxation& at, double cutoff) {
    at.solved = false;
    double reached = at.bound;
    int stalled = 0;
    while (stalled < patience && at.bound < cutoff) {
      for (std::size_t k = 0; k < rows; ++k) at.share[k] = dot(column(at.inverse, k), at.slack);
      auto ascent = steepest(knapsack, at);
      if (!ascent) {
        at.solved = true;
        return;
      }
      if (!move(knapsack, at, *ascent)) {
        at.bound = bound_far_out(knapsack, at, *ascent, cutoff);
        return;
      }
      place_prices(knapsack, at);
      price_items(knapsack, at);
      work_ += 2 * knapsack.items.size();
      stalled = at.bound > reached + 1e-12 * std::abs(reached) ? 0 : stalled + 1;
      reached = at.bound;
    }
  }

  /// Items looked at so far: a measure of time that is the same on every machine.
  [[nodiscard]] std::size_t work() const { return work_; }

 private:
  static constexpr int patience = 10;             ///< pivots without gain, after which the corner is taken for the best
  static constexpr double row_tolerance = 1e-14;  ///< of a capacity: what summing up leaves

  /// Tie `tie` is given up, and the prices move along `direction`; the dual value rises by `slope` at first.
  struct Ascent {
    std::size_t tie;
    double slope;
    Vector direction;
  };
  /// From here on, along the direction, item `to` of the model is cheaper than `from`.
  struct Breakpoint {
    double distance, slope_lost;
    std::size_t model, from, to;
  };

  /// Share that the key of a pair's model has left.
  static double key_share(const Relaxation& at, std::size_t model) {
    double left = 1.0;
    for (std::size_t k = 0; k < rows; ++k)
      if (at.basis[k].of_model(model)) left -= at.share[k];
    return left;
  }

  /// By how much the share of tie k is on the wrong side of what its kind allows; positive where it is.
  static double violation(const Relaxation& at, std::size_t k) {
    switch (at.basis[k].hold) {
      case Hold::floor:
        return -at.share[k];
      case Hold::ceiling:
        return at.share[k];
      case Hold::start:
        return std::abs(at.share[k]);
      case Hold::pair:
        break;
    }
    return std::max(-at.share[k], -key_share(at, at.basis[k].model));
  }

  static double largest(const Vector& v) {
    return std::max(std::max(std::abs(v[0]), std::abs(v[1])), std::max(std::abs(v[2]), std::abs(v[3])));
  }

  static std::optional<Ascent> steepest(const Knapsack& knapsack, Relaxation& at) {
    std::size_t worst = rows;
    double best_rate = 0;
    for (std::size_t k = 0; k < rows; ++k) {
      const double v = violation(at, k);
      const Vector d = column(at.inverse, k);
      const double rate = v * largest(at.basis[k].normal) > row_tolerance ? v / std::sqrt(dot(d, d)) : 0.0;
      if (rate > best_rate) best_rate = rate, worst = k;
    }
    if (worst == rows) return std::nullopt;
    const Tie& tie = at.basis[worst];
    if (tie.hold == Hold::pair && -key_share(at, tie.model) > -at.share[worst]) make_key(knapsack, at, worst);
    const double share = at.share[worst], sign = share < 0.0 ? 1.0 : -1.0;
    Vector direction = column(at.inverse, worst);
    for (double& d : direction) d *= sign;
    return Ascent{worst, std::abs(share), direction};
  }

  /// The item of tie k becomes the key of its model, so that the former key can leave.
  static void make_key(const Knapsack& knapsack, Relaxation& at, std::size_t k) {
    const std::size_t model = at.basis[k].model, before = at.basis[k].key, after = at.basis[k].item;
    const double left = key_share(at, model);
    for (Tie& tie : at.basis)
      if (tie.of_model(model)) tie = pair_tie(knapsack, model, after, tie.item == after ? before : tie.item);
    set_key(knapsack, at, model, after);
    if (const auto inverted = inverse(at.basis)) at.inverse = *inverted;
    at.share[k] = left;
  }

  static bool tied(const Basis& basis, std::size_t but, std::size_t model) {
    for (std::size_t k = 0; k < rows; ++k)
      if (k != but && basis[k].of_model(model)) return true;
    return false;
  }

  /// The first row whose price would leave its range, as the tie that keeps it there; `distance` is how far that is.
  static std::optional<Tie> first_limit(const Knapsack& knapsack, const Relaxation& at, Ascent& ascent,
                                        double& distance) {
    std::optional<Tie> limit;
    distance = infinity;
    for (std::size_t r = 0; r < rows; ++r) {
      double& d = ascent.direction[r];
      for (std::size_t k = 0; k < rows; ++k)
        if (k != ascent.tie && at.basis[k].of_row(r)) d = 0.0;
      if (std::abs(d) < 1e-14) d = 0.0;
      const double end = d < 0.0 ? 0.0 : knapsack.price_limit[r];
      if (d == 0.0 || end == infinity || (end - at.prices[r]) / d >= distance) continue;
      distance = std::max(0.0, (end - at.prices[r]) / d);
      limit = Tie{d < 0.0 ? Hold::floor : Hold::ceiling, unit(r), end};
    }
    return limit;
  }

  /// Moves along the ascent as long as the dual value rises, and puts the tie that stops it into the basis. False where
  /// it rises without end: the knapsack has no solution.
  bool move(const Knapsack& knapsack, Relaxation& at, Ascent& ascent) {
    double distance = infinity;
    const auto limit = first_limit(knapsack, at, ascent, distance);
    find_breakpoints(knapsack, at, ascent, distance);
    const auto stop = walk(knapsack, at, ascent, distance);
    if (stop)
      at.basis[ascent.tie] = pair_tie(knapsack, stop->model, stop->from, stop->to);
    else if (limit)
      at.basis[ascent.tie] = *limit;
    return stop || limit;
  }

  /// Where the first item of model m undercuts `from`, if that is nearer than `distance`.
  static std::optional<Breakpoint> next_breakpoint(const Knapsack& knapsack, const Relaxation& at,
                                                   const Vector& direction, std::size_t m, std::size_t from,
                                                   double distance) {
    const Item* items = knapsack.items.data();
    const double* priced = at.priced.data();
    const double rate = dot(direction, items[from].use), price = priced[from];
    Breakpoint next{distance, 0.0, m, from, from};
    for (std::size_t o = knapsack.models[m].begin; o < knapsack.models[m].end; ++o) {
      const double gain = rate - dot(direction, items[o].use);
      if (gain > 1e-12 && priced[o] - price < next.distance * gain)
        next.distance = (priced[o] - price) / gain, next.slope_lost = gain, next.to = o;
    }
    if (next.to == from) return std::nullopt;
    return next;
  }

  /// A breakpoint that ends the walk wherever it stands: it takes the whole slope, or its model is still tied, so that
  /// its key cannot change on the way.
  static bool ends_walk(const Relaxation& at, const Ascent& ascent, const Breakpoint& b) {
    return b.slope_lost >= ascent.slope || tied(at.basis, ascent.tie, b.model);
  }

  /// The first breakpoint of every model, as far as the walk can reach.
  void find_breakpoints(const Knapsack& knapsack, const Relaxation& at, const Ascent& ascent, double distance) {
    breakpoints_.clear();
    for (std::size_t m = 0; m < knapsack.models.size(); ++m) {
      if (knapsack.models[m].size() == 1) continue;
      const auto b = next_breakpoint(knapsack, at, ascent.direction, m, at.key[m], distance);
      if (!b) continue;
      breakpoints_.push_back(*b);
      if (ends_walk(at, ascent, *b)) distance = std::max(0.0, b->distance);
    }
  }

  /// The breakpoint at which the dual value stops rising; nothing if there is none before `distance`. The cheapest item
  /// of a model is a lower envelope along the line: past a breakpoint its next one is looked for.
  std::optional<Breakpoint> walk(const Knapsack& knapsack, const Relaxation& at, const Ascent& ascent,
                                 double distance) {
    const auto farther = [](const Breakpoint& a, const Breakpoint& b) { return a.distance > b.distance; };
    std::make_heap(breakpoints_.begin(), breakpoints_.end(), farther);
    double slope = ascent.slope;
    while (!breakpoints_.empty()) {
      std::pop_heap(breakpoints_.begin(), breakpoints_.end(), farther);
      const Breakpoint b = breakpoints_.back();
      breakpoints_.pop_back();
      slope -= b.slope_lost;
      if (slope <= 0.0 || ends_walk(at, ascent, b)) return b;
      if (const auto next = next_breakpoint(knapsack, at, ascent.direction, b.model, b.to, distance)) {
        breakpoints_.push_back(*next);
        std::push_heap(breakpoints_.begin(), breakpoints_.end(), farther);
      }
    }
    return std::nullopt;
  }

  /// The dual value rises for ever along the direction, because no choice fits: a point far out proves it.
  static double bound_far_out(const Knapsack& knapsack, const Relaxation& at, const Ascent& ascent, double cutoff) {
    double bound = at.bound;
    double distance = 2.0 * (cutoff - bound) / ascent.slope;
    for (int tries = 0; bound < cutoff && tries < 40; ++tries, distance *= 4.0) {
      Vector prices = at.prices;
      for (std::size_t r = 0; r < rows; ++r)
        prices[r] = std::clamp(prices[r] + distance * ascent.direction[r], 0.0, knapsack.price_limit[r]);
      bound = std::max(bound, dual_bound(knapsack, prices));
    }
    return bound;
  }

  std::vector<Breakpoint> breakpoints_{};
  std::size_t work_ = 0;
};

}  // namespace planner::math::choice
