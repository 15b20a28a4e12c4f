#pragma once
#include <string_view>

namespace planner {

/// Version of the library: `0.1.0`.
std::string_view version();

}  // namespace planner
