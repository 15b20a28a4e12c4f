#include "report/numbers.hpp"

#include <fmt/format.h>

#include <cmath>

#include "planner/base/rounding.hpp"
#include "planner/io/unit_text.hpp"

namespace planner::report {
namespace {

std::string grouped(double whole) { return io::print_number(whole, 15); }

}  // namespace

std::string count_text(double count) {
  if (nearly_whole(count) || std::abs(count) >= 1000) return grouped(std::round(count));
  return fmt::format("{:.1f}", count);
}

std::string counted(double count, const std::string& thing) {
  const std::string number = count_text(count);
  return number + " " + thing + (number == "1" ? "" : "s");
}

std::string usd_text(UsdPerTime usd) {
  const double value = usd.in(units::usd_per_h);
  return std::abs(value) >= 100 ? grouped(std::round(value)) : fmt::format("{:.2f}", value);
}

std::string percent_text(double share) {
  const double percent = 100 * share;
  const bool coarse = std::abs(percent) >= 10 || nearly_whole(percent);
  return coarse ? fmt::format("{:.0f} %", percent) : fmt::format("{:.1f} %", percent);
}

std::string time_text(const std::optional<Seconds>& time) { return time ? io::print(*time, 3) : "-"; }

std::string extra_usd_text(UsdPerTime usd) { return (usd < UsdPerTime{} ? "" : "+") + usd_text(usd); }

}  // namespace planner::report
