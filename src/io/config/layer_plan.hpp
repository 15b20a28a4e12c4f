#pragma once
#include <vector>

#include "io/config/family.hpp"
#include "io/config/fields.hpp"

namespace planner::io {

/// How the tokens of a layer see each other.
enum class Mixing { none, all, sliding, chunked, recurrent, all_and_recurrent };
/// What follows in the layer.
enum class Feed { none, mlp, experts };

struct LayerPlan {
  std::vector<Mixing> mixing{};
  std::vector<Feed> feed{};
};

/// Which layer is what, from whatever field the family writes it in. One entry per layer.
LayerPlan read_layer_plan(const Fields& config, const Family& family, int layers);

/// Routed experts per layer; 0: a dense model.
int expert_count(const Fields& config);

}  // namespace planner::io
