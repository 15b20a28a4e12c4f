#pragma once
#include <string>
#include <string_view>

#include "io/json/json_text.hpp"

namespace planner::io {

/// Parses JSON as the tools around model files write it: with comments, which are dropped, and with `Infinity`,
/// `-Infinity` and `NaN`, which become null. Throws `InputError` with the place of a fault.
Json parse_relaxed(std::string_view text, const std::string& name);

}  // namespace planner::io
