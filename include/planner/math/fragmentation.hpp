#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "planner/math/loss_network.hpp"

/// What is lost because a replica must lie inside one host.
namespace planner::math {

/// Ways to spread free GPUs over hosts, all equally likely: the limited-availability group (Stasiak 1993, "Blocking
/// probability in a limited-availability group carrying mixture of different multichannel traffic streams"). Free GPUs
/// lie at random, as after a random choice of the host. The largest class loses most here and least in one pool
/// (`loss_occupancy`); placement by best fit lies between. Small classes gain from what the large ones lose.
class SpreadHosts {
 public:
  /// @param hosts at least 1 and at most 5,000: beyond, the numbers of ways leave the range of long double
  SpreadHosts(std::size_t hosts, std::size_t gpus_per_host)
      : hosts_(hosts), size_(gpus_per_host), all_(ways(gpus_per_host)) {}

  [[nodiscard]] std::size_t capacity() const { return hosts_ * size_; }

  /// For every number of GPUs in use: the probability that some host has room for a replica of `gpus`, at most those of
  /// a host.
  [[nodiscard]] std::vector<double> room_for(std::size_t gpus) const {
    const std::vector<long double> without = ways(gpus - 1);
    std::vector<double> room(capacity() + 1);
    for (std::size_t free = 0; free <= capacity(); ++free) {
      const long double none = free < without.size() ? without[free] / all_[free] : 0.0L;
      room[capacity() - free] = static_cast<double>(1.0L - none);
    }
    return room;
  }

 private:
  /// Ways to have `x` free GPUs with at most `most` in each host: a convolution of all-positive terms, which loses no
  /// digits where the alternating sum of the closed form does.
  [[nodiscard]] std::vector<long double> ways(std::size_t most) const {
    std::vector<long double> count{1.0L};
    for (std::size_t h = 0; h < hosts_; ++h) {
      std::vector<long double> next(count.size() + most);
      for (std::size_t x = 0; x < count.size(); ++x)
        for (std::size_t more = 0; more <= most; ++more) next[x + more] += count[x];
      count = std::move(next);
    }
    return count;
  }

  std::size_t hosts_, size_;
  std::vector<long double> all_;
};

/// Blocking per class on hosts whose free GPUs are spread at random; `spare` is not looked at.
inline std::vector<double> spread_blocking(const SpreadHosts& hosts, std::span<const LossClass> classes) {
  std::vector<std::vector<double>> room;
  for (const LossClass& c : classes) room.push_back(hosts.room_for(c.gpus));
  const auto q =
      detail::occupancy(hosts.capacity(), classes, [&](std::size_t c, std::size_t used) { return room[c][used]; });
  std::vector<double> blocking(classes.size());
  for (std::size_t c = 0; c < classes.size(); ++c)
    for (std::size_t n = 0; n < q.size(); ++n) blocking[c] += q[n] * (1.0 - room[c][n]);
  return blocking;
}

}  // namespace planner::math
