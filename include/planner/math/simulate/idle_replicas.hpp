#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "planner/math/simulate/gpu_room.hpp"
#include "planner/math/simulate/model_pool.hpp"

namespace planner::math::simulate {

/// The replicas that nobody uses, in the order in which they would be evicted.
class IdleReplicas {
 public:
  explicit IdleReplicas(const ModelPool& pool)
      : pool_(&pool), priority_(pool.models.size()), host_(pool.models.size()) {}

  void insert(std::uint32_t m, std::size_t host, std::uint32_t uses, double now) {
    const PooledModel& model = pool_->models[m];
    host_[m] = host;
    priority_[m] = pool_->eviction == Eviction::cost_aware ? clock_ + uses * model.cold_cost / model.gpus : now;
    order_.insert({priority_[m], m});
  }
  /// Whether it was idle.
  bool erase(std::uint32_t m) { return order_.erase({priority_[m], m}) > 0; }

  /// Those to evict so that one host has `gpus` free, least priority first: on the first host that can be freed in this
  /// order. Nothing where none can.
  std::vector<std::uint32_t> victims(int gpus, const GpuRoom& room) {
    std::vector<int> free(room.hosts());
    for (std::size_t h = 0; h < free.size(); ++h) free[h] = room.free(h);
    for (const auto& [priority, m] : order_) {
      free[host_[m]] += pool_->models[m].gpus;
      if (free[host_[m]] < gpus) continue;
      clock_ = priority;
      return on(host_[m], gpus - room.free(host_[m]));
    }
    return {};
  }

 private:
  [[nodiscard]] std::vector<std::uint32_t> on(std::size_t host, int gpus) const {
    std::vector<std::uint32_t> chosen;
    for (const auto& [priority, m] : order_) {
      if (gpus <= 0) break;
      if (host_[m] != host) continue;
      chosen.push_back(m);
      gpus -= pool_->models[m].gpus;
    }
    return chosen;
  }

  const ModelPool* pool_;
  std::vector<double> priority_;
  std::vector<std::size_t> host_;
  std::set<std::pair<double, std::uint32_t>> order_;
  double clock_ = 0.0;  // priority of the last victim: what has not been used since then has aged by it
};

}  // namespace planner::math::simulate
