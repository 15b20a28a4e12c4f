#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "planner/math/packing/classes.hpp"
#include "planner/math/packing/problem.hpp"
#include "planner/math/packing/search.hpp"
#include "planner/math/packing/validate.hpp"

namespace planner::math {

namespace packing {

inline void require_valid(const PackProblem& problem) {
  const PackValidation validation(problem);
  if (!validation.issues().empty()) throw InputError(validation.issues());
}

inline std::vector<double> prices_per_item(const PackProblem& problem, const Classes& classes,
                                           const std::vector<double>& prices) {
  std::vector<double> out(problem.items.size(), 0.0);
  for (std::size_t c = 0; c < classes.members.size(); ++c)
    for (const std::size_t i : classes.members[c]) out[i] = prices[c];
  return out;
}

/// The fewest bins that cost at least `cost`.
inline std::int64_t bins_for_cost(const PackProblem& problem, double cost) {
  double dearest = 0.0;
  for (const PackBin& bin : problem.bins) dearest = std::max(dearest, bin.cost);
  return dearest > 0.0 ? static_cast<std::int64_t>(std::ceil(cost / dearest * (1.0 - sum_error))) : 0;
}

inline void read_packing(const PackProblem& problem, const Classes& classes, const Packing& packing,
                         PackResult& result) {
  Expansion expansion(problem, classes);
  for (const Fill& fill : packing.fills) expansion.expand(fill, result.patterns);
  for (const PackPattern& pattern : result.patterns) {
    result.bins += pattern.count;
    result.cost += problem.bins[pattern.bin].cost * static_cast<double>(pattern.count);
  }
}

}  // namespace packing

/// Packs all items into bins at the least cost, and bounds what the least cost can be.
///
/// Works on counts of equal items: ten million items of twenty sizes take no longer than ten thousand. The bound is
/// that of the linear program over all packings of a bin (Gilmore and Gomory 1961), which is nearly always within one
/// bin of the optimum; `proven` says that packing and bound meet. Deterministic: no clock, fixed seeds.
/// Throws `InputError` for negative or too large numbers and for rows of the wrong length.
inline PackResult pack(const PackProblem& problem, PackEffort effort = {}) {
  packing::require_valid(problem);
  const packing::Classes classes = packing::classify(problem);
  PackResult result;
  result.misfits = classes.misfits;
  if (!classes.misfits.empty()) {
    result.status = PackStatus::misfit;
    result.proven = true;
    return result;
  }
  packing::Search search(classes.instance, effort);
  search.run();
  result.proven = search.proven();
  result.prices = packing::prices_per_item(problem, classes, search.prices());
  if (!search.incumbent().packing) {
    result.status = PackStatus::exhausted;
    return result;
  }
  packing::read_packing(problem, classes, *search.incumbent().packing, result);
  result.lower_bound = std::min(search.bound(), result.cost);
  result.lower_bound_bins = std::min(packing::bins_for_cost(problem, result.lower_bound), result.bins);
  return result;
}

/// The bound and the prices of `pack` without a packing: for comparing many designs. Throws as `pack` does.
inline PackBound pack_bound(const PackProblem& problem, PackEffort effort = {}) {
  packing::require_valid(problem);
  const packing::Classes classes = packing::classify(problem);
  PackBound result;
  result.misfits = classes.misfits;
  if (!classes.misfits.empty()) {
    result.status = PackStatus::misfit;
    return result;
  }
  const packing::Instance& instance = classes.instance;
  packing::Effort left{effort.operations};
  std::vector<packing::Column> pool;
  const double ceiling = packing::cost_ceiling(instance);
  const packing::LinearSolution linear =
      packing::ColumnGeneration(instance, instance.demand, packing::ranges_of(instance), pool).solve(ceiling, left);
  packing::Certificate certificate = packing::volume_bound(instance);
  packing::improve(certificate, linear.bound, linear.certificate);
  result.lower_bound = certificate.bound;
  result.prices = packing::prices_per_item(problem, classes, certificate.prices);
  if (packing::meets(ceiling, result.lower_bound)) result.status = PackStatus::exhausted;
  return result;
}

}  // namespace planner::math
