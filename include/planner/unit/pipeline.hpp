#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "planner/catalog/llm.hpp"

namespace planner::unit {

inline constexpr std::size_t most_kinds = 256;

/// The layers of one pipeline stage, by kind.
struct Stage {
  int index = 0, stages = 1;
  std::array<int, most_kinds> layers_of_kind{};
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
  auto layer = stack.order.begin();
  for (int i = 0; i < stages; ++i) {
    Stage& stage = cut[static_cast<std::size_t>(i)];
    stage.index = i;
    stage.stages = stages;
    stage.layers = layers_of_stage(stack.layers(), stages, i);
    for (int k = 0; k < stage.layers; ++k) ++stage.layers_of_kind[*layer++];
  }
  return cut;
}

}  // namespace planner::unit
