#include "planner/report/sweep.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>

#include "planner/base/error.hpp"
#include "planner/io/scenario.hpp"
#include "report/closed_form.hpp"
#include "report/json_parts.hpp"
#include "report/table.hpp"

namespace planner::report {
namespace {

/// Rows between two calls of `take`: enough to keep threads busy, few enough to lose little when interrupted.
constexpr std::size_t rows_at_once = 256, priced_at_once = 4096;

std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

std::string reason_of(const Outline& plan) { return plan.reasons.empty() ? "" : one_line(plan.reasons.front()); }

/// A value as JSON where it is some, else as text.
OrderedJson json_value(const std::string& text) {
  OrderedJson value = OrderedJson::parse(text, nullptr, false);
  return value.is_discarded() ? OrderedJson(text) : value;
}

constexpr const char* sampled_figures[] = {"usd_per_h_p10", "usd_per_h_p50", "usd_per_h_p90",
                                           "hosts_p10",     "hosts_p50",     "hosts_p90"};

bool asks_models(const Sweep& sweep) {
  const io::Sections asked = io::sections_of(sweep.text, sweep.name);
  return asked.models && !asked.sessions;
}

/// Percentiles of the plan's own design over the worlds of one point.
void add_worlds(const Sweep& sweep, const catalog::Catalog& known, const std::vector<std::string>& changes, Outline& plan) {
  const auto ask = asks_models(sweep) ? model_uncertainty : session_uncertainty;
  const plan::UncertaintyPlan worlds = ask(sweep.text, sweep.name, known, changes, *sweep.samples);
  plan::Percentiles usd, hosts;
  if (worlds.designs.empty()) {  // nothing is uncertain
    const double all_usd = figure(plan.figures, "usd_per_h"), all_hosts = figure(plan.figures, "hosts");
    usd = {all_usd, all_usd, all_usd, all_usd};
    hosts = {all_hosts, all_hosts, all_hosts, all_hosts};
  } else {
    usd = worlds.designs.front().usd;
    hosts = worlds.designs.front().hosts;
  }
  const double values[] = {usd.p10, usd.p50, usd.p90, hosts.p10, hosts.p50, hosts.p90};
  for (std::size_t i = 0; i < std::size(values); ++i) plan.figures.push_back({sampled_figures[i], values[i]});
}

}  // namespace

std::vector<std::string> sweep_figures(const Sweep& sweep) {
  std::vector<std::string> names{"usd_per_h", "hosts", "gpus"};
  if (!sweep.closed_form) names = figure_names(sweep.text, sweep.name);
  if (sweep.samples) names.insert(names.end(), std::begin(sampled_figures), std::end(sampled_figures));
  return names;
}

std::size_t Sweep::points() const {
  std::size_t product = 1;
  for (const io::Axis& axis : axes) product *= axis.values.size();
  return product;
}

std::vector<std::string> Sweep::values_at(std::size_t point) const {
  std::vector<std::string> values(axes.size());
  for (std::size_t i = axes.size(); i-- > 0; point /= axes[i].values.size())
    values[i] = axes[i].values[point % axes[i].values.size()];
  return values;
}

SweepRow sweep_row(const Sweep& sweep, std::size_t point, const catalog::Catalog& known) {
  if (sweep.closed_form) return ClosedForm(sweep, known).row(point);
  SweepRow row{point, sweep.values_at(point), {}};
  std::vector<std::string> changes = sweep.changes;
  for (std::size_t i = 0; i < sweep.axes.size(); ++i) changes.push_back(sweep.axes[i].path + "=" + row.values[i]);
  try {
    row.plan = outline_of(sweep.text, sweep.name, known, changes);
    if (sweep.samples && row.plan.status != "infeasible") add_worlds(sweep, known, changes, row.plan);
  } catch (const InputError& fault) {
    row.plan.status = "refused";
    row.plan.reasons = {to_string(fault.issues().front())};
  }
  return row;
}

void run_sweep(const Sweep& sweep, std::size_t begin, std::size_t end, const catalog::Catalog& known, int threads,
               const std::function<void(const std::vector<SweepRow>&)>& take, const RowText& text) {
  oneapi::tbb::task_arena arena(threads > 0 ? threads : oneapi::tbb::task_arena::automatic);
  oneapi::tbb::enumerable_thread_specific<std::unique_ptr<ClosedForm>> closed_form(
      [&] { return std::make_unique<ClosedForm>(sweep, known); });
  const std::size_t at_once = sweep.closed_form ? priced_at_once : rows_at_once;
  for (std::size_t first = begin; first < end; first += at_once) {
    std::vector<SweepRow> rows(std::min(at_once, end - first));
    arena.execute([&] {
      oneapi::tbb::parallel_for(std::size_t{0}, rows.size(), [&](std::size_t i) {
        rows[i] = sweep.closed_form ? closed_form.local()->row(first + i) : sweep_row(sweep, first + i, known);
        if (text) rows[i].text = text(rows[i]);
      });
    });
    take(rows);
  }
}

std::vector<std::string> sweep_columns(const Sweep& sweep) {
  std::vector<std::string> columns{"point"};
  for (const io::Axis& axis : sweep.axes) columns.push_back(axis.path);
  columns.emplace_back("status");
  for (const std::string& name : sweep.figures) columns.push_back(name);
  columns.emplace_back("reason");
  if (!sweep.front.empty()) columns.emplace_back("pareto");
  return columns;
}

std::string sweep_csv_row(const SweepRow& row, const Sweep& sweep) {
  std::vector<std::string> cells{std::to_string(row.point)};
  cells.insert(cells.end(), row.values.begin(), row.values.end());
  cells.push_back(row.plan.status);
  for (const std::string& name : sweep.figures)
    cells.push_back(row.plan.figures.empty() ? "" : fmt::format("{:.12g}", figure(row.plan.figures, name)));
  cells.push_back(reason_of(row.plan));
  if (!sweep.front.empty()) cells.emplace_back();
  return csv_line(cells);
}

std::string sweep_jsonl_row(const SweepRow& row, const Sweep& sweep) {
  OrderedJson json{{"point", row.point}};
  for (std::size_t i = 0; i < row.values.size(); ++i) json[sweep.axes[i].path] = json_value(row.values[i]);
  json["status"] = row.plan.status;
  for (const std::string& name : sweep.figures)
    json[name] = row.plan.figures.empty() ? OrderedJson(nullptr) : number(figure(row.plan.figures, name));
  json["reason"] = text_or_null(reason_of(row.plan));
  if (!sweep.front.empty()) json["pareto"] = nullptr;
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace planner::report
