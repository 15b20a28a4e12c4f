#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

/// Pods onto nodes that are given: each pod on one node with its CPU and memory, whole GPUs to itself or a share of one
/// GPU. Where the nodes cannot hold all pods, as much GPU as possible is allocated.
namespace planner::math {

/// Shares are thousandths of a GPU, as Kubernetes schedulers count them.
inline constexpr int whole_gpu = 1000;
inline constexpr int most_gpus_per_node = 16;

struct PlaceNode {
  std::int64_t cpu = 0, memory = 0;  ///< any unit, the pods' own
  int gpus = 0;                      ///< at most `most_gpus_per_node`
  int model = 0;                     ///< of its GPUs, any number
};

/// `count` equal pods. A share below `whole_gpu` is of one GPU and may lie beside other shares; whole GPUs are
/// exclusive.
struct PlacePods {
  std::int64_t cpu = 0, memory = 0;
  int gpus = 0;
  int share = whole_gpu;      ///< of each GPU; below `whole_gpu` only where `gpus` is 1
  std::vector<int> models{};  ///< GPU models that will do; empty: any
  std::int64_t count = 1;
  /// Thousandths of GPUs that one pod takes.
  [[nodiscard]] int gpu_share() const { return gpus * share; }
};

struct PlaceProblem {
  std::vector<PlaceNode> nodes;
  std::vector<PlacePods> pods;
};

/// Where one pod runs: `gpus` has bit g set for each GPU g of the node that it uses.
struct Seat {
  std::size_t node = 0;
  std::uint32_t gpus = 0;
};

/// The seats of the pods of each class, at most `count` of them; who has none found no room on any node.
struct Placement {
  std::vector<std::vector<Seat>> seats;
  std::int64_t allocated = 0;  ///< thousandths of GPUs
  std::int64_t pods = 0;       ///< that have a seat
};

}  // namespace planner::math
