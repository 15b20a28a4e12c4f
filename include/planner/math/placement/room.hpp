#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "planner/math/placement/problem.hpp"

namespace planner::math::placement {

/// What is free on a node.
class Room {
 public:
  explicit Room(const PlaceNode& node)
      : cpu_(node.cpu), memory_(node.memory), gpus_(node.gpus), model_(node.model), free_share_(node.gpus * whole_gpu) {
    std::fill_n(free_.begin(), gpus_, whole_gpu);
    count();
  }

  [[nodiscard]] std::int64_t cpu() const { return cpu_; }
  [[nodiscard]] std::int64_t memory() const { return memory_; }
  [[nodiscard]] int free_share() const { return free_share_; }

  [[nodiscard]] bool fits(const PlacePods& pod) const {
    if (pod.cpu > cpu_ || pod.memory > memory_) return false;
    if (pod.gpus == 0) return true;
    return (pod.share == whole_gpu ? whole_ >= pod.gpus : largest_ >= pod.share) && will_do(pod);
  }

  /// The share that stays free beside a pod that fits, on the GPU that it would use.
  [[nodiscard]] int gap(const PlacePods& pod) const {
    return pod.gpus == 0 ? 0 : free_[tightest(pod.share)] - pod.share;
  }

  /// Seats a pod that fits, each share on the GPU with the least room for it; returns its GPUs as bits.
  std::uint32_t seat(const PlacePods& pod) {
    cpu_ -= pod.cpu;
    memory_ -= pod.memory;
    free_share_ -= pod.gpu_share();
    std::uint32_t used = 0;
    for (int n = 0; n < pod.gpus; ++n) {
      const std::size_t gpu = tightest(pod.share);
      free_[gpu] -= pod.share;
      used |= std::uint32_t{1} << gpu;
    }
    count();
    return used;
  }

 private:
  [[nodiscard]] bool will_do(const PlacePods& pod) const {
    return pod.models.empty() || std::find(pod.models.begin(), pod.models.end(), model_) != pod.models.end();
  }
  /// What `fits` asks for most often.
  void count() {
    whole_ = static_cast<int>(std::count(free_.begin(), free_.begin() + gpus_, whole_gpu));
    largest_ = gpus_ == 0 ? 0 : *std::max_element(free_.begin(), free_.begin() + gpus_);
  }
  [[nodiscard]] std::size_t tightest(int share) const {
    std::size_t best = free_.size();
    for (std::size_t g = 0; g < static_cast<std::size_t>(gpus_); ++g)
      if (free_[g] >= share && (best == free_.size() || free_[g] < free_[best])) best = g;
    return best;
  }

  std::int64_t cpu_, memory_;
  int gpus_, model_, free_share_;
  int whole_ = 0, largest_ = 0;  // GPUs that are free as a whole; the largest free share
  std::array<int, most_gpus_per_node> free_{};
};

}  // namespace planner::math::placement
