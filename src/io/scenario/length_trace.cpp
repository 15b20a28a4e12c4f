#include "io/scenario/length_trace.hpp"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "io/text/text_file.hpp"
#include "planner/base/error.hpp"

namespace planner::io {
namespace {

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  if (line.ends_with('\r')) line.remove_suffix(1);
  for (std::size_t comma = 0; comma != std::string_view::npos; line.remove_prefix(std::min(comma + 1, line.size()))) {
    comma = line.find(',');
    cells.push_back(line.substr(0, comma));
  }
  return cells;
}

/// Sums of one column.
struct Column {
  std::size_t index = 0;
  double count = 0, sum = 0, squares = 0;

  bool add(const std::vector<std::string_view>& cells) {
    if (index >= cells.size()) return false;
    double value = 0;
    const std::string_view cell = cells[index];
    const auto [end, fault] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (fault != std::errc{} || end != cell.data() + cell.size() || !(value >= 0 && value < 1e9)) return false;
    count += 1;
    sum += value;
    squares += value * value;
    return true;
  }
  [[nodiscard]] double mean() const { return sum / count; }
  [[nodiscard]] double scv() const { return sum > 0 ? squares * count / (sum * sum) - 1 : 0; }
};

InputError fault(const std::string& path, std::size_t line, std::string found, std::string rule) {
  return InputError({{path + ":" + std::to_string(line), "input.trace", std::move(found), std::move(rule), ""}});
}

Column column_of(const std::vector<std::string_view>& header, std::initializer_list<std::string_view> names,
                 const std::string& path) {
  for (const std::string_view name : names)
    if (const auto at = std::ranges::find(header, name); at != header.end())
      return {static_cast<std::size_t>(at - header.begin())};
  throw fault(path, 1, "the header", "a column `" + std::string(*names.begin()) + "` is asked for.");
}

}  // namespace

MeasuredLengths read_length_trace(const std::string& path) {
  const std::string text = read_text(path);
  std::string_view rest = text;
  const auto next_line = [&] {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    return line;
  };
  const std::vector<std::string_view> header = cells_of(next_line());
  Column input = column_of(header, {"num_prefill_tokens", "ContextTokens"}, path);
  Column output = column_of(header, {"num_decode_tokens", "GeneratedTokens"}, path);
  for (std::size_t number = 2; !rest.empty(); ++number) {
    const std::vector<std::string_view> cells = cells_of(next_line());
    if (!input.add(cells) || !output.add(cells))
      throw fault(path, number, "this line", "numbers of input and output tokens are asked for.");
  }
  if (input.count == 0 || input.sum == 0) throw fault(path, 2, "no requests", "at least one request is asked for.");
  constexpr auto each = units::token / units::request;
  return {input.mean() * each, output.mean() * each, std::max(input.scv(), output.scv())};
}

}  // namespace planner::io
