#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "planner/math/simulate/event_queue.hpp"
#include "planner/math/simulate/law.hpp"
#include "planner/math/simulate/window.hpp"

/// Servers that customers of several classes share, with or without a queue: the systems of Erlang, Engset, Kaufman and
/// Roberts.
namespace planner::math::simulate {

struct CustomerClass {
  Law gaps;  ///< between arrivals; with finite sources, of each source from its last answer to its next request
  Law service;
  int size = 1;     ///< servers that a customer takes at the same time
  int sources = 0;  ///< customers that there are; 0: any number
};

struct ServiceSystem {
  std::vector<CustomerClass> classes;
  int servers = 1;
  bool queues = false;      ///< first come, first served, however large; else who finds no room is lost
  double late_after = 0.0;  ///< the wait above which a customer counts as late
  int watched = 0;          ///< `within` is the share of time with at most so many customers, waiting or in service
};

struct CustomerFigures {
  double arrivals = 0.0, blocked = 0.0;  ///< counts; blocked: found too few servers free
  double late = 0.0, wait = 0.0;         ///< customers whose wait was above `late_after`; sum of waits
  double in_service = 0.0;               ///< customers, average over time
  [[nodiscard]] double blocked_share() const { return blocked / arrivals; }
  [[nodiscard]] double late_share() const { return late / arrivals; }
  [[nodiscard]] double mean_wait() const { return wait / arrivals; }
};

struct ServiceFigures {
  std::vector<CustomerFigures> classes;
  double busy = 0.0, waiting = 0.0;  ///< servers and customers, averages over time
  double within = 0.0;               ///< share of time with at most `watched` customers
  std::uint64_t events = 0;
};

/// One replication of a service system. Figures of waits are of the customers whose wait ended while observed.
class ServicePlay {
 public:
  ServicePlay(const ServiceSystem& system, const Run& run)
      : system_(&system), run_(run), free_(system.servers), busy_(run), waiting_time_(run), within_(run) {
    within_.set(0.0, system.watched >= 0 ? 1.0 : 0.0);
    for (std::size_t c = 0; c < system.classes.size(); ++c) {
      const CustomerClass& of = system.classes[c];
      gaps_.emplace_back(of.gaps, Stream(run.seed, run.replication, 2 * c));
      services_.emplace_back(of.service, Stream(run.seed, run.replication, 2 * c + 1));
      in_service_.emplace_back(run);
      for (int s = 0; s < std::max(1, of.sources); ++s) schedule_arrival(c, 0.0);
    }
    figures_.classes.resize(system.classes.size());
  }

  ServiceFigures play() {
    while (events_.next_time() < run_.end()) {
      const double now = events_.next_time();
      const Event event = events_.pop();
      event.arrives ? arrive(event.of, now) : leave(event.of, now);
    }
    for (std::size_t c = 0; c < in_service_.size(); ++c) figures_.classes[c].in_service = in_service_[c].mean();
    figures_.busy = busy_.mean();
    figures_.waiting = waiting_time_.mean();
    figures_.within = within_.mean();
    figures_.events = events_.scheduled();
    return figures_;
  }

 private:
  struct Event {
    std::uint32_t of;
    bool arrives;
  };
  struct Customer {
    std::uint32_t of;
    double arrived;
  };

  [[nodiscard]] const CustomerClass& class_of(std::size_t c) const { return system_->classes[c]; }
  void schedule_arrival(std::size_t c, double now) {
    events_.push(now + gaps_[c].draw(), {static_cast<std::uint32_t>(c), true});
  }

  void arrive(std::uint32_t c, double now) {
    CustomerFigures& figures = figures_.classes[c];
    const bool endless = class_of(c).sources == 0, room = waiting_.empty() && free_ >= class_of(c).size;
    if (endless) schedule_arrival(c, now);
    if (run_.observes(now)) {
      figures.arrivals += 1.0;
      if (!room) figures.blocked += 1.0;
    }
    if (room) {
      count(now, 1);
      serve({c, now}, now);
    } else if (system_->queues) {
      waiting_.push_back({c, now});
      waiting_time_.add(now, 1.0);
      count(now, 1);
    } else if (!endless) {
      schedule_arrival(c, now);
    }
  }

  void serve(const Customer& customer, double now) {
    const double wait = now - customer.arrived;
    CustomerFigures& figures = figures_.classes[customer.of];
    if (run_.observes(now)) {
      figures.wait += wait;
      if (wait > system_->late_after) figures.late += 1.0;
    }
    take(customer.of, now, class_of(customer.of).size);
    events_.push(now + services_[customer.of].draw(), {customer.of, false});
  }

  void leave(std::uint32_t c, double now) {
    take(c, now, -class_of(c).size);
    count(now, -1);
    if (class_of(c).sources > 0) schedule_arrival(c, now);
    while (!waiting_.empty() && class_of(waiting_.front().of).size <= free_) {
      const Customer next = waiting_.front();
      waiting_.pop_front();
      waiting_time_.add(now, -1.0);
      serve(next, now);
    }
  }

  void count(double now, int customers) {
    present_ += customers;
    within_.set(now, present_ <= system_->watched ? 1.0 : 0.0);
  }

  void take(std::size_t c, double now, int servers) {
    free_ -= servers;
    busy_.add(now, servers);
    in_service_[c].add(now, servers > 0 ? 1.0 : -1.0);
  }

  const ServiceSystem* system_;
  Run run_;
  int free_, present_ = 0;
  EventQueue<Event> events_;
  std::vector<Source> gaps_, services_;
  std::deque<Customer> waiting_;
  std::vector<TimeAverage> in_service_;
  TimeAverage busy_, waiting_time_, within_;
  ServiceFigures figures_;
};

}  // namespace planner::math::simulate
