#include <algorithm>

#include "planner/report/sweep.hpp"
#include "report/document/document.hpp"
#include "report/document/figures.hpp"

namespace planner::report {
namespace {

/// The last two steps of a path: enough to tell the axes of a sweep apart.
std::string short_path(const std::string& path) {
  const auto last = path.rfind('.');
  const auto before = last == std::string::npos || last == 0 ? last : path.rfind('.', last - 1);
  return before == std::string::npos ? path : path.substr(before + 1);
}

Table rows_table(const Sweep& sweep, const std::vector<SweepRow>& rows) {
  std::vector<Column> columns;
  for (const io::Axis& axis : sweep.axes) columns.push_back({short_path(axis.path)});
  for (const std::string& name : sweep.figures) {
    if (!name.starts_with("warm") && !name.starts_with("headroom")) columns.push_back({spoken(name), Align::right});
  }
  columns.push_back({"status"});
  Table table(columns);
  for (const SweepRow& row : rows) {
    std::vector<std::string> cells = row.values;
    for (const std::string& name : sweep.figures) {
      if (name.starts_with("warm") || name.starts_with("headroom")) continue;
      cells.push_back(figure_text(name, figure(row.plan.figures, name)));
    }
    cells.push_back(row.plan.status);
    table.row(cells);
  }
  return table;
}

/// What is said of points that have figures, or why others have none, each once.
std::vector<std::string> reasons_of(const std::vector<SweepRow>& rows, bool with_figures) {
  std::vector<std::string> reasons;
  for (const SweepRow& row : rows) {
    if (row.plan.figures.empty() == with_figures) continue;
    for (const std::string& reason : row.plan.reasons) {
      if (std::ranges::find(reasons, reason) == reasons.end()) reasons.push_back(reason);
    }
  }
  return reasons;
}

Document document_of(const Sweep& sweep, const std::vector<SweepRow>& rows) {
  Document document;
  document.table(rows_table(sweep, rows));
  document.section("Without a plan", reasons_of(rows, false));
  document.section("Notes", reasons_of(rows, true));
  return document;
}

}  // namespace

std::string sweep_table(const Sweep& sweep, const std::vector<SweepRow>& rows) {
  return document_of(sweep, rows).text();
}

std::string sweep_markdown(const Sweep& sweep, const std::vector<SweepRow>& rows) {
  return document_of(sweep, rows).markdown();
}

}  // namespace planner::report
