#pragma once
#include "planner/math/choice.hpp"
#include "planner/math/choice/validate.hpp"
#include "planner/plan/choice/plan.hpp"

namespace planner::plan {

namespace detail {

inline void price_parts(const math::choice::Problem& problem, ChoicePlan& plan) {
  const math::choice::Plan& found = *plan.solution.plan;
  plan.use = math::choice::total(problem, found.choice);
  plan.headroom_gpus = math::choice::headroom_gpus(problem, found.grid_point);
  plan.hosts_cost = problem.host_cost * found.hosts;
  plan.storage_cost = problem.dram_cost * plan.use.dram_gb + problem.ssd_cost * plan.use.ssd_gb;
  plan.waiting_cost = plan.use.penalty;
}

inline ChosenOption chosen_option(const ChoiceInputs& in, const ChoicePlan& plan, std::size_t model) {
  const math::choice::Plan& found = *plan.solution.plan;
  const std::size_t option = found.choice[model];
  ChosenOption chosen{option, option_cost(in.problem, in.problem.models[model][option])};
  chosen.runner_up = in.exact_runner_up
                         ? math::choice::runner_up_exact(in.problem, found, model, in.effort)
                         : math::choice::runner_up_by_price(in.problem, found, plan.shadow_prices, model);
  return chosen;
}

}  // namespace detail

/// The bare resident / on-demand decision: one option per model at the least cost of hosts, storage and waiting, with
/// the runner-up of every model and the shadow prices of what is scarce. See `math::choice::solve`.
/// @throws InputError for figures that are negative or not finite, models without an option, a grid that does not rise
inline ChoicePlan plan_choice(const ChoiceInputs& inputs) {
  const math::choice::Problem& problem = inputs.problem;
  if (auto faults = math::choice::faults_of(problem); !faults.empty()) throw InputError(std::move(faults));
  ChoicePlan plan;
  plan.solution = math::choice::solve(problem, inputs.effort);
  if (!plan.solution.plan) {
    plan.status = plan.solution.proven ? Status::infeasible : Status::unknown;
    plan.shortfalls = math::choice::shortfalls(problem);
    return plan;
  }
  detail::price_parts(problem, plan);
  plan.shadow_prices = math::choice::shadow_prices(problem, *plan.solution.plan);
  for (std::size_t m = 0; m < problem.models.size(); ++m) plan.models.push_back(detail::chosen_option(inputs, plan, m));
  return plan;
}

}  // namespace planner::plan
