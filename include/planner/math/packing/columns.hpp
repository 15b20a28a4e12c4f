#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "planner/math/packing/bound.hpp"
#include "planner/math/packing/instance.hpp"
#include "planner/math/packing/pricer.hpp"
#include "planner/math/packing/program.hpp"

namespace planner::math::packing {

struct LinearSolution {
  double bound = 0.0;               ///< no packing costs less
  bool packs = false;               ///< every item has a bin
  std::vector<double> prices;       ///< of the linear program, per class
  std::vector<double> certificate;  ///< the prices that give the bound, scaled: no filling is worth more than its bin
  std::vector<WeightedColumn> columns;
};

/// The linear relaxation of Gilmore and Gomory (Oper. Res. 9, 1961, and 11, 1963): minimise the cost of bins over all
/// fillings, each used a fractional number of times, so that the demand is covered. Fillings enter as the knapsack
/// finds them worth more than they cost.
class ColumnGeneration {
 public:
  /// `pool` holds fillings found before and takes in the new ones.
  ColumnGeneration(const Instance& instance, const Counts& demand, std::vector<BinRange> ranges,
                   std::vector<Column>& pool)
      : instance_(instance),
        demand_(demand),
        ranges_(std::move(ranges)),
        pricers_(pricers_for(instance, demand)),
        program_(instance, demand, ranges_, pool),
        grid_(cost_grid(instance)),
        certificate_(demand.size(), 0.0) {
    double dearest = 0.0;
    for (const Shape& shape : instance.shapes) dearest = std::max(dearest, shape.cost);
    tolerance_ = 1e-9 * (dearest > 0.0 ? dearest : 1.0);
  }

  /// Stops early where the bound, rounded up, meets `incumbent` or cannot grow any more.
  LinearSolution solve(double incumbent, Effort& effort) {
    effort.spend(instance_.shapes.size() * demand_.size());
    for (std::size_t pivots = 1000 + 100 * program_.rows(); pivots > 0 && !effort.over(); --pivots) {
      effort.spend(program_.rows() * program_.rows() / 16 + program_.columns() / 8 + 1);
      const Program::Step step = program_.improve(tolerance_);
      if (step == Program::Step::stuck) break;
      if (step == Program::Step::optimal && (done(incumbent) || !generate(effort) || done(incumbent))) break;
    }
    return {round_up_to(grid_, bound_), program_.packs(), program_.prices().items, certificate_, program_.solution()};
  }

 private:
  /// Looks for fillings worth more than their bin; true where there is one. A quick search comes first: only where it
  /// finds nothing is a thorough one worth its time.
  bool generate(Effort& effort) {
    const Prices prices = program_.prices();
    return search(prices, 1'000, 0.0, effort) || search(prices, 20'000, 0.0, effort) ||
           search(prices, 3'000'000, spare(), effort);
  }

  bool search(const Prices& prices, std::int64_t nodes, double spare, Effort& effort) {
    bool found = false;
    std::vector<double> values(pricers_.size());
    for (std::size_t t = 0; t < pricers_.size(); ++t) {
      const double cost = instance_.shapes[t].cost - prices.opening[t] + prices.closing[t];
      const double threshold = (cost + tolerance_) * (1.0 + spare);
      const BestFill best = pricers_[t].solve(prices.items, threshold, std::min(nodes, effort.left));
      effort.spend(static_cast<std::size_t>(best.nodes) + demand_.size());
      values[t] = best.bound;
      if (best.value <= cost + 2.0 * tolerance_) continue;
      program_.add({t, best.items});
      found = true;
    }
    const PricedBound priced = bound_from_prices(instance_, demand_, ranges_, prices, values);
    if (priced.bound > bound_) {
      bound_ = priced.bound;
      certificate_ = prices.items;
      for (double& price : certificate_) price *= priced.scale;
    }
    return found;
  }

  /// By what share fillings may be worth more than their bin while the bound still rounds up to the same cost: half of
  /// the way from the value down to the next lower point of the grid. Makes bins of many small items easy.
  [[nodiscard]] double spare() const {
    const bool runs_out = std::any_of(ranges_.begin(), ranges_.end(), [](const BinRange& r) { return r.bounded(); });
    if (grid_ == 0.0 || runs_out) return 0.0;
    const double value = program_.value();
    const double below = round_up_to(grid_, value) - grid_;
    return below > 0.0 ? 0.5 * (value / below - 1.0) : 1.0;
  }

  [[nodiscard]] bool done(double incumbent) const {
    const double rounded = round_up_to(grid_, bound_);
    return meets(incumbent, rounded) || (grid_ > 0.0 && rounded >= round_up_to(grid_, program_.value()));
  }

  const Instance& instance_;
  const Counts& demand_;
  std::vector<BinRange> ranges_;
  std::vector<Pricer> pricers_;
  Program program_;
  double grid_, tolerance_ = 0.0, bound_ = 0.0;
  std::vector<double> certificate_;
};

}  // namespace planner::math::packing
