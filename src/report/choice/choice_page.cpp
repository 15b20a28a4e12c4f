#include <fmt/format.h>

#include "planner/report/page.hpp"
#include "planner/version.hpp"
#include "report/choice/choice_parts.hpp"
#include "report/page/page.hpp"

namespace planner::report {
namespace {

BarChart cost_chart(const plan::ChoicePlan& plan) {
  return {.title = "What is paid for",
          .axis = "USD/h",
          .labels = {"hosts", "storage", "waiting"},
          .series = {{.values = {plan.hosts_cost, plan.storage_cost, plan.waiting_cost}}}};
}

BarChart use_chart(const plan::ChoiceInputs& in, const plan::ChoicePlan& plan) {
  BarChart chart{.title = "How much of what is scarce is used", .axis = "% in use"};
  BarSeries used;
  for (const Capacity& c : choice_capacities(in, plan)) {
    if (!(c.there_is > 0)) continue;
    chart.labels.push_back(c.name);
    used.values.emplace_back(100 * c.used / c.there_is);
  }
  chart.series = {used};
  return chart;
}

}  // namespace

std::string choice_page(const plan::ChoiceInputs& inputs, const plan::ChoicePlan& plan) {
  Charts charts;
  if (plan.solution.plan) charts.bars = {cost_chart(plan), use_chart(inputs, plan)};
  return html_page({.title = "Resident or on demand",
                    .document = choice_document(inputs, plan),
                    .charts = charts,
                    .made_from = fmt::format("Made by planner {}; no random numbers.", version())});
}

}  // namespace planner::report
