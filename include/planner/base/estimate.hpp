#pragma once
#include <optional>

namespace planner {

/// A number that is not known exactly: low, typical and high over sources and set-ups (what we do not know), never the
/// spread of repeated runs. An absent part is unknown: nothing is guessed in its place.
template <class T>
struct Estimate {
  std::optional<T> low{}, typical{}, high{};

  static constexpr Estimate exactly(T value) { return {value, value, value}; }
  [[nodiscard]] constexpr bool known() const { return typical.has_value(); }
  /// The typical value; call only where `known()`.
  [[nodiscard]] constexpr T value() const { return *typical; }
  [[nodiscard]] constexpr T low_or_typical() const { return low ? *low : *typical; }
  [[nodiscard]] constexpr T high_or_typical() const { return high ? *high : *typical; }
  friend constexpr bool operator==(const Estimate&, const Estimate&) = default;
};

}  // namespace planner
