#include "io/text/csv_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "io/text/nearest.hpp"

namespace planner::io {
namespace {

constexpr std::size_t most_faults = 20;  // a file of another kind has thousands

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t comma = line.find(','); comma != std::string_view::npos; comma = line.find(',')) {
    cells.push_back(line.substr(0, comma));
    line.remove_prefix(comma + 1);
  }
  cells.push_back(line);
  return cells;
}

}  // namespace

CsvRows::CsvRows(const NamedText& source, const std::vector<std::string>& needed)
    : rest_(source.text), name_(source.name) {
  for (const std::string_view cell : cells_of(take_line())) heading_.emplace_back(cell);
  for (const std::string& column : needed)
    if (std::ranges::find(heading_, column) == heading_.end())
      faults_.push_back({name_ + ": line 1", "input.missing", "", "the heading has no column \"" + column + "\".",
                         did_you_mean(column, heading_)});
  throw_if_faulty();
}

bool CsvRows::next() {
  while (!rest_.empty()) {
    const std::string_view line = take_line();
    if (line.empty()) continue;
    cells_ = cells_of(line);
    if (cells_.size() == heading_.size()) return true;
    fault("", fmt::format("{} cells", cells_.size()), fmt::format("the heading has {}.", heading_.size()));
  }
  return false;
}

std::string_view CsvRows::text(const std::string& column) const {
  const auto it = std::ranges::find(heading_, column);
  return it == heading_.end() ? std::string_view{} : cells_[static_cast<std::size_t>(it - heading_.begin())];
}

std::int64_t CsvRows::whole(const std::string& column, std::int64_t most) {
  const std::string_view cell = text(column);
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error == std::errc{} && stop == cell.data() + cell.size() && value >= 0 && value <= most) return value;
  fault(column, fmt::format("\"{}\"", cell.substr(0, 40)), fmt::format("must be a whole number from 0 to {}.", most));
  return 0;
}

std::string CsvRows::new_name(const std::string& column) {
  std::string name(text(column));
  if (name.empty()) fault(column, "nothing", "a name is asked for.");
  if (!name.empty() && !names_.insert(name).second) fault(column, '"' + name + '"', "stands on an earlier line too.");
  return name;
}

void CsvRows::fault(const std::string& column, std::string found, std::string rule) {
  faults_.push_back({place(column), "input.syntax", std::move(found), std::move(rule), ""});
  if (faults_.size() >= most_faults) throw_if_faulty();
}

void CsvRows::throw_if_faulty() const {
  if (!faults_.empty()) throw InputError(faults_);
}

std::string CsvRows::place(const std::string& column) const {
  return fmt::format("{}: line {}{}{}", name_, line_, column.empty() ? "" : ", ", column);
}

std::string_view CsvRows::take_line() {
  ++line_;
  const std::size_t end = std::min(rest_.find('\n'), rest_.size());
  std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace planner::io
