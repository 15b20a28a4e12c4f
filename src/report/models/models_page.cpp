#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "planner/io/catalog.hpp"
#include "planner/report/page.hpp"
#include "planner/version.hpp"
#include "report/document/numbers.hpp"
#include "report/explain/derivation.hpp"
#include "report/models/models_document.hpp"
#include "report/page/page.hpp"
#include "report/uncertainty/uncertainty_parts.hpp"

namespace planner::report {
namespace {

using namespace planner::units;

bool is_resident(const plan::ServicePlan& s) { return s.decision != plan::Decision::on_demand; }

BarChart cost_chart(const plan::ModelPlan& p) {
  BarChart chart{.title = "What each model costs", .axis = "USD/h"};
  std::vector<const plan::ServicePlan*> dearest;
  for (const plan::ServicePlan& s : p.services) dearest.push_back(&s);
  std::ranges::sort(dearest, {}, [](const auto* s) { return std::pair(-s->usd.base(), s->name); });
  BarSeries resident{.name = "resident"}, on_demand{.name = "on demand"};
  for (const plan::ServicePlan* s : dearest) {
    const std::optional<double> usd = s->usd.in(usd_per_h);
    chart.labels.push_back(short_name(p, s->name));
    resident.values.push_back(is_resident(*s) ? usd : std::nullopt);
    on_demand.values.push_back(is_resident(*s) ? std::nullopt : usd);
  }
  chart.series = {resident, on_demand};
  return chart;
}

bool has_break_even(const plan::ServicePlan& s) { return s.load && *s.load > Seconds{} && s.break_even_requests_per_h; }

using ReplicaKind = std::tuple<std::string, double, double>;  ///< GPU, how many, which share of a card
ReplicaKind kind_of(const plan::ServicePlan& s) { return {s.gpu, s.gpus_per_replica, s.card_share}; }

/// Where models that are as dear to hold break even: rate times load time is the same (docs/design/on-demand.md). Of
/// the kinds of replica the line of the most frequent one, over the load times that there are.
MapGroup break_even_line(const std::vector<const plan::ServicePlan*>& services) {
  std::map<ReplicaKind, int> count;
  for (const auto* s : services) ++count[kind_of(*s)];
  const auto frequent = [&](const auto* s) { return std::pair(count.at(kind_of(*s)), kind_of(*s)); };
  const plan::ServicePlan& typical = **std::ranges::max_element(services, {}, frequent);
  const auto [low, high] = std::ranges::minmax(services, {}, [](const auto* s) { return *s->load; });
  const double product = *typical.break_even_requests_per_h * typical.load->base();
  const std::string share = typical.card_share < 1 ? percent_text(typical.card_share) + " of " : "";
  const std::string name = fmt::format("break-even of {}{:g} {}", share, typical.gpus_per_replica, typical.gpu);
  MapGroup line{.name = name, .look = MapGroup::Look::line};
  for (const double load : {high->load->base(), low->load->base()}) line.points.push_back({product / load, load, name});
  return line;
}

MapChart residency_map(const plan::ModelPlan& p) {
  MapChart map{.title = "Held or loaded for each request: right of its mark, holding a model costs less",
               .x_axis = "requests per hour",
               .y_axis = "load time, s"};
  MapGroup resident{.name = "resident"}, on_demand{.name = "on demand"};
  MapGroup marks{.name = "break-even of the model", .look = MapGroup::Look::marks};
  std::vector<const plan::ServicePlan*> known;
  for (const plan::ServicePlan& s : p.services) {
    if (!has_break_even(s)) continue;
    known.push_back(&s);
    const std::string name = short_name(p, s.name);
    (is_resident(s) ? resident : on_demand).points.push_back({s.requests_per_h, s.load->base(), name});
    marks.points.push_back({*s.break_even_requests_per_h, s.load->base(), name});
  }
  if (known.empty()) return map;
  for (const MapGroup& group : {resident, on_demand, marks})
    if (!group.points.empty()) map.groups.push_back(group);
  map.groups.push_back(break_even_line(known));
  return map;
}

Charts charts_of(const ModelAnswer& answer) {
  const plan::ModelPlan& p = answer.plan;
  Charts charts;
  if (!p.services.empty()) charts.bars.push_back(cost_chart(p));
  if (MapChart map = residency_map(p); !map.groups.empty()) charts.maps.push_back(std::move(map));
  if (answer.uncertainty != nullptr)
    for (BarChart& chart : uncertainty_charts(*answer.uncertainty)) charts.bars.push_back(std::move(chart));
  return charts;
}

}  // namespace

std::string models_page(const ModelAnswer& answer, const Trace& trace) {
  return html_page({.title = answer.inputs.name.empty() ? "Models" : answer.inputs.name,
                    .document = models_document(answer, true),
                    .charts = charts_of(answer),
                    .derivation = derivation_html(trace, answer.catalog.sources, {"usd", "hosts", "gpus"}),
                    .made_from = fmt::format("Made by planner {} from catalog {}; {}.", version(),
                                             io::content_hash(answer.catalog), randomness(answer.uncertainty))});
}

}  // namespace planner::report
