#pragma once
#include <string>

#include "planner/base/error.hpp"

namespace planner::report {

/// The faults of an input for a program: `{"issues": [{"where", "code", "found", "rule", "hint"}]}`.
std::string issues_json(const InputError& fault);

}  // namespace planner::report
