#include "report/compare/sweep_front.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <sstream>

#include "io/text/text_file.hpp"
#include "planner/math/pareto.hpp"
#include "report/document/json_parts.hpp"
#include "report/document/table.hpp"

namespace planner::report {
namespace {

constexpr double beyond_all = std::numeric_limits<double>::infinity();

/// The figures of a row, by the names of the front; beyond every other row where it has no answer.
std::vector<double> csv_figures(const std::vector<std::string>& cells, const Sweep& sweep) {
  const std::vector<std::string> columns = sweep_columns(sweep);
  std::vector<double> figures;
  for (const std::string& name : sweep.front) {
    const auto column = static_cast<std::size_t>(std::ranges::find(columns, name) - columns.begin());
    const bool answered = !cells[column].empty() && cells[sweep.axes.size() + 1] != "infeasible";
    figures.push_back(answered ? std::strtod(cells[column].c_str(), nullptr) : beyond_all);
  }
  return figures;
}

std::vector<double> json_figures(const OrderedJson& row, const Sweep& sweep) {
  std::vector<double> figures;
  for (const std::string& name : sweep.front) {
    const bool answered = row[name].is_number() && row["status"] != "infeasible";
    figures.push_back(answered ? row[name].get<double>() : beyond_all);
  }
  return figures;
}

std::string marked(const std::string& line, bool csv, bool on_front) {
  if (csv) {
    std::vector<std::string> cells = csv_cells(line);
    cells.back() = on_front ? "true" : "false";
    return csv_line(cells);
  }
  OrderedJson row = OrderedJson::parse(line);
  row["pareto"] = on_front;
  return row.dump() + "\n";
}

}  // namespace

void mark_front(const Sweep& sweep, const std::string& path) {
  const bool csv = is_csv(path);
  std::istringstream in(io::read_text(path, std::numeric_limits<std::size_t>::max()));
  std::string line, text;
  if (csv && std::getline(in, line)) text = line + "\n";
  std::vector<std::string> lines;
  std::vector<std::vector<double>> figures;
  for (; std::getline(in, line); lines.push_back(line))
    figures.push_back(csv ? csv_figures(csv_cells(line), sweep) : json_figures(OrderedJson::parse(line), sweep));
  const std::vector<bool> front = math::pareto_front(figures);
  for (std::size_t i = 0; i < lines.size(); ++i)
    text += marked(lines[i], csv, front[i] && figures[i].front() < beyond_all);
  io::write_text(path + ".new", text);
  std::filesystem::rename(path + ".new", path);
}

}  // namespace planner::report
