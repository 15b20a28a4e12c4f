#pragma once
#include <string>
#include <string_view>

#include "planner/plan/pack/plan.hpp"

/// The two forms of a packing problem.
namespace planner::io {

plan::PackInputs read_vbp(std::string_view text, const std::string& name);
plan::PackInputs read_pack_json(std::string_view text, const std::string& name);

}  // namespace planner::io
