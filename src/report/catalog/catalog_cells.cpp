#include "report/catalog/catalog_cells.hpp"

#include "planner/io/unit_text.hpp"

namespace planner::report {
namespace {

constexpr int shown_digits = 8;  // catalog numbers are shown as published, not rounded for reading

std::string number_text(const OrderedJson& number) { return io::print_number(number.get<double>(), shown_digits); }

std::string with_unit(const std::string& number, const OrderedJson& fact) {
  const std::string unit = fact.value("unit", "1");
  return unit == "1" ? number : number + " " + unit;
}

/// How a step into a list is named: by the id of the element, else by its number.
std::string step_name(const OrderedJson& element, std::size_t index) {
  for (const char* key : {"id", "name", "mode"})
    if (element.is_object() && element.contains(key)) return element[key].get<std::string>();
  return std::to_string(index);
}

void collect(const OrderedJson& node, const std::string& path, std::vector<EntryNumber>& into) {
  const auto below = [&](const std::string& name) { return path.empty() ? name : path + "." + name; };
  if (is_fact(node)) {
    into.push_back({path, &node});
  } else if (node.is_object()) {
    for (const auto& [name, child] : node.items()) collect(child, below(name), into);
  } else if (node.is_array()) {
    for (std::size_t i = 0; i < node.size(); ++i) collect(node[i], below(step_name(node[i], i)), into);
  }
}

}  // namespace

bool is_fact(const OrderedJson& value) {
  return value.is_object() && value.contains("unit") && (value.contains("value") || value.contains("typical"));
}

bool is_known(const OrderedJson& fact) {
  return fact.contains("value") || !fact["typical"].is_null() || fact.contains("low") || fact.contains("high");
}

std::string fact_text(const OrderedJson& fact) {
  if (fact.contains("value")) return with_unit(number_text(fact["value"]), fact);
  return fact["typical"].is_null() ? "unknown" : with_unit(number_text(fact["typical"]), fact);
}

std::string fact_range(const OrderedJson& fact) {
  const bool low = fact.contains("low"), high = fact.contains("high");
  if (low && high) return number_text(fact["low"]) + " to " + number_text(fact["high"]);
  if (low) return "from " + number_text(fact["low"]);
  return high ? "up to " + number_text(fact["high"]) : "";
}

std::string cell_text(const OrderedJson& value) {
  if (is_fact(value)) return fact_text(value);
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_number()) return number_text(value);
  std::string text;
  if (value.is_array())
    for (const OrderedJson& item : value) text += (text.empty() ? "" : ", ") + cell_text(item);
  return text;
}

std::string cell_at(const OrderedJson& entry, std::string_view path) {
  const OrderedJson* node = &entry;
  for (std::string_view rest = path; !rest.empty();) {
    const auto end = std::min(rest.find('.'), rest.size());
    const auto it = node->find(std::string(rest.substr(0, end)));
    if (it == node->end()) return "";
    node = &*it;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return path == "year" ? node->dump() : cell_text(*node);  // years have no separators
}

std::vector<EntryNumber> numbers_of(const OrderedJson& entry) {
  std::vector<EntryNumber> numbers;
  collect(entry, "", numbers);
  return numbers;
}

Table table_of(const std::vector<PathColumn>& columns, const std::vector<OrderedJson>& rows) {
  std::vector<Column> titles;
  for (const PathColumn& column : columns) titles.push_back({std::string(column.title), column.align});
  Table table(titles);
  for (const OrderedJson& row : rows) {
    std::vector<std::string> cells;
    for (const PathColumn& column : columns) cells.push_back(cell_at(row, column.path));
    table.row(cells);
  }
  return table;
}

}  // namespace planner::report
