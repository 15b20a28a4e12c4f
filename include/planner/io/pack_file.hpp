#pragma once
#include <string>
#include <string_view>

#include "planner/plan/pack/plan.hpp"

namespace planner::io {

/// Reads a packing problem, in JSON where the text starts with `{`, else in the `.vbp` form of VPSolver (number of
/// resources; capacity in each; number of item types; per type its sizes and its count; one type of bin).
///
/// JSON: `{"bins": [{"id", "capacity", "cost", "available"}], "items": [{"id", "size", "count"}]}`. Capacity and size
/// are an object by resource name or a list. Numbers may have decimals or be texts with units ("512 MiB"); a resource
/// that an object leaves out is 0. `cost` (1), `available` (no limit), `count` (1) and `id` may be left out.
/// @param name how messages call the text: the file's name
/// @throws InputError with every fault found, by JSON pointer or by line and column
plan::PackInputs read_pack(std::string_view text, const std::string& name);

}  // namespace planner::io
