#pragma once
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "planner/base/units.hpp"

/// Numbers as reasons spell them: with their unit, four significant digits.
namespace planner::plan {

inline std::string say(double x) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), std::abs(x) >= 1e4 && std::abs(x) < 1e12 ? "%.0f" : "%.4g",
                x == 0 ? 0.0 : x);  // of either sign
  return text.data();
}

inline std::string say(Bytes b) {
  const double size = std::abs(b.base());
  if (size >= units::GiB.base()) return say(b.in(units::GiB)) + " GiB";
  return size >= units::MiB.base() || size == 0 ? say(b.in(units::MiB)) + " MiB" : say(b.base()) + " bytes";
}

inline std::string say(Seconds s) {
  if (s < 1.0 * units::second) return say(s.in(units::ms)) + " ms";
  if (s < 120.0 * units::second) return say(s.in(units::second)) + " s";
  return s < 2.0 * units::hour ? say(s.in(units::minute)) + " min" : say(s.in(units::hour)) + " h";
}

inline std::string say(UsdPerTime p) { return say(p.in(units::usd_per_h)) + " USD/h"; }
inline std::string say_percent(double share) { return say(100.0 * share) + " %"; }

}  // namespace planner::plan
