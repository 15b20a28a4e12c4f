#pragma once
#include <string>
#include <string_view>

#include "planner/plan/placement/plan.hpp"

namespace planner::io {

/// A text and how messages call it: the file's name.
struct NamedText {
  std::string_view text;
  std::string name;
};

/// Reads nodes and pods from comma-separated text with a heading line, in the columns of the openb trace (Alibaba,
/// 2023); columns of other names are passed over.
///
/// Nodes: `sn`, `cpu_milli`, `memory_mib`, `gpu` (how many, up to 16), `model` (may be missing).
/// Pods: `name`, `cpu_milli`, `memory_mib`, `num_gpu`, `gpu_milli` (of each GPU; below 1000 only of a single one),
/// `gpu_spec` (models that will do, parted by `|`; empty or missing: any).
/// @throws InputError with the faults found, at most twenty, by file and line
plan::PlacementInputs read_placement(const NamedText& nodes, const NamedText& pods);

}  // namespace planner::io
