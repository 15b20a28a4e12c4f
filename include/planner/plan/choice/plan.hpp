#pragma once
#include <optional>
#include <string>
#include <vector>

#include "planner/math/choice/solution.hpp"
#include "planner/plan/status.hpp"

/// What `plan_choice` is asked, and what it answers.
namespace planner::plan {

/// A bare resident / on-demand problem. The names stand in the order of the problem's models and their options.
struct ChoiceInputs {
  std::vector<std::string> models{};
  std::vector<std::vector<std::string>> options{};
  math::choice::Problem problem{};
  math::choice::Effort effort{};
  bool exact_runner_up = false;  ///< solve again without each chosen option, instead of asking the shadow prices
};

/// What one model does, and the best that it could do instead.
struct ChosenOption {
  std::size_t option = 0;
  double cost = 0;  ///< $/h of storage and waiting
  std::optional<math::choice::RunnerUp> runner_up{};
};

struct ChoicePlan {
  Status status =
      Status::ok;  ///< `infeasible` where no plan exists, `unknown` where the effort did not suffice to tell
  math::choice::Solution solution{};
  std::vector<ChosenOption> models{};
  math::choice::Option use{};                                 ///< sum over the chosen options
  double headroom_gpus = 0;                                   ///< what the pool keeps above its mean
  double hosts_cost = 0, storage_cost = 0, waiting_cost = 0;  ///< $/h
  math::choice::ShadowPrices shadow_prices{};
  std::vector<math::choice::Shortfall> shortfalls{};  ///< capacities that are too small by themselves
};

/// Share of the cost that a better plan could save at most; zero where the plan is proven.
inline double choice_gap(const ChoicePlan& plan) {
  if (!plan.solution.plan || plan.solution.proven) return 0.0;
  const double cost = plan.solution.plan->cost;
  return cost > 0.0 ? (cost - plan.solution.lower_bound) / cost : 0.0;
}

}  // namespace planner::plan
