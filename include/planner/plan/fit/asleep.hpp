#pragma once
#include <optional>

#include "planner/plan/fit/plan.hpp"
#include "planner/plan/fit/setup.hpp"

namespace planner::plan {

/// What an engine asleep leaves on each of its cards: the CUDA context, allocations beside the allocator (buffers of
/// communication among them), CUDA graphs. vLLM frees weights and cache, which alone lie in the memory that it can
/// unmap (vllm/device_allocator/cumem.py). Nothing where a part of it is not published.
inline std::optional<Bytes> kept_asleep(const FitSetup& setup, const FitPlan& fit) {
  if (fit.unpublished.non_torch || fit.unpublished.graphs) return std::nullopt;
  const StageFit& s = fit.stages.front();
  return setup.context + s.non_torch + s.graphs;
}

}  // namespace planner::plan
