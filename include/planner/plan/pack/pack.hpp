#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "planner/math/packing.hpp"
#include "planner/plan/pack/plan.hpp"
#include "planner/plan/pack/trace.hpp"

namespace planner::plan {

namespace detail {

/// The least that one of item i costs if resource k alone counted and items could be cut.
inline double cheapest_share(const math::PackProblem& problem, std::size_t i, std::size_t k) {
  double least = std::numeric_limits<double>::infinity();
  for (const math::PackBin& bin : problem.bins) {
    const auto size = static_cast<double>(problem.items[i].size[k]), capacity = static_cast<double>(bin.capacity[k]);
    if (size <= capacity) least = std::min(least, size == 0.0 ? 0.0 : bin.cost * size / capacity);
  }
  return least;
}

inline std::vector<PackConstraint> pack_counts(const PackInputs& in) {
  std::vector<PackConstraint> counts;
  for (std::size_t k = 0; k < in.resources.size(); ++k) {
    counts.push_back({in.resources[k].name, 0.0});
    for (std::size_t i = 0; i < in.items.size(); ++i)
      if (const std::int64_t count = in.problem.items[i].count; count > 0)
        counts.back().cost += static_cast<double>(count) * cheapest_share(in.problem, i, k);
  }
  return counts;
}

inline std::string binding_resource(const std::vector<PackConstraint>& counts) {
  const auto most = std::max_element(counts.begin(), counts.end(),
                                     [](const PackConstraint& a, const PackConstraint& b) { return a.cost < b.cost; });
  return most == counts.end() || most->cost == 0.0 ? "" : most->resource;
}

/// The resources in which an item is larger than every bin; none where no single one is to blame.
inline std::vector<PackMisfit> misfits_of(const PackInputs& in, std::size_t item) {
  std::vector<PackMisfit> misfits;
  for (std::size_t k = 0; k < in.resources.size(); ++k) {
    std::int64_t largest = 0;
    for (const math::PackBin& bin : in.problem.bins)
      if (bin.available > 0) largest = std::max(largest, bin.capacity[k]);
    const std::int64_t size = in.problem.items[item].size[k];
    const double unit = in.resources[k].unit;
    if (size > largest)
      misfits.push_back({item, k, unit * static_cast<double>(size), unit * static_cast<double>(largest)});
  }
  return misfits;
}

inline std::optional<std::int64_t> bins_without_limits(const PackInputs& in) {
  math::PackProblem problem = in.problem;
  for (math::PackBin& bin : problem.bins) bin.available = math::unlimited;
  const math::PackResult enough = math::pack(problem, in.effort);
  return enough.status == math::PackStatus::packed ? std::optional(enough.bins) : std::nullopt;
}

inline void say_why_not(const PackInputs& in, PackPlan& plan) {
  plan.status = Status::infeasible;
  for (const std::size_t item : plan.result.misfits)
    for (const PackMisfit& misfit : misfits_of(in, item)) plan.misfits.push_back(misfit);
  if (plan.result.status == math::PackStatus::exhausted) plan.bins_without_limits = bins_without_limits(in);
}

}  // namespace detail

/// Packs any items on any bins at the least cost: see `math::pack`. Items bring their own sizes; bins have capacities.
/// @throws InputError for negative or too large numbers and rows of the wrong length
inline PackPlan plan_pack(const PackInputs& inputs, Trace* trace = nullptr) {
  PackPlan plan;
  plan.result = math::pack(inputs.problem, inputs.effort);
  plan.bins_used.assign(inputs.problem.bins.size(), 0);
  for (const math::PackPattern& pattern : plan.result.patterns) plan.bins_used[pattern.bin] += pattern.count;
  if (plan.result.status == math::PackStatus::packed) {
    plan.counts = detail::pack_counts(inputs);
    plan.binding = detail::binding_resource(plan.counts);
  } else {
    detail::say_why_not(inputs, plan);
  }
  if (trace != nullptr) detail::trace_pack(*trace, inputs, plan);
  return plan;
}

}  // namespace planner::plan
