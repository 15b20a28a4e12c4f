#include <fmt/format.h>

#include <algorithm>

#include "planner/io/catalog.hpp"
#include "planner/report/page.hpp"
#include "planner/version.hpp"
#include "report/explain/derivation.hpp"
#include "report/page/page.hpp"
#include "report/sessions/session_document.hpp"
#include "report/uncertainty/uncertainty_parts.hpp"

namespace planner::report {
namespace {

using namespace planner::units;

BarChart cost_chart(const plan::SessionPlan& p) {
  BarChart chart{.title = "What each class costs, and what is kept beside the peak", .axis = "USD/h"};
  BarSeries costs;
  const auto add = [&](const std::string& label, UsdPerTime usd) {
    if (!(usd > UsdPerTime{})) return;
    chart.labels.push_back(label);
    costs.values.emplace_back(usd.in(usd_per_h));
  };
  for (const plan::Tier& t : p.tiers) add(t.session_class + " (" + t.boundary + ")", t.usd);
  UsdPerTime warm{}, headroom{};
  for (const plan::WarmPool& w : p.warm_pools) warm += w.usd;
  for (const plan::Headroom& h : p.headroom) headroom += h.usd;
  add("warm pools", warm);
  add("headroom", headroom);
  chart.series = {costs};
  return chart;
}

BarChart density_chart(const plan::SessionPlan& p) {
  BarChart chart{.title = "Density behind each boundary", .axis = "% of the sessions per host in a container"};
  BarSeries allowed{.name = "allowed for every class"}, forbidden{.name = "not allowed for some class"};
  std::vector<plan::ComparisonRow> rows = p.comparison;
  std::erase_if(rows, [](const plan::ComparisonRow& row) { return !row.density_vs_container; });
  std::ranges::sort(rows, {}, [](const auto& row) { return std::pair(-*row.density_vs_container, row.boundary); });
  for (const plan::ComparisonRow& row : rows) {
    const bool ok = row.status == plan::Status::ok;
    const std::optional<double> percent = 100 * *row.density_vs_container;
    chart.labels.push_back(row.boundary);
    allowed.values.push_back(ok ? percent : std::nullopt);
    forbidden.values.push_back(ok ? std::nullopt : percent);
  }
  chart.series = {allowed, forbidden};
  return chart;
}

BarChart host_chart(const plan::SessionPlan& p) {
  BarChart chart{.title = "Hosts of each pool", .axis = "hosts"};
  BarSeries base{.name = "at peak"}, warm{.name = "warm pools"}, headroom{.name = "headroom"};
  for (const plan::Headroom& h : p.headroom) {
    chart.labels.push_back(h.trust + "/" + h.boundary);
    base.values.emplace_back(h.base_hosts);
    warm.values.emplace_back(h.warm_pool_hosts);
    headroom.values.emplace_back(h.hosts);
  }
  chart.series = {base, warm, headroom};
  return chart;
}

Charts charts_of(const SessionAnswer& answer) {
  const plan::SessionPlan& p = answer.plan;
  Charts charts;
  for (BarChart& chart : std::vector{cost_chart(p), density_chart(p), host_chart(p)})
    if (!chart.labels.empty()) charts.bars.push_back(std::move(chart));
  if (answer.uncertainty != nullptr)
    for (BarChart& chart : uncertainty_charts(*answer.uncertainty)) charts.bars.push_back(std::move(chart));
  return charts;
}

}  // namespace

std::string sessions_page(const SessionAnswer& answer, const Trace& trace) {
  return html_page({.title = answer.inputs.name.empty() ? "Sessions" : answer.inputs.name,
                    .document = session_document(answer, Detail::full),
                    .charts = charts_of(answer),
                    .derivation = derivation_html(trace, answer.catalog.sources, {"usd", "hosts", "gpus"}),
                    .made_from = fmt::format("Made by planner {} from catalog {}; {}.", version(),
                                             io::content_hash(answer.catalog), randomness(answer.uncertainty))});
}

}  // namespace planner::report
