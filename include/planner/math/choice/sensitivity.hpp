#pragma once
#include "planner/math/choice/solve.hpp"

/// What a little more of a capacity is worth, what the next best option of a model would cost, and why nothing fits.
namespace planner::math::choice {

inline ShadowPrices shadow_prices(const Problem& problem, const Plan& plan) {
  Instance instance(problem);
  const Knapsack& knapsack = instance.at(plan.grid_point, plan.hosts);
  Relaxation at = start_relaxation(knapsack, basis_at({instance.gpu_price(), 0.0, 0.0, 0.0}));
  DualAscent{}.climb(knapsack, at, infinity);
  const Vector &price = at.prices, &unit = instance.scale();
  return {price[gpu_row] / unit[gpu_row], price[variance_row] / unit[variance_row], price[dram_row] / unit[dram_row],
          price[ssd_row] / unit[ssd_row]};
}

/// The runner-up of a model at the shadow prices; nothing where the model has one option only.
inline std::optional<RunnerUp> runner_up_by_price(const Problem& problem, const Plan& plan, const ShadowPrices& price,
                                                  std::size_t model) {
  const auto& options = problem.models[model];
  const auto full_cost = [&](const Option& o) {
    return option_cost(problem, o) + price.gpu * (o.gpus_held + o.pool_mean) + price.variance * o.pool_variance +
           price.dram * o.dram_gb + price.ssd * o.ssd_gb;
  };
  std::optional<RunnerUp> best;
  for (std::size_t o = 0; o < options.size(); ++o) {
    const double extra = full_cost(options[o]) - full_cost(options[plan.choice[model]]);
    if (o != plan.choice[model] && (!best || extra < best->extra_cost)) best = RunnerUp{o, extra, false};
  }
  if (best) best->extra_cost = std::max(0.0, best->extra_cost);
  return best;
}

/// The runner-up of a model by solving again without its chosen option; nothing where no other plan fits, or where the
/// effort did not suffice for a proof.
inline std::optional<RunnerUp> runner_up_exact(const Problem& problem, const Plan& plan, std::size_t model,
                                               const Effort& effort) {
  if (problem.models[model].size() == 1) return std::nullopt;
  Problem without = problem;
  const std::size_t chosen = plan.choice[model];
  without.models[model].erase(without.models[model].begin() + static_cast<std::ptrdiff_t>(chosen));
  const Solution other = solve(without, effort);
  if (!other.plan || !other.proven) return std::nullopt;
  const std::size_t option = other.plan->choice[model];
  return RunnerUp{option < chosen ? option : option + 1, std::max(0.0, other.plan->cost - plan.cost), true};
}

/// The capacities that are too small by themselves. There may be none although no plan exists: then the capacities
/// exclude each other.
inline std::vector<Shortfall> shortfalls(const Problem& problem) {
  Option least;
  const auto add_least = [](double& sum, const std::vector<Option>& options, double Option::* field) {
    double low = infinity;
    for (const Option& o : options) low = std::min(low, o.*field);
    sum += low;
  };
  for (const auto& options : problem.models) {
    add_least(least.pool_variance, options, &Option::pool_variance);
    add_least(least.dram_gb, options, &Option::dram_gb);
    add_least(least.ssd_gb, options, &Option::ssd_gb);
  }
  std::vector<Shortfall> out;
  const double variance_cap = problem.variance_grid.back();
  if (!within(least.pool_variance, variance_cap, 0.0)) out.push_back({variance_row, least.pool_variance, variance_cap});
  if (!within(least.dram_gb, problem.dram_cap)) out.push_back({dram_row, least.dram_gb, problem.dram_cap});
  if (!within(least.ssd_gb, problem.ssd_cap)) out.push_back({ssd_row, least.ssd_gb, problem.ssd_cap});
  return out;
}

}  // namespace planner::math::choice
