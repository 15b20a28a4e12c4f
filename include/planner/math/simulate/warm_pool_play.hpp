#pragma once
#include <cstdint>
#include <deque>

#include "planner/math/simulate/event_queue.hpp"
#include "planner/math/simulate/law.hpp"
#include "planner/math/simulate/window.hpp"
#include "planner/math/warm_pool.hpp"

/// Sessions come and go; each is taken from a warm pool, which orders a replacement for it.
namespace planner::math::simulate {

struct WarmPoolSystem {
  Law gaps;      ///< between starts
  Law refill;    ///< from order to ready
  Law lifetime;  ///< of a session, from the moment it is handed out
  int size = 1;  ///< sessions kept ready
  PoolMiss miss = PoolMiss::served_cold;
  int alive =
      0;  ///< sessions at the start, each with a whole life before it: as if settled where lives are exponential
};

struct WarmPoolFigures {
  double starts = 0.0, misses = 0.0;  ///< counts; misses found the pool empty
  double wait = 0.0;                  ///< sum over starts, where misses wait
  double idle = 0.0, alive = 0.0;     ///< sessions ready, sessions handed out: averages over time
  std::uint64_t events = 0;
  [[nodiscard]] double miss_share() const { return misses / starts; }
};

/// One replication. A miss that is served cold is handed out a boot of its own later, which nobody waits in line for.
class WarmPoolPlay {
 public:
  WarmPoolPlay(const WarmPoolSystem& system, const Run& run)
      : system_(&system),
        run_(run),
        gaps_(system.gaps, Stream(run.seed, run.replication, 0)),
        refills_(system.refill, Stream(run.seed, run.replication, 1)),
        lifetimes_(system.lifetime, Stream(run.seed, run.replication, 2)),
        idle_(run),
        alive_(run) {
    idle_.set(0.0, system.size);
    for (int n = 0; n < system.alive; ++n) hand_out(0.0, 0.0);
    events_.push(gaps_.draw(), Event::start);
  }

  WarmPoolFigures play() {
    while (events_.next_time() < run_.end()) {
      const double now = events_.next_time();
      switch (events_.pop()) {
        case Event::start:
          start(now);
          break;
        case Event::refill:
          refill(now);
          break;
        case Event::booted:
          hand_out(now, now);
          break;
        case Event::end:
          alive_.add(now, -1.0);
      }
    }
    figures_.idle = idle_.mean();
    figures_.alive = alive_.mean();
    figures_.events = events_.scheduled();
    return figures_;
  }

 private:
  enum class Event : std::uint8_t { start, refill, booted, end };

  void start(double now) {
    events_.push(now + gaps_.draw(), Event::start);
    const bool empty = idle_.value() <= 0.0;
    if (run_.observes(now)) {
      figures_.starts += 1.0;
      if (empty) figures_.misses += 1.0;
    }
    if (empty && system_->miss == PoolMiss::served_cold) {
      events_.push(now + refills_.draw(), Event::booted);
      return;
    }
    events_.push(now + refills_.draw(), Event::refill);
    if (empty) {
      waiting_.push_back(now);
    } else {
      idle_.add(now, -1.0);
      hand_out(now, now);
    }
  }

  void refill(double now) {
    if (waiting_.empty()) {
      idle_.add(now, 1.0);
      return;
    }
    hand_out(waiting_.front(), now);
    waiting_.pop_front();
  }

  void hand_out(double asked, double now) {
    if (run_.observes(asked)) figures_.wait += now - asked;
    alive_.add(now, 1.0);
    events_.push(now + lifetimes_.draw(), Event::end);
  }

  const WarmPoolSystem* system_;
  Run run_;
  Source gaps_, refills_, lifetimes_;
  TimeAverage idle_, alive_;
  EventQueue<Event> events_;
  std::deque<double> waiting_;  // when each asked
  WarmPoolFigures figures_;
};

}  // namespace planner::math::simulate
