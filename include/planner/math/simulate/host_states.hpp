#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "planner/math/simulate/gpu_room.hpp"
#include "planner/math/simulate/window.hpp"

namespace planner::math::simulate {

/// Hosts of a pool and its spares while they fail and are repaired. Only those in use have room.
class HostStates {
 public:
  HostStates(int wanted, int spare, const Run& run)
      : wanted_(wanted), states_(static_cast<std::size_t>(wanted + spare), State::in_use), up_(run), too_few_(run) {}

  /// The spares stand by at first.
  void begin(GpuRoom& room) {
    up_.set(0.0, static_cast<double>(states_.size()));
    for (std::size_t h = static_cast<std::size_t>(wanted_); h < states_.size(); ++h) put(h, State::stands_by, room);
  }
  void fail(std::size_t host, GpuRoom& room, double now) {
    put(host, State::down, room);
    up_.add(now, -1.0);
    fill_up(room, now);
  }
  void repair(std::size_t host, GpuRoom& room, double now) {
    put(host, State::stands_by, room);
    up_.add(now, 1.0);
    fill_up(room, now);
  }

  [[nodiscard]] double up() { return up_.mean(); }            ///< average over time
  [[nodiscard]] double too_few() { return too_few_.mean(); }  ///< share of time with fewer in use than wanted

 private:
  enum class State : std::uint8_t { in_use, stands_by, down };

  void put(std::size_t host, State state, GpuRoom& room) {
    states_[host] = state;
    room.set_up(host, state == State::in_use);
  }

  /// Takes hosts that stand by into use, as far as there are too few.
  void fill_up(GpuRoom& room, double now) {
    auto in_use = std::count(states_.begin(), states_.end(), State::in_use);
    for (std::size_t h = 0; h < states_.size() && in_use < wanted_; ++h) {
      if (states_[h] != State::stands_by) continue;
      put(h, State::in_use, room);
      ++in_use;
    }
    too_few_.set(now, in_use < wanted_ ? 1.0 : 0.0);
  }

  std::ptrdiff_t wanted_;
  std::vector<State> states_;
  TimeAverage up_, too_few_;
};

}  // namespace planner::math::simulate
