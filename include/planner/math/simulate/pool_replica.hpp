#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "planner/math/simulate/law.hpp"
#include "planner/math/simulate/model_pool.hpp"
#include "planner/math/simulate/window.hpp"

namespace planner::math::simulate {

/// A model of a pool while it is played, and its replica where it has one.
struct PoolReplica {
  enum class Phase : std::uint8_t { absent, waits_for_room, loading, ready, leaving };

  /// Streams 2 m and 2 m + 1 are the m-th model's.
  PoolReplica(const PooledModel& model, std::size_t m, const Run& run)
      : gaps(model.gaps, Stream(run.seed, run.replication, 2 * m)),
        services(model.service, Stream(run.seed, run.replication, 2 * m + 1)),
        live(run) {}

  [[nodiscard]] bool holds_gpus() const { return phase >= Phase::loading; }

  Source gaps, services;
  TimeAverage live;
  Phase phase = Phase::absent;
  std::size_t host = 0;
  bool on_link = false;           // of a load: it uses its link
  int active = 0;                 // requests in service
  std::uint32_t life = 0;         // grows when the replica is gone
  std::uint32_t uses = 0;         // requests of this life
  std::uint32_t pauses = 0;       // grows when it falls idle and when it is used again
  std::vector<double> arrived{};  // requests that wait for it
};

}  // namespace planner::math::simulate
