#include "planner/math/simulate/loss_play.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <map>

#include "planner/math/fragmentation.hpp"
#include "planner/math/simulate/replicate.hpp"

using namespace planner::math;
using namespace planner::math::simulate;

namespace {

std::vector<Interval> play(const LossPlay& question) {
  return replicate({.count = 20, .confidence = 0.999},
                   [&](std::uint64_t replication) { return played_blocking(question, 7, replication); });
}

const std::vector<LossClass> four_sizes{{8, 1}, {4, 2}, {3, 4}, {2, 8}};

/// Best fit on two hosts as a Markov chain, solved by iteration: replicas of one GPU and of two, by host. Returns the
/// shares of time without room for each of them.
class TwoHosts {
 public:
  TwoHosts(int gpus, double small_load, double large_load) : gpus_(gpus), loads_{small_load, large_load} {
    share_[{0, 0, 0, 0}] = 1;
    for (int step = 0; step < 4000; ++step) advance();
  }
  [[nodiscard]] double blocking(int size) const {
    double sum = 0;
    for (const auto& [state, p] : share_) sum += best(state, size) < 0 ? p : 0;
    return sum;
  }

 private:
  using State = std::array<int, 4>;  ///< small and large replicas of the first host, then of the second

  [[nodiscard]] int free(const State& s, int host) const {
    const auto h = static_cast<std::size_t>(2 * host);
    return gpus_ - s[h] - 2 * s[h + 1];
  }
  [[nodiscard]] int best(const State& s, int size) const {
    int found = -1;
    for (int h = 0; h < 2; ++h)
      if (free(s, h) >= size && (found < 0 || free(s, h) < free(s, found))) found = h;
    return found;
  }
  static State with(State s, int host, int size, int change) {
    s[static_cast<std::size_t>(2 * host + size - 1)] += change;
    return s;
  }

  /// One step of the chain that is looked at twenty times per mean stay (uniformisation).
  void advance() {
    constexpr double rate = 20;
    std::map<State, double> next;
    for (const auto& [state, p] : share_) {
      double leaving = 0;
      const auto move = [&](const State& to, double at) { next[to] += p * at / rate, leaving += at; };
      for (int size = 1; size <= 2; ++size) {
        if (const int host = best(state, size); host >= 0)
          move(with(state, host, size, 1), loads_[static_cast<std::size_t>(size - 1)]);
        for (int host = 0; host < 2; ++host)
          if (const int live = state[static_cast<std::size_t>(2 * host + size - 1)]; live > 0)
            move(with(state, host, size, -1), live);
      }
      next[state] += p * (1 - leaving / rate);
    }
    share_ = std::move(next);
  }

  int gpus_;
  std::array<double, 2> loads_;
  std::map<State, double> share_{};
};

}  // namespace

TEST_CASE("one host that is played loses what Kaufman and Roberts say", "[loss]") {
  const auto played = play({.hosts = 1, .gpus_per_host = 64, .classes = four_sizes});
  const auto q = loss_occupancy(64, four_sizes);
  for (std::size_t c = 0; c < 4; ++c) CHECK(played[c].holds(loss_blocking(q, four_sizes[c])));
}

TEST_CASE("best fit on two hosts that is played loses what its Markov chain says", "[loss]") {
  const TwoHosts chain(3, 2.0, 1.2);
  const auto played = play({.hosts = 2, .gpus_per_host = 3, .classes = {{2.0, 1}, {1.2, 2}}});
  CHECK(played[0].holds(chain.blocking(1)));
  CHECK(played[1].holds(chain.blocking(2)));
}

TEST_CASE("best fit loses more of the largest than a pool, and less than a random spread", "[loss]") {
  const auto played = play({.hosts = 8, .gpus_per_host = 8, .classes = four_sizes});
  CHECK(played[3].lower() > loss_blocking(loss_occupancy(64, four_sizes), four_sizes[3]));
  CHECK(played[3].upper() < spread_blocking(SpreadHosts(8, 8), four_sizes)[3]);
}
