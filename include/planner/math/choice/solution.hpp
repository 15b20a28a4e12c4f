#pragma once
#include <optional>

#include "planner/math/choice/knapsack.hpp"
#include "planner/math/choice/problem.hpp"

/// What solving a problem brings.
namespace planner::math::choice {

/// Relative gap within which a plan counts as proven optimal.
inline constexpr double proof_gap = 1e-9;

/// The effort for a gap as people ask for it: 0 for a proof.
inline Effort effort_of(double gap, double work) {
  return {gap > proof_gap ? gap : proof_gap, static_cast<std::size_t>(work)};
}

struct Solution {
  std::optional<Plan> plan{};  ///< the cheapest found
  double lower_bound = 0;      ///< no plan costs less, rounding included; infinite where there is no plan at all
  bool proven = false;         ///< no plan is cheaper by more than `proof_gap`, or there is none
  std::size_t nodes = 0;       ///< branches that were looked into
  std::size_t work = 0;        ///< looks at options
};

/// Fall of the cost with one unit more, at the plan's grid point and number of hosts. Exact for the relaxed choice,
/// which may split models; an estimate for whole ones.
struct ShadowPrices {
  double gpu = 0;            ///< $/h per GPU
  double variance = 0;       ///< $/h per unit of variance that the pool may have
  double dram = 0, ssd = 0;  ///< $/h per GB
};

/// The best that a model could do besides what the plan does with it.
struct RunnerUp {
  std::size_t option = 0;
  double extra_cost = 0;  ///< $/h of the whole plan
  bool exact = false;     ///< by solving again without the chosen option; else at the shadow prices
};

/// A capacity that no choice can keep: even the options that use least of it need more.
struct Shortfall {
  Row row{};
  double least = 0, capacity = 0;
};

}  // namespace planner::math::choice
