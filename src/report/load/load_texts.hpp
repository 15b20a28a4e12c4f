#pragma once
#include <string>
#include <string_view>

#include "planner/plan/load/plan.hpp"

/// Words of a start, for people.
namespace planner::report {

std::string_view start_text(plan::StartKind kind);        ///< "caches of an earlier start"
std::string_view place_text(catalog::WeightPlace place);  ///< "the local NVMe disk"
std::string stage_text(unit::LoadStep step);              ///< "read weights"
std::string_view limit_text(unit::LoadLimit limit);       ///< "PCIe"

}  // namespace planner::report
