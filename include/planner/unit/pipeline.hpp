#pragma once
#include <algorithm>
#include <vector>

#include "planner/catalog/llm.hpp"

namespace planner::unit {

/// The layers of one pipeline stage, by kind.
struct Stage {
  int index = 0, stages = 1;
  std::vector<int> layers_of_kind{};
  int layers = 0;

  [[nodiscard]] bool first() const { return index == 0; }
  [[nodiscard]] bool last() const { return index == stages - 1; }
};

/// How many layers stage `index` of `stages` holds. Left-over layers go to the last stages but one, since the first
/// and the last also hold embedding and head (vLLM, distributed/utils.py, get_pp_indices).
constexpr int layers_of_stage(int layers, int stages, int index) {
  const int from_end = stages - index;  // the last stage is 1
  return layers / stages + (from_end >= 2 && from_end < layers % stages + 2 ? 1 : 0);
}

/// Cuts a stack into stages.
inline std::vector<Stage> pipeline(const catalog::Stack& stack, int stages) {
  std::vector<Stage> cut(static_cast<std::size_t>(stages));
  auto run = stack.runs.begin();
  int used = 0;  // layers of the run that earlier stages hold
  for (int i = 0; i < stages; ++i) {
    Stage& stage = cut[static_cast<std::size_t>(i)];
    stage = {i, stages, std::vector<int>(stack.kinds.size()), layers_of_stage(stack.layers(), stages, i)};
    for (int left = stage.layers; left > 0;) {
      const int taken = std::min(left, run->layers - used);
      stage.layers_of_kind[static_cast<std::size_t>(run->kind)] += taken;
      left -= taken;
      used += taken;
      if (used < run->layers) continue;
      ++run;
      used = 0;
    }
  }
  return cut;
}

}  // namespace planner::unit
