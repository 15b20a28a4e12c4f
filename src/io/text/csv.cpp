#include "io/text/csv.hpp"

#include <algorithm>

namespace planner::io {
namespace {

/// Takes one cell off the front of `rest`, with the comma or the line's end behind it.
std::string next_cell(std::string_view& rest, bool& last) {
  std::string cell;
  bool quoted = false;
  std::size_t i = 0;
  for (; i < rest.size(); ++i) {
    const char c = rest[i];
    if (c == '"') {
      if (quoted && i + 1 < rest.size() && rest[i + 1] == '"')
        cell += rest[++i];
      else
        quoted = !quoted;
    } else if (!quoted && (c == ',' || c == '\n')) {
      break;
    } else if (c != '\r') {
      cell += c;
    }
  }
  last = i >= rest.size() || rest[i] == '\n';
  rest.remove_prefix(std::min(rest.size(), i + 1));
  return cell;
}

}  // namespace

std::vector<CsvLine> csv_lines(std::string_view text) {
  std::vector<CsvLine> lines;
  for (std::size_t number = 1; !text.empty();) {
    CsvLine line{.number = number};
    const std::string_view before = text;
    for (bool last = false; !last;) line.cells.push_back(next_cell(text, last));
    const std::string_view read = before.substr(0, before.size() - text.size());
    number += static_cast<std::size_t>(std::ranges::count(read, '\n'));
    const bool empty = line.cells.size() == 1 && line.cells.front().empty();
    if (!empty && !read.starts_with('#')) lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace planner::io
