#include "planner/report/sweep.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <utility>

#include "planner/base/error.hpp"
#include "planner/io/scenario.hpp"
#include "report/compare/closed_form.hpp"
#include "report/document/json_parts.hpp"
#include "report/document/table.hpp"

namespace planner::report {
namespace {

/// Points of a block where they are priced by closed form: enough to make handing them over cheap, few enough to lose
/// little when interrupted. A plan that is searched for is a block of its own.
constexpr std::size_t priced_at_once = 256;
constexpr std::size_t blocks_per_thread = 4;  // under way at the same time: threads find work while one writes

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

std::string cell_text(std::optional<double> value) { return value ? fmt::format("{:.12g}", *value) : ""; }

constexpr const char* sampled_figures[] = {"usd_per_h_p10", "usd_per_h_p50", "usd_per_h_p90",
                                           "hosts_p10",     "hosts_p50",     "hosts_p90"};

bool asks_models(const Sweep& sweep) {
  const io::Sections asked = io::sections_of(sweep.text, sweep.name);
  return asked.models && !asked.sessions;
}

/// Percentiles of the plan's own design over the worlds of one point.
void add_worlds(const Sweep& sweep, const catalog::Catalog& known, const std::vector<std::string>& changes,
                Outline& plan) {
  const auto ask = asks_models(sweep) ? model_uncertainty : session_uncertainty;
  const plan::UncertaintyPlan worlds = ask(sweep.text, sweep.name, known, changes, *sweep.samples);
  plan::Percentiles usd, hosts;
  if (worlds.designs.empty()) {  // nothing is uncertain
    const double all_usd = *figure(plan.figures, "usd_per_h"), all_hosts = *figure(plan.figures, "hosts");
    usd = {all_usd, all_usd, all_usd, all_usd};
    hosts = {all_hosts, all_hosts, all_hosts, all_hosts};
  } else {
    usd = worlds.designs.front().usd;
    hosts = worlds.designs.front().hosts;
  }
  const double values[] = {usd.p10, usd.p50, usd.p90, hosts.p10, hosts.p50, hosts.p90};
  for (std::size_t i = 0; i < std::size(values); ++i) plan.figures.push_back({sampled_figures[i], values[i]});
}

/// A wrong path is a fault of the sweep, not of each of its points: it shows at the first value.
void check_path(const Sweep& sweep, const io::Axis& axis, const catalog::Catalog& known) {
  std::vector<std::string> changes = sweep.changes;
  changes.push_back(axis.path + "=" + axis.values.front());
  try {
    if (asks_models(sweep)) {
      io::read_model_scenario(sweep.text, sweep.name, known, changes);
    } else {
      io::read_session_scenario(sweep.text, sweep.name, known, changes);
    }
  } catch (const InputError& fault) {
    for (Issue issue : fault.issues()) {
      const bool of_path = issue.where == "--set " + changes.back();
      if (of_path) issue.where = "--vary " + axis.path;
      if (of_path || issue.code == "input.unknown_field") throw InputError({issue});
    }
  }
}

void check_axes(const Sweep& sweep, const catalog::Catalog& known) {
  for (const io::Axis& axis : sweep.axes) {
    if (std::ranges::count(sweep.axes, axis.path, &io::Axis::path) > 1)
      throw InputError({{"--vary " + axis.path, "input.vary", "", "each path is varied once.",
                         "Give all of its values in one --vary."}});
    check_path(sweep, axis, known);
  }
}

void check_samples(const Sweep& sweep) {
  check(*sweep.samples);
  if (sweep.closed_form)
    throw InputError({{"--closed-form", "input.sweep", "with --samples",
                       "points are in many worlds, or priced without a search.", "Leave one of the two out."}});
}

/// The figures that its rows have, by closed form and with samples or without.
std::vector<std::string> figures_of(const Sweep& sweep) {
  std::vector<std::string> names{"usd_per_h", "hosts", "gpus"};
  if (!sweep.closed_form) names = figure_names(sweep.text, sweep.name);
  if (sweep.samples) names.insert(names.end(), std::begin(sampled_figures), std::end(sampled_figures));
  return names;
}

void add_row(SweepRow row, const RowText& text, SweepBlock& block) {
  ++block.points;
  block.infeasible += row.plan.status == "infeasible" ? 1 : 0;
  block.refused += row.plan.status == "refused" ? 1 : 0;
  if (text) {
    block.text += text(row);
  } else {
    block.rows.push_back(std::move(row));
  }
}

}  // namespace

void make_ready(Sweep& sweep, const catalog::Catalog& known) {
  for (io::Axis& axis : sweep.axes) axis.path = io::whole_path(sweep.text, sweep.name, axis.path);
  check_axes(sweep, known);
  if (sweep.samples) check_samples(sweep);
  sweep.figures = figures_of(sweep);
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
               const std::function<void(SweepBlock&)>& take, const RowText& text) {
  using oneapi::tbb::filter_mode, oneapi::tbb::flow_control, oneapi::tbb::make_filter;
  oneapi::tbb::task_arena arena(threads > 0 ? threads : oneapi::tbb::task_arena::automatic);
  oneapi::tbb::enumerable_thread_specific<ClosedForm> closed_form([&] { return ClosedForm(sweep, known); });
  const std::size_t at_once = sweep.closed_form ? priced_at_once : 1;
  std::size_t upcoming = begin;
  const auto next = [&](flow_control& flow) {
    if (upcoming >= end) flow.stop();
    return std::exchange(upcoming, upcoming + at_once);
  };
  const auto answered = [&](std::size_t first) {
    SweepBlock block;
    for (std::size_t point = first; point < std::min(first + at_once, end); ++point)
      add_row(sweep.closed_form ? closed_form.local().row(point) : sweep_row(sweep, point, known), text, block);
    return block;
  };
  const auto in_order =
      make_filter<void, std::size_t>(filter_mode::serial_in_order, next) &
      make_filter<std::size_t, SweepBlock>(filter_mode::parallel, answered) &
      make_filter<SweepBlock, void>(filter_mode::serial_in_order, [&](SweepBlock block) { take(block); });
  arena.execute([&] {
    oneapi::tbb::parallel_pipeline(blocks_per_thread * static_cast<std::size_t>(arena.max_concurrency()), in_order);
  });
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
  for (const std::string& name : sweep.figures) cells.push_back(cell_text(figure(row.plan.figures, name)));
  cells.push_back(reason_of(row.plan));
  if (!sweep.front.empty()) cells.emplace_back();
  return csv_line(cells);
}

std::string sweep_jsonl_row(const SweepRow& row, const Sweep& sweep) {
  OrderedJson json{{"point", row.point}};
  for (std::size_t i = 0; i < row.values.size(); ++i) json[sweep.axes[i].path] = json_value(row.values[i]);
  json["status"] = row.plan.status;
  for (const std::string& name : sweep.figures) json[name] = number(figure(row.plan.figures, name));
  json["reason"] = text_or_null(reason_of(row.plan));
  if (!sweep.front.empty()) json["pareto"] = nullptr;
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace planner::report
