#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "planner/math/packing/bound.hpp"
#include "planner/math/packing/branching.hpp"
#include "planner/math/packing/columns.hpp"
#include "planner/math/packing/dive.hpp"
#include "planner/math/packing/fill_rules.hpp"
#include "planner/math/packing/rounding.hpp"

namespace planner::math::packing {

/// More than any packing without empty bins costs: every item has a bin for itself, as dear as there are.
inline double cost_ceiling(const Instance& instance) {
  std::int64_t items = 0;
  for (const std::int64_t d : instance.demand) items += d;
  double ceiling = 0.0;
  for (const Shape& shape : instance.shapes)
    ceiling += shape.cost * static_cast<double>(std::min(shape.available, items));
  return 1.001 * ceiling + 1.0;
}

/// A bound, and prices of the classes at which no filling is worth more than its bin and that make up the bound.
struct Certificate {
  double bound = 0.0;
  std::vector<double> prices;
};

/// The best bound that needs no linear program.
inline Certificate volume_bound(const Instance& instance) {
  std::vector<double> values;
  std::size_t resources = 0;
  for (const Shape& shape : instance.shapes) {
    values.push_back(shape.cost * (1.0 + bound_margin));
    resources = std::max(resources, shape.capacity.size());
  }
  Certificate best{0.0, std::vector<double>(instance.classes(), 0.0)};
  for (std::size_t k = 0; k < resources; ++k) {
    const Prices prices{volume_prices(instance, k), std::vector<double>(instance.shapes.size(), 0.0), {}};
    const double bound = bound_from_prices(instance, instance.demand, ranges_of(instance), prices, values).bound;
    if (bound > best.bound) best = {bound, prices.items};
  }
  best.bound = round_up_to(cost_grid(instance), best.bound);
  return best;
}

/// The better of two.
inline void improve(Certificate& certificate, double bound, const std::vector<double>& prices) {
  if (bound > certificate.bound) certificate = {bound, prices};
}

/// The whole search, cheap steps first: greedy packing, linear program, rounding, value correction, branching on the
/// mix of bins, diving. Ends as soon as the packing meets the bound or the effort is spent.
class Search {
 public:
  Search(const Instance& instance, PackEffort effort)
      : instance_(instance), effort_{effort.operations}, incumbent_{cost_ceiling(instance)} {
    resolution_ = cost_grid(instance) > finest * incumbent_.ceiling ? 0.0 : finest;
    gap_ = std::max(effort.gap, resolution_);
  }

  void run() {
    greedy();
    certificate_ = volume_bound(instance_);
    if (done() || instance_.classes() > most_rows) return;
    linear_program();
    const Rest all = everything(instance_);
    round_and_complete(instance_, all, linear_, target(), 20, incumbent_, effort_);
    const Rest fixed = round_columns(instance_, all, linear_, 1.0);
    ValueCorrection correction(instance_, linear_);
    correction.run(fixed, 20, target(), incumbent_, effort_);
    if (!done() && instance_.shapes.size() > 1) branch();
    for (int discrepancies = 0; discrepancies < 6 && !done(); ++discrepancies)
      Dive(instance_, pool_, target(), incumbent_, effort_).run(all, discrepancies);
    correction.run(fixed, 400, target(), incumbent_, effort_);
  }

  [[nodiscard]] bool proven() const { return meets(incumbent_.cost(), certificate_.bound * (1.0 + resolution_)); }
  [[nodiscard]] double bound() const { return std::min(certificate_.bound, incumbent_.cost()); }
  [[nodiscard]] const Incumbent& incumbent() const { return incumbent_; }
  [[nodiscard]] const std::vector<double>& prices() const { return certificate_.prices; }

 private:
  static constexpr std::size_t most_rows = 1000;  // beyond, the dense inverse outgrows its use

  static constexpr double finest = 1e-8;  // what the linear program's own tolerance leaves to be seen

  [[nodiscard]] bool done() const { return meets(incumbent_.cost(), target()) || effort_.over(); }
  [[nodiscard]] double target() const { return certificate_.bound * (1.0 + gap_); }

  void greedy() {
    linear_.prices = single_class_prices(instance_);
    incumbent_.offer(pack_greedily(instance_, everything(instance_), linear_.prices,
                                   first_fit_decreasing(instance_, linear_.prices), 1.0, effort_));
  }

  /// Half of the effort at most, so that there is some left to make use of it.
  void linear_program() {
    if (incumbent_.packing)
      for (const Fill& fill : incumbent_.packing->fills) pool_.push_back({fill.shape, fill.items});
    Effort part = effort_.split(2);
    linear_ = ColumnGeneration(instance_, instance_.demand, ranges_of(instance_), pool_).solve(incumbent_.cost(), part);
    effort_.left += part.left;
    improve(certificate_, linear_.bound, linear_.certificate);
  }

  void branch() {
    Effort part = effort_.split(3);
    ShapeBranching branching(instance_, pool_, gap_, incumbent_, part);
    certificate_.bound = std::max(certificate_.bound, branching.run(certificate_.bound, 300));
    effort_.left += part.left;
  }

  const Instance& instance_;
  Effort effort_;
  double resolution_ = 0.0;  // costs that lie nearer to each other count as equal: 0 where whole bins tell them apart
  double gap_ = 0.0;
  Incumbent incumbent_;
  std::vector<Column> pool_;
  LinearSolution linear_;
  Certificate certificate_;
};

}  // namespace planner::math::packing
