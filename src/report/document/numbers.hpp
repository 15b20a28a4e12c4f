#pragma once
#include <optional>
#include <string>

#include "planner/base/units.hpp"

/// Numbers as reports print them: grouped, with as many digits as a reader can use.
namespace planner::report {

/// With so many decimals; what rounds to nothing is 0 without a sign, never -0.
std::string fixed_text(double value, int decimals);
/// The same with its sign: +3 and -3, +0.
std::string signed_text(double value, int decimals);
/// 50,000 and 1.5 (one decimal where it is not whole).
std::string count_text(double count);
/// "1 host" and "195 hosts".
std::string counted(double count, const std::string& thing);
/// 4,321 above a hundred dollars an hour, else two decimals: 9.68.
std::string usd_text(UsdPerTime usd);
std::string percent_text(double share);        ///< 12 %
std::string extra_percent_text(double share);  ///< "+12 %" and "-3 %": with its sign
/// "-" where it is unknown.
std::string time_text(const std::optional<Seconds>& time);
/// "+412" and "-35": with its sign.
std::string extra_usd_text(UsdPerTime usd);

}  // namespace planner::report
