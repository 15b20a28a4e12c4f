#include "planner/report/choice.hpp"
#include "report/choice/choice_parts.hpp"
#include "report/document/json_parts.hpp"
#include "report/sessions/session_texts.hpp"

namespace planner::report {
namespace {

using plan::ChoiceInputs;
using plan::ChoicePlan;

OrderedJson names_json(const ChoiceInputs& in, const ChoicePlan& plan) {
  OrderedJson list = OrderedJson::array();
  for (std::size_t m = 0; m < plan.models.size(); ++m) list.push_back(in.options[m][plan.models[m].option]);
  return list;
}

OrderedJson parts_json(const ChoicePlan& plan) {
  return {{"hosts_usd_per_h", number(plan.hosts_cost)},     {"storage_usd_per_h", number(plan.storage_cost)},
          {"waiting_usd_per_h", number(plan.waiting_cost)}, {"gpus_held", number(plan.use.gpus_held)},
          {"pool_mean_gpus", number(plan.use.pool_mean)},   {"pool_headroom_gpus", number(plan.headroom_gpus)}};
}

OrderedJson capacities_json(const ChoiceInputs& in, const ChoicePlan& plan) {
  OrderedJson list = OrderedJson::array();
  for (const Capacity& c : choice_capacities(in, plan))
    list.push_back({{"name", c.name},
                    {"unit", c.unit},
                    {"used", number(c.used)},
                    {"capacity", number(c.there_is)},
                    {"shadow_price_usd_per_h", number(c.shadow_price)}});
  return list;
}

OrderedJson shadow_prices_json(const ChoicePlan& plan) {
  return {{"gpu_usd_per_h", number(plan.shadow_prices.gpu)},
          {"dram_usd_per_gb_h", number(plan.shadow_prices.dram)},
          {"ssd_usd_per_gb_h", number(plan.shadow_prices.ssd)},
          {"variance_usd_per_h", number(plan.shadow_prices.variance)}};
}

OrderedJson models_json(const ChoiceInputs& in, const ChoicePlan& plan) {
  OrderedJson list = OrderedJson::array();
  for (std::size_t m = 0; m < plan.models.size(); ++m) {
    const plan::ChosenOption& chosen = plan.models[m];
    OrderedJson runner_up = nullptr;
    if (chosen.runner_up)
      runner_up = {{"option", runner_up_name(in, plan, m)},
                   {"extra_usd_per_h", number(chosen.runner_up->extra_cost)},
                   {"exact", chosen.runner_up->exact}};
    list.push_back({{"name", in.models[m]},
                    {"option", in.options[m][chosen.option]},
                    {"usd_per_h", number(chosen.cost)},
                    {"runner_up", runner_up}});
  }
  return list;
}

}  // namespace

std::string choice_json(const ChoiceInputs& inputs, const ChoicePlan& plan) {
  const math::choice::Solution& found = plan.solution;
  const bool feasible = found.plan.has_value();
  const auto if_feasible = [feasible](auto value) { return feasible ? value() : OrderedJson(nullptr); };
  OrderedJson json{{"status", to_text(plan.status)},
                   {"cost", if_feasible([&] { return number(found.plan->cost); })},
                   {"lower_bound", number(found.lower_bound)},
                   {"gap", if_feasible([&] { return number(choice_gap(plan)); })},
                   {"proven", found.proven},
                   {"hosts", if_feasible([&] { return number(found.plan->hosts); })},
                   {"choice", names_json(inputs, plan)},
                   {"parts", if_feasible([&] { return parts_json(plan); })},
                   {"grid_point", if_feasible([&] { return OrderedJson(found.plan->grid_point); })},
                   {"capacities", if_feasible([&] { return capacities_json(inputs, plan); })},
                   {"shadow_prices", if_feasible([&] { return shadow_prices_json(plan); })},
                   {"models", models_json(inputs, plan)},
                   {"reasons", choice_reasons(plan)},
                   {"search", {{"nodes", found.nodes}, {"options_priced", found.work}}}};
  return json.dump(2) + "\n";
}

}  // namespace planner::report
