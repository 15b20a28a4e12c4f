#pragma once
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "planner/base/error.hpp"
#include "planner/io/placement_file.hpp"

namespace planner::io {

/// Reads comma-separated lines by the names of their columns; cells hold no commas and no quotes. Faults are collected.
class CsvRows {
 public:
  /// Throws InputError where the heading lacks a column of `needed`.
  CsvRows(const NamedText& source, const std::vector<std::string>& needed);

  /// Moves to the next line that is not empty; false after the last.
  bool next();

  /// The cell of this line; empty where the column is missing.
  [[nodiscard]] std::string_view text(const std::string& column) const;
  /// A whole number from 0 to `most`; 0 where the cell is faulty.
  std::int64_t whole(const std::string& column, std::int64_t most);
  /// A name that no line before had.
  std::string new_name(const std::string& column);

  void fault(const std::string& column, std::string found, std::string rule);
  void throw_if_faulty() const;

 private:
  [[nodiscard]] std::string place(const std::string& column) const;
  [[nodiscard]] std::string_view take_line();

  std::string_view rest_;
  std::string name_;
  std::size_t line_ = 0;
  std::vector<std::string> heading_;
  std::vector<std::string_view> cells_;
  std::set<std::string, std::less<>> names_;
  std::vector<Issue> faults_;
};

}  // namespace planner::io
