#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "planner/plan/fleet.hpp"

namespace planner::io {

/// Reads the fleet that exists: `{"fleet": [{"host": ID, "hosts": N, "purpose": TEXT}]}`. The JSON of a plan has such a
/// list, so that a saved plan can be given; its other fields are not read. `purpose` may be left out; `spare_hosts` are
/// added.
/// @param hosts ids that a host may have
/// @throws InputError with every fault, by JSON pointer
std::vector<plan::HostsInUse> read_fleet(std::string_view text, const std::string& name,
                                         const std::vector<std::string>& hosts);

}  // namespace planner::io
