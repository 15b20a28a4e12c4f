#pragma once
#include <string>
#include <utility>

#include "golden/json_diff.hpp"
#include "planner/base/units.hpp"

/// The numbers of a plan's JSON, by their place.
namespace golden {

/// What a number is in base units, by the unit in its name.
inline double in_base_units(const std::string& name, double value) {
  using namespace planner::units;
  const std::pair<const char*, double> suffixes[] = {{"usd_per_h", usd_per_h.base()},
                                                     {"usd_per_session_h", usd_per_h.base()},
                                                     {"usd_per_host_h", usd_per_h.base()},
                                                     {"_mib", MiB.base()},
                                                     {"_gib", GiB.base()},
                                                     {"_gib_per_gpu", GiB.base()},
                                                     {"_per_h", 1 / hour.base()},
                                                     {"/kw", kW.base()},
                                                     {"/kw_per_host", kW.base()}};
  for (const auto& [suffix, unit] : suffixes)
    if (name.ends_with(suffix)) return value * unit;
  return value;
}

/// A name as part of a JSON pointer (RFC 6901).
inline std::string in_pointer(const std::string& name) {
  std::string text;
  for (const char c : name) text += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return text;
}

/// Calls `check(pointer, value in base units)` for every number below.
template <class Check>
void for_each_number(const Json& node, const std::string& pointer, const Check& check) {
  if (node.is_number()) check(pointer, in_base_units(pointer, node.get<double>()));
  if (!node.is_structured()) return;
  for (const auto& [name, child] : node.items()) for_each_number(child, pointer + "/" + in_pointer(name), check);
}

}  // namespace golden
