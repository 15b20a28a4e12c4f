#include <cmath>

#include "report/uncertainty/uncertainty_parts.hpp"

namespace planner::report {
namespace {

/// What each of the numbers with the largest swings adds to the cost, or takes off it.
BarChart tornado(const plan::UncertaintyPlan& p) {
  constexpr std::size_t most = 10;
  BarChart chart{.title = "What moves the cost: each number alone at its low and its high",
                 .axis = "USD/h beside the cost with typical numbers"};
  BarSeries low{.name = "at its low"}, high{.name = "at its high"};
  for (const plan::NumberOutlook& n : p.numbers) {
    if (chart.labels.size() == most || !std::isfinite(n.usd_at_low) || !std::isfinite(n.usd_at_high)) continue;
    chart.labels.push_back(n.number.id);
    low.values.emplace_back(n.usd_at_low - p.typical_usd);
    high.values.emplace_back(n.usd_at_high - p.typical_usd);
  }
  chart.series = {low, high};
  return chart;
}

BarChart deciles(const plan::UncertaintyPlan& p) {
  BarChart chart{.title = "How the cost is spread: so many of a hundred worlds cost at most that", .axis = "USD/h"};
  BarSeries costs;
  for (std::size_t k = 10; k < p.usd_quantiles.size(); k += 10) {
    if (!std::isfinite(p.usd_quantiles[k])) break;
    chart.labels.push_back(std::to_string(k));
    costs.values.emplace_back(p.usd_quantiles[k]);
  }
  chart.series = {costs};
  return chart;
}

}  // namespace

std::vector<BarChart> uncertainty_charts(const plan::UncertaintyPlan& p) {
  if (p.designs.empty()) return {};
  return {tornado(p), deciles(p)};
}

}  // namespace planner::report
