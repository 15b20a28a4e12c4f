#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace planner::io {

struct CsvLine {
  std::size_t number = 0;  ///< of the line in the file, from 1
  std::vector<std::string> cells{};
};

/// The lines of a CSV text (RFC 4180: commas, double quotes); empty ones and those that begin with # are left out.
std::vector<CsvLine> csv_lines(std::string_view text);

}  // namespace planner::io
