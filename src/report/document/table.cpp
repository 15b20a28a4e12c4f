#include "report/document/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "report/document/html.hpp"

namespace planner::report {
namespace {

constexpr std::size_t gap = 2, narrowest_column = 12;

std::string padded(const std::string& cell, std::size_t width, Align align) {
  const std::string space(width - std::min(width, shown_width(cell)), ' ');
  return align == Align::right ? space + cell : cell + space;
}

void drop_trailing_spaces(std::string& line) { line.erase(line.find_last_not_of(' ') + 1); }

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

std::string csv_cell(const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  return '"' + replaced(cell, "\"", "\"\"") + '"';
}

/// The text with a gap behind the last mark that fits in each word that is wider than a column.
std::string with_gaps(std::string_view text, std::size_t width) {
  std::string gaps;
  while (!text.empty()) {
    std::size_t end = std::min(text.find(' '), text.size());
    const std::size_t mark = text.substr(0, width).find_last_of("-/._,+");
    const bool cut = shown_width(text.substr(0, end)) > width && mark < end;
    if (cut) end = mark + 1;
    gaps += std::string(text.substr(0, end)) + (end < text.size() ? " " : "");
    text.remove_prefix(std::min(cut ? end : end + 1, text.size()));
  }
  return gaps;
}

std::string joined(const std::vector<std::string>& cells, std::string_view separator) {
  return fmt::format("{}", fmt::join(cells, separator));
}

}  // namespace

std::size_t shown_width(std::string_view text) {
  // Continuation bytes of UTF-8 are 10xxxxxx.
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines{""};
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (word.empty()) continue;
    if (!lines.back().empty() && shown_width(lines.back()) + 1 + shown_width(word) > width) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + std::string(word);
  }
  return lines;
}

void Table::row(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

std::vector<std::string> Table::titles() const {
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.push_back(column.title);
  return titles;
}

std::vector<std::size_t> Table::widths() const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    widths.push_back(shown_width(columns_[c].title));
    for (const auto& row : rows_) widths[c] = std::max(widths[c], shown_width(row[c]));
  }
  return widths;
}

std::vector<std::size_t> Table::widths_within(std::size_t width) const {
  std::vector<std::size_t> found = widths();
  const auto narrow = [&](std::size_t column) {
    std::size_t all = gap * (found.size() - 1);
    for (const std::size_t w : found) all += w;
    const std::size_t spare = found[column] - std::min(found[column], narrowest_column);
    found[column] -= std::min(spare, all - std::min(all, width));
  };
  narrow(found.size() - 1);
  std::vector<std::size_t> texts;  // numbers are not cut
  for (std::size_t c = 0; c + 1 < found.size(); ++c) {
    if (columns_[c].align == Align::left) texts.push_back(c);
  }
  std::ranges::sort(texts, {}, [&](std::size_t c) { return std::pair(-static_cast<double>(found[c]), c); });
  for (const std::size_t c : texts) narrow(c);
  return found;
}

std::string Table::text(std::size_t width) const {
  const std::vector<std::size_t> column_widths = widths_within(width);
  std::string text;
  const auto write = [&](const std::vector<std::string>& cells) {
    std::vector<std::vector<std::string>> parts;
    std::size_t lines = 1;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      parts.push_back(wrapped(with_gaps(cells[c], column_widths[c]), column_widths[c]));
      lines = std::max(lines, parts.back().size());
    }
    for (std::size_t l = 0; l < lines; ++l) {
      std::string line;
      for (std::size_t c = 0; c < cells.size(); ++c) {
        const std::string part = l < parts[c].size() ? parts[c][l] : "";
        line += padded(part, column_widths[c], columns_[c].align) + std::string(gap, ' ');
      }
      drop_trailing_spaces(line);
      text += line + "\n";
    }
  };
  write(titles());
  for (const auto& row : rows_) write(row);
  return text;
}

std::string Table::markdown() const {
  std::vector<std::string> rules;
  for (const Column& column : columns_) rules.emplace_back(column.align == Align::right ? "---:" : "---");
  const auto line = [](std::vector<std::string> cells) {
    for (std::string& cell : cells) cell = replaced(in_markdown(cell), "|", "\\|");
    return "| " + joined(cells, " | ") + " |\n";
  };
  std::string text = line(titles()) + "|" + joined(rules, "|") + "|\n";
  for (const auto& row : rows_) text += line(row);
  return text;
}

std::string Table::html_row(const std::vector<std::string>& cells, const std::string& tag) const {
  std::string row = "<tr>";
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const char* align = columns_[c].align == Align::right ? "right" : "left";
    row += fmt::format("<{0} style=\"text-align:{1}\">{2}</{0}>", tag, align, escaped(cells[c]));
  }
  return row + "</tr>\n";
}

std::string Table::html() const {
  std::string text = "<table>\n<thead>" + html_row(titles(), "th") + "</thead>\n<tbody>\n";
  for (const auto& row : rows_) text += html_row(row, "td");
  return text + "</tbody>\n</table>\n";
}

std::string Table::csv() const {
  std::string text = csv_line(titles());
  for (const auto& row : rows_) text += csv_line(row);
  return text;
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) line += (i == 0 ? "" : ",") + csv_cell(cells[i]);
  return line + "\n";
}

std::vector<std::string> csv_cells(std::string_view line) {
  std::vector<std::string> cells{""};
  bool quoted = false;
  for (std::size_t i = 0; i < line.size() && (quoted || line[i] != '\n'); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      cells.back() += line[i++];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += line[i];
    }
  }
  return cells;
}

}  // namespace planner::report
