#pragma once
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>

#include "planner/base/units.hpp"

/// How numbers are written to JSON.
namespace planner::report {

using OrderedJson = nlohmann::ordered_json;

/// Twelve significant digits: more would differ between compilers. Whole numbers are written without a point; what is
/// not finite has no JSON and is null.
inline OrderedJson number(double value) {
  if (!std::isfinite(value)) return nullptr;
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.12g", value);
  const double rounded = std::strtod(digits, nullptr);
  const bool whole = rounded == std::round(rounded) && std::abs(rounded) < 1e15;
  return whole ? OrderedJson(std::llround(rounded)) : OrderedJson(rounded);
}
inline OrderedJson number(const std::optional<double>& value) { return value ? number(*value) : OrderedJson(nullptr); }

template <Dim D>
OrderedJson number(Quantity<D> q, Quantity<D> unit) {
  return number(q.in(unit));
}
template <Dim D>
OrderedJson number(const std::optional<Quantity<D>>& q, Quantity<D> unit) {
  return q ? number(q->in(unit)) : OrderedJson(nullptr);
}

inline OrderedJson usd_per_h(UsdPerTime usd) { return number(usd, units::usd_per_h); }
inline OrderedJson usd_per_h(const std::optional<UsdPerTime>& usd) { return number(usd, units::usd_per_h); }

/// An array with what `write` makes of each element.
template <class List, class Write>
OrderedJson array_of(const List& list, Write write) {
  OrderedJson array = OrderedJson::array();
  for (const auto& element : list) array.push_back(write(element));
  return array;
}

/// A text, or null where it is empty.
inline OrderedJson text_or_null(const std::string& text) {
  return text.empty() ? OrderedJson(nullptr) : OrderedJson(text);
}

}  // namespace planner::report
