#include "planner/io/sweep.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "planner/base/error.hpp"

namespace planner::io {
namespace {

constexpr double most_values = 1e6;

/// A number and what follows it: "512MiB" is 512 and "MiB".
struct Numeral {
  double value = 0;
  std::string unit{};
  bool valid = false;
};

Numeral numeral(const std::string& text) {
  Numeral n;
  const char* end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, n.value);
  n.valid = fault == std::errc{} && std::isfinite(n.value);
  n.unit = n.valid ? std::string(stop, end) : "";
  if (n.unit.starts_with(' ')) n.unit.erase(0, 1);
  constexpr std::pair<const char*, double> multiples[]{{"k", 1e3}, {"M", 1e6}, {"G", 1e9}};
  for (const auto& [letter, size] : multiples) {
    if (n.unit != letter) continue;
    n.value *= size;
    n.unit.clear();
  }
  return n;
}

[[noreturn]] void refuse(const std::string& text, const std::string& rule) {
  throw InputError({{"--vary " + text, "input.vary", "", rule,
                     "Write it like sessions.classes.0.concurrent=10k:100k:10k or hosts=a,b,c."}});
}

/// The parts of a text between separators that stand outside brackets and quotes.
std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts{""};
  int depth = 0;
  bool quoted = false;
  for (const char c : text) {
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == '[' || c == '{')) ++depth;
    if (!quoted && (c == ']' || c == '}')) --depth;
    if (c == separator && depth == 0 && !quoted) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::string value_text(double value, const std::string& unit) {
  return fmt::format("{:.12g}{}{}", value, unit.empty() ? "" : " ", unit);
}

/// The number of values from `first` to `last`; below 1 where the step does not lead there.
double count_of(double first, double last, double step, bool multiplies) {
  const double steps = multiplies ? std::log(last / first) / std::log(step) : (last - first) / step;
  return std::isfinite(steps) ? std::floor(steps + 1e-6) + 1 : 0;
}

std::vector<std::string> range_values(const std::string& text, std::vector<std::string> parts) {
  const bool multiplies = parts[2].starts_with('*');
  if (multiplies) parts[2].erase(0, 1);
  const Numeral first = numeral(parts[0]), last = numeral(parts[1]), step = numeral(parts[2]);
  if (!first.valid || !last.valid || !step.valid) refuse(text, "a range is first:last:step, in numbers.");
  if (first.unit != last.unit || step.unit != (multiplies ? "" : first.unit))
    refuse(text, "first, last and step of a range are in the same unit; a factor has none.");
  const double count = count_of(first.value, last.value, step.value, multiplies);
  if (count < 1) refuse(text, "the step does not lead from the first value to the last.");
  if (count > most_values) refuse(text, "a range has at most 1,000,000 values.");
  std::vector<std::string> values;
  for (double i = 0; i < count; ++i) {
    const double value = multiplies ? first.value * std::pow(step.value, i) : first.value + i * step.value;
    values.push_back(value_text(value, first.unit));
  }
  return values;
}

/// One value of a list, with its thousands written out.
std::string list_value(const std::string& text) {
  const Numeral n = numeral(text);
  return n.valid && n.unit.empty() ? value_text(n.value, "") : text;
}

}  // namespace

Axis read_axis(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
    refuse(text, "what varies is path=values.");
  Axis axis{text.substr(0, equals), {}};
  const std::string values = text.substr(equals + 1);
  const std::vector<std::string> range = split(values, ':');
  if (range.size() == 3 && numeral(range[0]).valid) {
    axis.values = range_values(text, range);
  } else {
    for (const std::string& value : split(values, ',')) axis.values.push_back(list_value(value));
  }
  return axis;
}

Shard read_shard(const std::string& text) {
  Shard shard;
  const auto slash = text.find('/');
  const Numeral part = numeral(text.substr(0, slash));
  const Numeral parts = numeral(slash == std::string::npos ? "" : text.substr(slash + 1));
  const bool whole = part.valid && parts.valid && part.unit.empty() && parts.unit.empty() &&
                     part.value == std::floor(part.value) && parts.value == std::floor(parts.value);
  if (!whole || part.value < 1 || part.value > parts.value || parts.value > most_values) {
    throw InputError(
        {{"--shard", "input.shard", '"' + text + '"', "a shard is i/n with 1 <= i <= n.", "Write it like 2/8."}});
  }
  shard.part = static_cast<std::size_t>(part.value);
  shard.parts = static_cast<std::size_t>(parts.value);
  return shard;
}

}  // namespace planner::io
