#pragma once
#include "planner/base/rounding.hpp"
#include "planner/base/units.hpp"

namespace planner::unit {

/// What PyTorch's caching allocator counts as allocated for one tensor: sizes are rounded to 512 bytes, large tensors
/// come in segments of whole 2 MiB, and a remainder of up to 1 MiB stays with the tensor.
/// Source: c10/cuda/CUDACachingAllocator.cpp (kMinBlockSize, kMinLargeAlloc, kRoundLarge, should_split).
inline Bytes torch_allocated(Bytes size) {
  using namespace units;
  const Bytes rounded = whole_up(size.in(512.0 * byte)) * (512.0 * byte);
  if (rounded < 10.0 * MiB) return rounded;  // cut from shared segments
  const Bytes segment = whole_up(rounded.in(2.0 * MiB)) * (2.0 * MiB);
  return segment - rounded <= 1.0 * MiB ? segment : rounded;
}

}  // namespace planner::unit
