#include "report/document/numbers.hpp"

#include <fmt/format.h>

#include <cmath>

#include "planner/base/rounding.hpp"
#include "planner/io/unit_text.hpp"

namespace planner::report {
namespace {

std::string grouped(double whole) { return io::print_number(whole, 15); }

std::string with_sign(const std::string& number) { return number.front() == '-' ? number : "+" + number; }

}  // namespace

std::string fixed_text(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  const bool nothing = text.front() == '-' && text.find_first_not_of("-0.") == std::string::npos;
  return nothing ? text.substr(1) : text;
}

std::string signed_text(double value, int decimals) { return with_sign(fixed_text(value, decimals)); }

std::string count_text(double count) {
  if (nearly_whole(count) || std::abs(count) >= 1000) return grouped(std::round(count));
  return fixed_text(count, 1);
}

std::string counted(double count, const std::string& thing) {
  const std::string number = count_text(count);
  return number + " " + thing + (number == "1" ? "" : "s");
}

std::string usd_text(UsdPerTime usd) {
  const double value = usd.in(units::usd_per_h);
  return std::abs(value) >= 100 ? grouped(std::round(value)) : fixed_text(value, 2);
}

std::string percent_text(double share) {
  const double percent = 100 * share;
  const bool coarse = std::abs(percent) >= 10 || nearly_whole(percent);
  return fixed_text(percent, coarse ? 0 : 1) + " %";
}

std::string extra_percent_text(double share) { return with_sign(percent_text(share)); }

std::string time_text(const std::optional<Seconds>& time) { return time ? io::print(*time, 3) : "-"; }

std::string extra_usd_text(UsdPerTime usd) { return with_sign(usd_text(usd)); }

}  // namespace planner::report
