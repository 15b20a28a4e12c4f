#pragma once
#include <cstddef>
#include <optional>
#include <vector>

namespace planner::math::simulate {

/// Free GPUs of equal hosts. A replica lies in one host; the host with the least room for it is taken (best fit).
class GpuRoom {
 public:
  GpuRoom(int hosts, int gpus_per_host)
      : per_host_(gpus_per_host), free_(static_cast<std::size_t>(hosts), gpus_per_host) {}

  [[nodiscard]] std::optional<std::size_t> best_fit(int gpus) const {
    std::optional<std::size_t> best;
    for (std::size_t h = 0; h < free_.size(); ++h)
      if (free_[h] >= gpus && (!best || free_[h] < free_[*best])) best = h;
    return best;
  }
  [[nodiscard]] int free(std::size_t host) const { return free_[host]; }
  [[nodiscard]] std::size_t hosts() const { return free_.size(); }
  void take(std::size_t host, int gpus) { free_[host] -= gpus; }
  void release(std::size_t host, int gpus) { free_[host] += gpus; }
  /// A host that fails is empty before and has no room until it is repaired.
  void set_up(std::size_t host, bool up) { free_[host] = up ? per_host_ : 0; }

 private:
  int per_host_;
  std::vector<int> free_;
};

}  // namespace planner::math::simulate
