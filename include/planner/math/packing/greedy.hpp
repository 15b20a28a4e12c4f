#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "planner/math/packing/instance.hpp"

/// Constructive packing on classes: fill one bin by a rule, repeat it while the counts allow, go on.
namespace planner::math::packing {

/// A partial packing and what it leaves open.
struct Rest {
  Packing packed;
  Counts left;       ///< items, per class
  Counts bins_left;  ///< per shape
};

/// Nothing packed yet.
inline Rest everything(const Instance& instance) {
  Rest rest{{}, instance.demand, {}};
  for (const Shape& shape : instance.shapes) rest.bins_left.push_back(shape.available);
  return rest;
}

/// Moves the items of `fill` from the open to the packed ones; what the fill holds beyond them is no loss.
inline void commit(Rest& rest, const Instance& instance, Fill fill) {
  for (std::size_t i = 0; i < rest.left.size(); ++i) rest.left[i] -= std::min(rest.left[i], fill.items[i] * fill.count);
  if (rest.bins_left[fill.shape] != unlimited) rest.bins_left[fill.shape] -= fill.count;
  rest.packed.cost += instance.shapes[fill.shape].cost * static_cast<double>(fill.count);
  rest.packed.fills.push_back(std::move(fill));
}

/// Fills one bin of a shape from the items left.
using FillRule = std::function<Counts(std::size_t shape, const Counts& left)>;

inline double worth(const Counts& items, const std::vector<double>& prices) {
  double sum = 0.0;
  for (std::size_t i = 0; i < items.size(); ++i) sum += prices[i] * static_cast<double>(items[i]);
  return sum;
}

/// How often `items` can be taken out of `left`.
inline std::int64_t repeats(const Counts& items, const Counts& left, std::int64_t limit) {
  for (std::size_t i = 0; i < items.size(); ++i)
    if (items[i] > 0) limit = std::min(limit, left[i] / items[i]);
  return limit;
}

/// The filling worth most per cost among the shapes that are left; none where nothing fits any more.
inline std::optional<Fill> best_fill(const Instance& instance, const Rest& rest, const std::vector<double>& prices,
                                     const FillRule& rule) {
  constexpr double no_cost = 1e-300;
  std::optional<Fill> best;
  double best_rate = 0.0;
  for (std::size_t t = 0; t < instance.shapes.size(); ++t) {
    if (rest.bins_left[t] == 0) continue;
    Fill fill{t, rule(t, rest.left), 1};
    if (nothing_left(fill.items)) continue;
    const double rate = worth(fill.items, prices) / std::max(instance.shapes[t].cost, no_cost);
    if (best && rate <= best_rate) continue;
    best_rate = rate;
    best = std::move(fill);
  }
  return best;
}

/// Packs the rest by `rule`; none where bins run out. `share` is the part of the possible repetitions that is taken at
/// once: 1 keeps rules exact that look at one bin at a time, less lets rules that look at all items left adapt.
inline std::optional<Packing> pack_greedily(const Instance& instance, Rest rest, const std::vector<double>& prices,
                                            const FillRule& rule, double share, Effort& effort) {
  while (!nothing_left(rest.left)) {
    std::optional<Fill> fill = best_fill(instance, rest, prices, rule);
    if (!fill) return std::nullopt;
    const std::int64_t possible = repeats(fill->items, rest.left, rest.bins_left[fill->shape]);
    fill->count = std::max<std::int64_t>(1, static_cast<std::int64_t>(share * static_cast<double>(possible)));
    commit(rest, instance, std::move(*fill));
    effort.spend(instance.classes() * instance.shapes.size());
  }
  return std::move(rest.packed);
}

/// What one of class i costs in bins filled with nothing else, at the cheapest.
inline std::vector<double> single_class_prices(const Instance& instance) {
  std::vector<double> prices(instance.classes(), std::numeric_limits<double>::infinity());
  for (const Shape& shape : instance.shapes)
    for (std::size_t i = 0; i < prices.size(); ++i)
      if (const std::int64_t n = fitting_alone(shape, i, instance.demand[i]); n > 0)
        prices[i] = std::min(prices[i], shape.cost / static_cast<double>(n));
  return prices;
}

}  // namespace planner::math::packing
