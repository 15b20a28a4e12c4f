#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "io/json/record_writer.hpp"
#include "report/document/table.hpp"

/// Texts of catalog entries as the catalog's files have them (JSON).
namespace planner::report {

using io::OrderedJson;

/// Whether the object is a number with its unit and sources.
bool is_fact(const OrderedJson& value);
/// "47 MiB", "unknown".
std::string fact_text(const OrderedJson& fact);
/// "44.9 to 70.4"; empty where there is no range.
std::string fact_range(const OrderedJson& fact);
/// Anything in a cell: a number with its unit, a word, yes or no, a list.
std::string cell_text(const OrderedJson& value);
/// The value under a path of names (`memory.fixed`), in a cell; empty where there is none.
std::string cell_at(const OrderedJson& entry, std::string_view path);

/// A number of an entry and where it stands: `memory.fixed`, `sharing.template.fixed`.
struct EntryNumber {
  std::string path;
  const OrderedJson* fact;
};
/// All numbers of an entry, in its order.
std::vector<EntryNumber> numbers_of(const OrderedJson& entry);
/// Whether anybody has published it, at least a bound.
bool is_known(const OrderedJson& fact);

/// A column of a table over objects: its title and the path to what it shows.
struct PathColumn {
  std::string_view title, path;
  Align align = Align::left;
};
Table table_of(const std::vector<PathColumn>& columns, const std::vector<OrderedJson>& rows);

}  // namespace planner::report
