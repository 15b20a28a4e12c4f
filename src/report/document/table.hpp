#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace planner::report {

enum class Align { left, right };

struct Column {
  std::string title;
  Align align = Align::left;
};

/// A table of texts, written for a terminal, as Markdown, HTML or CSV.
class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void row(std::vector<std::string> cells);
  [[nodiscard]] bool empty() const { return rows_.empty(); }

  /// Columns side by side, two spaces apart, without lines or colour. Where a row is wider than `width`, its last cell
  /// is wrapped under itself, words that are wider than that behind a mark such as `/`.
  [[nodiscard]] std::string text(std::size_t width = 80) const;
  [[nodiscard]] std::string markdown() const;
  /// Alignment stands in every cell: notebooks drop style sheets.
  [[nodiscard]] std::string html() const;
  /// RFC 4180, lines ended by "\n".
  [[nodiscard]] std::string csv() const;

 private:
  [[nodiscard]] std::vector<std::size_t> widths() const;
  /// The same, with texts narrowed until the table fits: the last column first, then the widest.
  [[nodiscard]] std::vector<std::size_t> widths_within(std::size_t width) const;
  [[nodiscard]] std::string html_row(const std::vector<std::string>& cells, const std::string& tag) const;
  [[nodiscard]] std::vector<std::string> titles() const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// A line of CSV, RFC 4180, ended by "\n".
std::string csv_line(const std::vector<std::string>& cells);
/// The cells of such a line.
std::vector<std::string> csv_cells(std::string_view line);

/// Characters that a UTF-8 text shows.
std::size_t shown_width(std::string_view text);

/// Breaks a text at spaces into lines of at most `width` characters; a longer word stands alone.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace planner::report
