#include "io/text/unit_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "io/text/unit_tables.hpp"
#include "planner/io/unit_text.hpp"

namespace planner::io {
namespace {

/// `value` in a unit of this size with twelve digits, if that is all of it.
std::optional<double> exact(double value, double size) {
  const double number = std::stod(fmt::format("{:.12g}", value / size));
  return number * size == value ? std::optional(number) : std::nullopt;
}

std::optional<InUnit> exactly_in(const std::vector<double>& values, Dim dim, std::string_view unit) {
  const auto size = parse_unit(unit);
  if (unit.empty() || !size || size->dim != dim) return std::nullopt;
  InUnit result{std::string(unit), {}};
  for (const double value : values) {
    const auto number = exact(value, size->value);
    if (!number) return std::nullopt;
    result.numbers.push_back(*number);
  }
  return result;
}

/// How unwieldy the numbers are: their digits, and two more where they start with 0. or go into the ten thousands.
std::size_t unwieldiness(const InUnit& written) {
  std::size_t digits = 0;
  double most = 0;
  for (const double number : written.numbers) {
    digits += fmt::format("{}", number).size();
    most = std::max(most, std::abs(number));
  }
  return digits + (most < 1 || most >= 1e4 ? 2 : 0);
}

}  // namespace

InUnit in_shortest_unit(const std::vector<double>& values, Dim dim, std::string_view wanted) {
  if (auto as_wanted = exactly_in(values, dim, wanted)) return *as_wanted;
  const auto* ladder = std::ranges::find(tables::ladders, dim, &tables::Ladder::dim);
  if (ladder == tables::ladders.end()) return {base_unit_name(dim), values};
  if (std::ranges::all_of(values, [](double v) { return v == 0; }))
    return {std::string(ladder->example_unit()), values};
  InUnit best;
  for (const std::string_view unit : ladder->units) {
    const auto written = exactly_in(values, dim, unit);
    if (written && (best.numbers.empty() || unwieldiness(*written) < unwieldiness(best))) best = *written;
  }
  return best.numbers.empty() ? InUnit{base_unit_name(dim), values} : best;
}

}  // namespace planner::io
