#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "planner/math/placement.hpp"

/// What `plan_placement` is asked, and what it answers.
namespace planner::plan {

struct NamedNode {
  std::string name{};
  math::PlaceNode room{};
};

struct NamedPod {
  std::string name{};
  math::PlacePods need{};  ///< of this one pod
};

struct PlacementInputs {
  std::vector<NamedNode> nodes{};
  std::vector<NamedPod> pods{};
  math::PlaceEffort effort{};
};

struct PlacementPlan {
  std::vector<std::optional<math::Seat>> seats{};  ///< per pod, in the order asked; none: no node has room
  std::size_t left_out = 0;                        ///< pods without a seat
  double gpus = 0;                                 ///< of all nodes
  double gpus_asked = 0, gpus_allocated = 0;       ///< shares summed
  double gpus_bound = 0;                           ///< no placement allocates more

  [[nodiscard]] double share(double of_gpus) const { return gpus > 0.0 ? of_gpus / gpus : 0.0; }
};

}  // namespace planner::plan
