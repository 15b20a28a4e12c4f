#pragma once
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "planner/math/choice/problem.hpp"

/// What a choice of options costs.
namespace planner::math::choice {

/// By this much a choice may exceed a capacity in GPUs or GB and still keep it; plan and bound alike. It is the default
/// feasibility tolerance of GLPK (`tol_bnd`) and HiGHS (`primal_feasibility_tolerance`): with less, an optimum that a
/// solver of integer programs finds could lie below this bound.
inline constexpr double capacity_tolerance = 1e-7;
/// Sums of some thousand doubles are no closer than this, relative to the capacity. The variance gets only this.
inline constexpr double rounding_tolerance = 1e-12;

inline double rounding_room(double capacity) { return rounding_tolerance * std::abs(capacity); }

inline bool within(double use, double capacity, double tolerance = capacity_tolerance) {
  return use <= capacity + tolerance + rounding_room(capacity);
}

inline double option_cost(const Problem& problem, const Option& o) {
  return o.penalty + problem.dram_cost * o.dram_gb + problem.ssd_cost * o.ssd_gb;
}

/// GPUs that the pool keeps above its mean at a grid point.
inline double headroom_gpus(const Problem& problem, std::size_t grid_point) {
  return problem.z * std::sqrt(problem.variance_grid[grid_point]);
}

/// Sum of what the chosen options hold.
inline Option total(const Problem& problem, const std::vector<std::size_t>& choice) {
  Option sum;
  for (std::size_t m = 0; m < choice.size(); ++m) {
    const Option& o = problem.models[m][choice[m]];
    sum.gpus_held += o.gpus_held, sum.pool_mean += o.pool_mean, sum.pool_variance += o.pool_variance;
    sum.dram_gb += o.dram_gb, sum.ssd_gb += o.ssd_gb, sum.penalty += o.penalty;
  }
  return sum;
}

/// The plan with this choice on the fewest hosts; nothing where the choice breaks a capacity.
inline std::optional<Plan> priced(const Problem& problem, std::vector<std::size_t> choice) {
  const Option sum = total(problem, choice);
  const auto& grid = problem.variance_grid;
  const auto covering =
      std::find_if(grid.begin(), grid.end(), [&](double variance) { return within(sum.pool_variance, variance, 0.0); });
  if (!within(sum.dram_gb, problem.dram_cap) || !within(sum.ssd_gb, problem.ssd_cap) || covering == grid.end())
    return std::nullopt;
  Plan plan{std::move(choice), static_cast<std::size_t>(covering - grid.begin())};
  const double gpus = sum.gpus_held + sum.pool_mean + headroom_gpus(problem, plan.grid_point);
  plan.hosts = std::max(0.0, std::ceil((gpus - capacity_tolerance - rounding_room(gpus)) / problem.host_gpus));
  plan.cost = option_cost(problem, sum) + problem.host_cost * plan.hosts;
  return plan;
}

/// Hosts that suffice whatever is chosen: for each model's largest option and the headroom of the last grid point.
inline double most_hosts(const Problem& problem) {
  double gpus = headroom_gpus(problem, problem.variance_grid.size() - 1);
  for (const auto& options : problem.models) {
    double largest = 0;
    for (const Option& o : options) largest = std::max(largest, o.gpus_held + o.pool_mean);
    gpus += largest;
  }
  return std::ceil(gpus / problem.host_gpus) + 1.0;
}

/// Above the cost of every plan: each model's dearest option, on the most hosts.
inline double cost_ceiling(const Problem& problem) {
  double cost = problem.host_cost * (most_hosts(problem) + 1.0);
  for (const auto& options : problem.models) {
    double dearest = 0;
    for (const Option& o : options) dearest = std::max(dearest, option_cost(problem, o));
    cost += dearest;
  }
  return cost * (1.0 + 1e-9);
}

}  // namespace planner::math::choice
