#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "planner/math/packing/instance.hpp"

/// Lower bounds that hold in spite of floating point, and how whole bins round them up.
namespace planner::math::packing {

/// How many bins of one shape a packing may use.
struct BinRange {
  std::int64_t least = 0;
  std::int64_t most = unlimited;
  [[nodiscard]] bool bounded() const { return least > 0 || most != unlimited; }
};

inline std::vector<BinRange> ranges_of(const Instance& instance) {
  std::vector<BinRange> ranges;
  for (const Shape& shape : instance.shapes) ranges.push_back({0, shape.available});
  return ranges;
}

/// What the linear program says things are worth, all 0 or more.
struct Prices {
  std::vector<double> items;    ///< of one more item, per class
  std::vector<double> opening;  ///< of one more bin where a least number is asked for, per shape
  std::vector<double> closing;  ///< of one more bin where bins run out, per shape
};

struct PricedBound {
  double bound;
  double scale;  ///< by which the prices were scaled
};

/// Sums of some thousand products of doubles err by less than this share of the sum of their magnitudes.
inline constexpr double sum_error = 1e-12;

/// What any packing costs at least, from any prices of items and opened bins (those of closing follow). `values[t]` is
/// at least the worth of every filling of shape t at these prices. Prices are scaled down until no unlimited bin is
/// worth more than it costs (Farley, Oper. Res. 38, 1990); for bins that run out, the excess is paid per bin instead
/// (Lagrangian bound). Holds for every choice of prices, so an unfinished linear program still bounds.
inline PricedBound bound_from_prices(const Instance& instance, const Counts& demand,
                                     const std::vector<BinRange>& ranges, const Prices& prices,
                                     const std::vector<double>& values) {
  double scale = 1.0;
  for (std::size_t t = 0; t < instance.shapes.size(); ++t) {
    const double worth = values[t] + prices.opening[t];
    if (ranges[t].most == unlimited && worth > 0.0) scale = std::min(scale, instance.shapes[t].cost / worth);
  }
  double gains = 0.0, losses = 0.0;
  for (std::size_t i = 0; i < demand.size(); ++i) gains += prices.items[i] * static_cast<double>(demand[i]);
  for (std::size_t t = 0; t < instance.shapes.size(); ++t) {
    gains += prices.opening[t] * static_cast<double>(ranges[t].least);
    const double excess = scale * (values[t] + prices.opening[t]) - instance.shapes[t].cost;
    if (ranges[t].most != unlimited && excess > 0.0) losses += excess * static_cast<double>(ranges[t].most);
  }
  return {scale * gains - losses - sum_error * (scale * gains + losses), scale};
}

/// Whether every bin cost is a whole multiple of `grid`.
inline bool divides_costs(double grid, const Instance& instance) {
  return std::all_of(instance.shapes.begin(), instance.shapes.end(), [grid](const Shape& shape) {
    const double multiple = shape.cost / grid;
    return std::abs(multiple - std::round(multiple)) <= sum_error * multiple;
  });
}

/// The greatest common divisor of the bin costs, to nine decimals; 0 where they have more.
inline double decimal_grid(const Instance& instance) {
  constexpr double unit = 1e-9;
  if (!divides_costs(unit, instance)) return 0.0;
  std::int64_t divisor = 0;
  for (const Shape& shape : instance.shapes) {
    if (shape.cost / unit > 9e15) return 0.0;
    divisor = std::gcd(divisor, std::llround(shape.cost / unit));
  }
  return static_cast<double>(divisor) * unit;
}

/// The grid on which all costs of packings lie: a simple part of the cheapest bin's cost, else what the costs share as
/// decimal numbers; 0 where there is none. Bounds can be rounded up to it: 11,806.05 equal bins are 11,807.
inline double cost_grid(const Instance& instance) {
  constexpr int most_parts = 12;
  double cheapest = std::numeric_limits<double>::infinity();
  for (const Shape& shape : instance.shapes)
    if (shape.cost > 0.0) cheapest = std::min(cheapest, shape.cost);
  for (int parts = 1; parts <= most_parts && std::isfinite(cheapest); ++parts)
    if (divides_costs(cheapest / parts, instance)) return cheapest / parts;
  return decimal_grid(instance);
}

/// Whether a packing of this cost is as good as the bound says any can be.
inline bool meets(double cost, double bound) { return cost <= bound * (1.0 + sum_error); }

inline double round_up_to(double grid, double bound) {
  return grid > 0.0 ? grid * std::ceil(bound / grid * (1.0 - sum_error)) : bound;
}

/// Per resource k the prices "dearest way to give a bin's cost to its capacity": each is a valid set of prices, so the
/// best of them bounds without a linear program. The continuous bound L1 (Martello and Toth 1990) for one bin type.
inline std::vector<double> volume_prices(const Instance& instance, std::size_t k) {
  std::vector<double> prices(instance.classes(), 0.0);
  for (std::size_t i = 0; i < prices.size(); ++i) {
    double cheapest = std::numeric_limits<double>::infinity();
    for (const Shape& shape : instance.shapes) {
      if (!shape.layouts.empty() || k >= shape.capacity.size()) return std::vector<double>(prices.size(), 0.0);
      if (shape.sizes[i].empty()) continue;
      const double share = shape.capacity[k] == 0
                               ? 0.0
                               : static_cast<double>(shape.sizes[i][k]) / static_cast<double>(shape.capacity[k]);
      cheapest = std::min(cheapest, shape.cost * share);
    }
    prices[i] = std::isfinite(cheapest) ? cheapest : 0.0;
  }
  return prices;
}

}  // namespace planner::math::packing
