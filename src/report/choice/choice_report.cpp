#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "planner/io/unit_text.hpp"
#include "planner/report/choice.hpp"
#include "report/choice/choice_parts.hpp"
#include "report/document/numbers.hpp"

namespace planner::report {
namespace {

using plan::ChoiceInputs;
using plan::ChoicePlan;

constexpr std::size_t shown_models = 40;

std::string usd(double per_h) {
  constexpr double longest = 1e12;  // beyond, digits say nothing
  return std::abs(per_h) < longest ? fixed_text(per_h, 4) : fmt::format("{:.4g}", per_h);
}

Table cost_table(const ChoiceInputs& in, const ChoicePlan& plan) {
  Table table({{"cost of"}, {"USD/h", Align::right}, {"as"}});
  table.row({"hosts", usd(plan.hosts_cost),
             fmt::format("{} at {}", counted(plan.solution.plan->hosts, "host"), usd(in.problem.host_cost))});
  table.row({"storage", usd(plan.storage_cost), "host RAM and SSD that hold weights"});
  table.row({"waiting", usd(plan.waiting_cost), "as the options price it"});
  return table;
}

Table capacity_table(const ChoiceInputs& in, const ChoicePlan& plan) {
  Table table(
      {{"what is scarce"}, {"used", Align::right}, {"there is", Align::right}, {"one more saves", Align::right}});
  for (const Capacity& c : choice_capacities(in, plan))
    table.row({fmt::format("{}{}", c.name, c.unit == "GB" ? ", GB" : ""), io::print_number(c.used, 6),
               io::print_number(c.there_is, 6), fmt::format("{:.4g} USD/h", c.shadow_price)});
  return table;
}

/// All models in their order; where there are too many, those whose runner-up is nearest.
std::vector<std::size_t> models_to_show(const ChoicePlan& plan) {
  std::vector<std::size_t> models(plan.models.size());
  std::iota(models.begin(), models.end(), std::size_t{0});
  if (models.size() <= shown_models) return models;
  const auto extra = [&](std::size_t m) {
    return plan.models[m].runner_up ? plan.models[m].runner_up->extra_cost : math::choice::infinity;
  };
  std::ranges::sort(models, {}, [&](std::size_t m) { return std::pair(extra(m), m); });
  models.resize(shown_models);
  return models;
}

Table model_table(const ChoiceInputs& in, const ChoicePlan& plan) {
  Table table({{"model"},
               {"option"},
               {"USD/h", Align::right},
               {"GPUs", Align::right},
               {"runner-up"},
               {"costs more", Align::right}});
  for (const std::size_t m : models_to_show(plan)) {
    const plan::ChosenOption& chosen = plan.models[m];
    const math::choice::Option& option = in.problem.models[m][chosen.option];
    table.row({in.models[m], in.options[m][chosen.option], usd(chosen.cost),
               io::print_number(option.gpus_held + option.pool_mean, 4), runner_up_name(in, plan, m),
               chosen.runner_up ? usd(chosen.runner_up->extra_cost) : ""});
  }
  return table;
}

std::string runner_up_note(const ChoiceInputs& in) {
  return in.exact_runner_up
             ? "The runner-up costs the whole plan this much more, solved again without the option."
             : "The runner-up costs this much more at the shadow prices above: an estimate, 0 where they cannot "
               "tell the two apart. --exact-runner-up solves again instead.";
}

}  // namespace

Document choice_document(const ChoiceInputs& in, const ChoicePlan& plan) {
  Document doc;
  doc.paragraph(choice_headline(in, plan));
  doc.section("Why not", choice_reasons(plan));
  if (!plan.solution.plan) return doc;
  doc.section("Cost", cost_table(in, plan));
  doc.section("Capacities", capacity_table(in, plan));
  const std::size_t all = plan.models.size();
  doc.section(all <= shown_models ? "Models" : fmt::format("The {} closest decisions", shown_models),
              model_table(in, plan));
  if (all > shown_models)
    doc.paragraph(fmt::format("{} more models: --json has all.", count_text(static_cast<double>(all - shown_models))));
  doc.paragraph(runner_up_note(in));
  return doc;
}

std::string choice_table(const ChoiceInputs& inputs, const ChoicePlan& plan) {
  return choice_document(inputs, plan).text();
}

std::string choice_markdown(const ChoiceInputs& inputs, const ChoicePlan& plan) {
  return choice_document(inputs, plan).markdown();
}

std::string choice_csv(const ChoiceInputs& inputs, const ChoicePlan& plan) {
  Table table({{"model"}, {"option"}, {"usd_per_h"}, {"runner_up"}, {"runner_up_extra_usd_per_h"}});
  for (std::size_t m = 0; m < plan.models.size(); ++m) {
    const plan::ChosenOption& chosen = plan.models[m];
    table.row({inputs.models[m], inputs.options[m][chosen.option], fmt::format("{:.12g}", chosen.cost),
               runner_up_name(inputs, plan, m),
               chosen.runner_up ? fmt::format("{:.12g}", chosen.runner_up->extra_cost) : ""});
  }
  return table.csv();
}

}  // namespace planner::report
