#pragma once
#include <algorithm>

#include "planner/math/choice/basis.hpp"

/// The Lagrangian relaxation of the knapsack: rows have prices, every model takes its cheapest item at these prices.
namespace planner::math::choice {

/// State of the relaxation at its prices. What it holds per item and per model follows from the prices and is kept so
/// that a branch can start from its parent without pricing everything again.
struct Relaxation {
  Basis basis{};
  Matrix inverse{};
  Vector prices{};
  std::vector<double> priced{};    ///< by item: cost + prices . use
  std::vector<std::size_t> key{};  ///< by model: an item that is cheapest at these prices
  Vector slack{};                  ///< capacity less the use of all keys
  Vector share{};                  ///< by tie: how much of a pair's item, or of a row's slack, the relaxed choice takes
  double value = 0;                ///< of the dual function: fixed cost + sum of cheapest - prices . capacity
  double bound = -infinity;        ///< `value` less all rounding errors: never above the cost of any whole choice
  bool solved = false;             ///< the prices are the best there are
};

/// Most by which rounding can have raised the dual value: each of n + 8 additions errs by 2^-53 of the largest term at
/// most; twice that is taken off.
inline double rounding_allowance(const Knapsack& knapsack, const Vector& prices, double sum) {
  double magnitude = sum + std::abs(knapsack.fixed_cost);
  for (std::size_t r = 0; r < rows; ++r) magnitude += prices[r] * std::abs(knapsack.capacity[r]);
  return static_cast<double>(knapsack.models.size() + 8) * 0x1p-52 * magnitude;
}

/// Cheapest sum at these prices, item by item, without changing any state.
inline double dual_bound(const Knapsack& knapsack, const Vector& prices) {
  double sum = 0;
  for (const Range& model : knapsack.models) {
    double least = infinity;
    for (std::size_t o = model.begin; o < model.end; ++o)
      least = std::min(least, knapsack.items[o].cost + dot(prices, knapsack.items[o].use));
    sum += least;
  }
  return knapsack.fixed_cost + sum - dot(prices, knapsack.capacity) - rounding_allowance(knapsack, prices, sum);
}

/// Gives model `m` another key and keeps the slack in step.
inline void set_key(const Knapsack& knapsack, Relaxation& at, std::size_t m, std::size_t item) {
  if (at.key[m] == item) return;
  const Vector &before = knapsack.items[at.key[m]].use, &after = knapsack.items[item].use;
  for (std::size_t r = 0; r < rows; ++r) at.slack[r] += before[r] - after[r];
  at.key[m] = item;
}

/// Prices follow from the four hyperplanes; where these have become dependent, they are let go.
inline void place_prices(const Knapsack& knapsack, Relaxation& at) {
  auto inverted = inverse(at.basis);
  if (!inverted) {
    at.basis = basis_at(at.prices);
    inverted = inverse(at.basis);
  }
  at.inverse = *inverted;
  const Basis& b = at.basis;
  const Vector level{b[0].level, b[1].level, b[2].level, b[3].level};
  for (std::size_t r = 0; r < rows; ++r)
    at.prices[r] = std::clamp(dot(at.inverse[r], level), 0.0, knapsack.price_limit[r]);
}

/// Prices every item, finds the keys and the bound.
inline void price_items(const Knapsack& knapsack, Relaxation& at) {
  double sum = 0;
  const Vector prices = at.prices;
  for (std::size_t m = 0; m < knapsack.models.size(); ++m) {
    const Range model = knapsack.models[m];
    double least = infinity;
    std::size_t best = model.begin;
    for (std::size_t o = model.begin; o < model.end; ++o) {
      const double price = knapsack.items[o].cost + dot(prices, knapsack.items[o].use);
      at.priced[o] = price;
      if (price < least) least = price, best = o;
    }
    sum += least;
    set_key(knapsack, at, m, best);
  }
  for (const Tie& tie : at.basis)
    if (tie.hold == Hold::pair) set_key(knapsack, at, tie.model, tie.key);
  at.value = knapsack.fixed_cost + sum - dot(prices, knapsack.capacity);
  at.bound = std::max(at.bound, at.value - rounding_allowance(knapsack, prices, sum));
}

/// Starts a relaxation at the corner that `basis` describes.
inline Relaxation start_relaxation(const Knapsack& knapsack, const Basis& basis) {
  Relaxation at;
  at.basis = basis;
  at.priced.resize(knapsack.items.size());
  at.slack = knapsack.capacity;
  for (const Range& model : knapsack.models) {
    at.key.push_back(model.begin);
    for (std::size_t r = 0; r < rows; ++r) at.slack[r] -= knapsack.items[model.begin].use[r];
  }
  place_prices(knapsack, at);
  price_items(knapsack, at);
  return at;
}

}  // namespace planner::math::choice
