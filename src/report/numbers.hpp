#pragma once
#include <optional>
#include <string>

#include "planner/base/units.hpp"

/// Numbers as reports print them: grouped, with as many digits as a reader can use.
namespace planner::report {

/// 50,000 and 1.5 (one decimal where it is not whole).
std::string count_text(double count);
/// "1 host" and "195 hosts".
std::string counted(double count, const std::string& thing);
/// 4,321 above a hundred dollars an hour, else two decimals: 9.68.
std::string usd_text(UsdPerTime usd);
std::string percent_text(double share);  ///< 12 %
/// "-" where it is unknown.
std::string time_text(const std::optional<Seconds>& time);
/// "+412" and "-35": with its sign.
std::string extra_usd_text(UsdPerTime usd);

}  // namespace planner::report
