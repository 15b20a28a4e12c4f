#include <fmt/format.h>

#include "planner/report/page.hpp"
#include "planner/version.hpp"
#include "report/explain/derivation.hpp"
#include "report/packing/pack_texts.hpp"
#include "report/page/page.hpp"

namespace planner::report {
namespace {

BarChart resource_chart(const plan::PackInputs& in, const plan::PackPlan& plan) {
  BarChart chart{.title = "What each resource alone asks for, if items could be cut at will",
                 .axis = in.bins.size() > 1 ? "cost" : "bins"};
  BarSeries series;
  for (const plan::PackConstraint& c : plan.counts) {
    chart.labels.push_back(c.resource);
    series.values.emplace_back(c.cost);
  }
  chart.labels.emplace_back("packed");
  series.values.emplace_back(in.bins.size() > 1 ? plan.result.cost : static_cast<double>(plan.result.bins));
  chart.series = {series};
  return chart;
}

}  // namespace

std::string pack_page(const plan::PackInputs& inputs, const plan::PackPlan& plan, const Trace& trace) {
  Charts charts;
  if (plan.status == plan::Status::ok) charts.bars.push_back(resource_chart(inputs, plan));
  return html_page({.title = "Packing",
                    .document = pack_document(inputs, plan),
                    .charts = charts,
                    .derivation = derivation_html(trace, {}, {"bins"}),
                    .made_from = fmt::format("Made by planner {}; no random numbers.", version())});
}

}  // namespace planner::report
