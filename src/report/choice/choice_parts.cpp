#include "report/choice/choice_parts.hpp"

#include <fmt/format.h>

#include <cmath>

#include "planner/io/unit_text.hpp"
#include "report/document/numbers.hpp"

namespace planner::report {
namespace {

using math::choice::Shortfall;

/// Whole cents: rounding to dollars would hide what the last per cent of a gap is about.
std::string usd(double per_h) { return io::print_number(std::round(100.0 * per_h) / 100.0, 15); }

/// Models that hold all their GPUs for good.
std::size_t resident_models(const plan::ChoiceInputs& in, const plan::ChoicePlan& plan) {
  std::size_t count = 0;
  for (std::size_t m = 0; m < plan.models.size(); ++m)
    count += in.problem.models[m][plan.models[m].option].pool_mean == 0.0;
  return count;
}

std::string bound_text(const plan::ChoicePlan& plan) {
  if (plan.solution.proven) return "Proven optimal.";
  return fmt::format("No plan costs less than {} USD/h (gap {:.2g} %).", usd(plan.solution.lower_bound),
                     100.0 * choice_gap(plan));
}

std::string shortfall_text(const Shortfall& s) {
  const std::string least = io::print_number(s.least, 6), capacity = io::print_number(s.capacity, 6);
  switch (s.row) {
    case math::choice::dram_row:
      return fmt::format("Host RAM: at least {} GB are needed, dram_cap is {} GB.", least, capacity);
    case math::choice::ssd_row:
      return fmt::format("SSD: at least {} GB are needed, ssd_cap is {} GB.", least, capacity);
    default:
      return fmt::format("Pool variance: at least {} is needed, var_grid ends at {}.", least, capacity);
  }
}

}  // namespace

std::array<Capacity, 4> choice_capacities(const plan::ChoiceInputs& inputs, const plan::ChoicePlan& plan) {
  const math::choice::Problem& p = inputs.problem;
  const math::choice::Option& use = plan.use;
  const math::choice::Plan& found = *plan.solution.plan;
  const math::choice::ShadowPrices& price = plan.shadow_prices;
  const double gpus = use.gpus_held + use.pool_mean + plan.headroom_gpus;
  return {{{"GPUs", "GPU", gpus, p.host_gpus * found.hosts, price.gpu},
           {"host RAM", "GB", use.dram_gb, p.dram_cap, price.dram},
           {"SSD", "GB", use.ssd_gb, p.ssd_cap, price.ssd},
           {"pool variance", "GPU^2", use.pool_variance, p.variance_grid[found.grid_point], price.variance}}};
}

std::string choice_headline(const plan::ChoiceInputs& inputs, const plan::ChoicePlan& plan) {
  if (plan.status == plan::Status::infeasible) return "Infeasible: no choice keeps all capacities.";
  if (plan.status == plan::Status::unknown)
    return "Unknown: no plan was found within the effort, nor that there is none. Give more --effort.";
  const std::size_t resident = resident_models(inputs, plan);
  return fmt::format("{} USD/h with {}: {} resident, {} on demand. {}", usd(plan.solution.plan->cost),
                     counted(plan.solution.plan->hosts, "host"), counted(static_cast<double>(resident), "model"),
                     count_text(static_cast<double>(plan.models.size() - resident)), bound_text(plan));
}

std::vector<std::string> choice_reasons(const plan::ChoicePlan& plan) {
  std::vector<std::string> reasons;
  for (const Shortfall& s : plan.shortfalls) reasons.push_back(shortfall_text(s));
  if (plan.status == plan::Status::infeasible && reasons.empty())
    reasons.emplace_back("Each capacity could be kept by itself, but not all of them together.");
  return reasons;
}

std::string runner_up_name(const plan::ChoiceInputs& inputs, const plan::ChoicePlan& plan, std::size_t model) {
  const auto& runner_up = plan.models[model].runner_up;
  return runner_up ? inputs.options[model][runner_up->option] : "";
}

}  // namespace planner::report
