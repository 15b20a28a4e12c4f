#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "planner/math/loss_network.hpp"
#include "planner/math/simulate/event_queue.hpp"
#include "planner/math/simulate/gpu_room.hpp"
#include "planner/math/simulate/random.hpp"

namespace planner::math::simulate {

/// A loss system with hosts: Poisson starts, exponential stays of mean 1, best fit; a start without room is lost. What
/// best fit leaves between the two ends of math/fragmentation.hpp has no closed form.
struct LossPlay {
  int hosts = 1, gpus_per_host = 8;
  std::vector<LossClass> classes{};                  ///< `spare` is not looked at
  std::uint64_t warm_up = 10'000, starts = 100'000;  ///< starts of all classes before counting, and counted
};

/// One replication of a loss system.
class LossPlayer {
 public:
  LossPlayer(const LossPlay& play, std::uint64_t seed, std::uint64_t replication)
      : classes_(play.classes),
        room_(play.hosts, play.gpus_per_host),
        arrivals_(seed, replication, 0),
        kinds_(seed, replication, 1),
        stays_(seed, replication, 2) {
    for (const LossClass& c : classes_) load_ += c.load;
  }

  /// The next start; returns whether it found room.
  bool start(std::size_t& of_class) {
    now_ += exponential(arrivals_) / load_;
    while (departures_.next_time() <= now_) {
      const Departure gone = departures_.pop();
      room_.release(gone.host, gone.gpus);
    }
    of_class = drawn_class();
    const double leaves = now_ + exponential(stays_);  // drawn either way: lost starts must not shift the others
    const int gpus = static_cast<int>(classes_[of_class].gpus);
    const auto host = room_.best_fit(gpus);
    if (!host) return false;
    room_.take(*host, gpus);
    departures_.push(leaves, {static_cast<std::uint32_t>(*host), gpus});
    return true;
  }

 private:
  struct Departure {
    std::uint32_t host;
    int gpus;
  };

  static double exponential(Stream& stream) { return -std::log(stream.uniform()); }

  std::size_t drawn_class() {
    double at = kinds_.uniform() * load_;
    std::size_t c = 0;
    while (at > classes_[c].load && c + 1 < classes_.size()) at -= classes_[c++].load;
    return c;
  }

  std::vector<LossClass> classes_;
  GpuRoom room_;
  Stream arrivals_, kinds_, stays_;
  EventQueue<Departure> departures_{};
  double load_ = 0, now_ = 0;
};

/// Share of the starts of each class that are lost in one replication.
inline std::vector<double> played_blocking(const LossPlay& play, std::uint64_t seed, std::uint64_t replication) {
  LossPlayer player(play, seed, replication);
  std::vector<double> offered(play.classes.size()), lost(play.classes.size());
  std::size_t c = 0;
  for (std::uint64_t i = 0; i < play.warm_up; ++i) player.start(c);
  for (std::uint64_t i = 0; i < play.starts; ++i) {
    const bool found_room = player.start(c);
    offered[c] += 1, lost[c] += found_room ? 0 : 1;
  }
  for (std::size_t k = 0; k < lost.size(); ++k) lost[k] = offered[k] > 0 ? lost[k] / offered[k] : 0.0;
  return lost;
}

}  // namespace planner::math::simulate
