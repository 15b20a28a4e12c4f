#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "planner/math/simulate/event_queue.hpp"
#include "planner/math/simulate/gpu_room.hpp"
#include "planner/math/simulate/host_states.hpp"
#include "planner/math/simulate/idle_replicas.hpp"
#include "planner/math/simulate/load_links.hpp"
#include "planner/math/simulate/model_pool.hpp"
#include "planner/math/simulate/pool_replica.hpp"
#include "planner/math/simulate/window.hpp"

namespace planner::math::simulate {

/// One replication of a pool of models. A model is absent; or it waits for room, loads, is ready, with requests that
/// wait for it; or it leaves, and starts anew if requests came meanwhile.
class ModelPoolPlay {
 public:
  ModelPoolPlay(const ModelPool& pool, const Run& run)
      : pool_(&pool),
        run_(run),
        room_(pool.hosts + pool.spare_hosts, pool.gpus_per_host),
        idle_(pool),
        links_(pool),
        live_gpus_(run),
        claimed_gpus_(run),
        overflow_time_(run),
        hosts_(pool.hosts, pool.spare_hosts, run) {
    figures_.models.resize(pool.models.size());
    for (std::uint32_t m = 0; m < pool.models.size(); ++m) add(pool.models[m], m);
    hosts_.begin(room_);
    if (pool.failures) start_failing(*pool.failures);
  }

  PoolFigures play() {
    while (events_.next_time() < run_.end()) {
      const double now = events_.next_time();
      handle(events_.pop(), now);
    }
    for (std::size_t m = 0; m < replicas_.size(); ++m) figures_.models[m].live = replicas_[m].live.mean();
    figures_.live_gpus = live_gpus_.mean();
    figures_.claimed_gpus = claimed_gpus_.mean();
    figures_.overflow_time = overflow_time_.mean();
    figures_.hosts_up = hosts_.up();
    figures_.too_few_hosts = hosts_.too_few();
    figures_.events = events_.scheduled();
    return std::move(figures_);
  }

 private:
  enum class Kind : std::uint8_t { request, loaded, link, served, timeout, left, host_fails, host_repaired };
  /// `stamp` tells an event that was overtaken: the replica it speaks of is gone, or was used again.
  struct Event {
    Kind kind;
    std::uint32_t of;
    std::uint32_t stamp = 0;
  };
  using Phase = PoolReplica::Phase;

  void add(const PooledModel& model, std::uint32_t m) {
    replicas_.emplace_back(model, m, run_);
    events_.push(replicas_[m].gaps.draw(), {Kind::request, m});
  }

  /// Hosts have streams of their own, far from the models'.
  void start_failing(const HostFailures& failures) {
    for (std::uint32_t h = 0; h < room_.hosts(); ++h) {
      const std::uint64_t lives = (std::uint64_t{1} << 32U) + h, repairs = (std::uint64_t{2} << 32U) + h;
      lives_.emplace_back(failures.up, Stream(run_.seed, run_.replication, lives));
      repairs_.emplace_back(failures.repair, Stream(run_.seed, run_.replication, repairs));
      events_.push(lives_[h].draw(), {Kind::host_fails, h});
    }
  }

  void handle(const Event& event, double now) {
    switch (event.kind) {
      case Kind::request:
        return request(event.of, now);
      case Kind::loaded:
        if (event.stamp == replicas_[event.of].life) loaded(event.of, now);
        return;
      case Kind::link:
        if (event.stamp == links_.stamp(event.of)) link_ends(event.of, now);
        return;
      case Kind::served:
        if (event.stamp == replicas_[event.of].life) served(event.of, now);
        return;
      case Kind::timeout:
        if (event.stamp == replicas_[event.of].pauses) start_leaving(event.of, now);
        return;
      case Kind::left:
        if (event.stamp == replicas_[event.of].life) left(event.of, now);
        return;
      case Kind::host_fails:
        return host_fails(event.of, now);
      case Kind::host_repaired:
        return host_repaired(event.of, now);
    }
  }

  [[nodiscard]] const PooledModel& model(std::uint32_t m) const { return pool_->models[m]; }

  void request(std::uint32_t m, double now) {
    PoolReplica& replica = replicas_[m];
    ModelFigures& figures = figures_.models[m];
    const double observed = run_.observes(now) ? 1.0 : 0.0;
    events_.push(now + replica.gaps.draw(), {Kind::request, m});
    figures.requests += observed;
    if (replica.phase == Phase::ready) return serve(m, now, now);
    replica.arrived.push_back(now);
    if (replica.phase != Phase::absent) return;
    figures.cold += observed;
    if (line_.empty() && start_load(m, now)) return;
    figures.overflowed += observed;
    if (pool_->overflow == Overflow::lost) {
      figures.lost += observed;
      replica.arrived.clear();
    } else {
      wait_for_room(m, now);
    }
  }

  void wait_for_room(std::uint32_t m, double now) {
    replicas_[m].phase = Phase::waits_for_room;
    line_.push_back(m);
    overflow_time_.set(now, 1.0);
  }

  /// First come, first served: a small model does not overtake a large one.
  void serve_line(double now) {
    while (!line_.empty() && start_load(line_.front(), now)) line_.pop_front();
    if (line_.empty()) overflow_time_.set(now, 0.0);
  }

  bool start_load(std::uint32_t m, double now) {
    if (!room_.best_fit(model(m).gpus) && pool_->eviction != Eviction::none)
      for (const std::uint32_t victim : idle_.victims(model(m).gpus, room_)) give_up(victim, now);
    const std::optional<std::size_t> host = room_.best_fit(model(m).gpus);
    if (!host) return false;
    PoolReplica& replica = replicas_[m];
    room_.take(*host, model(m).gpus);
    replica.host = *host;
    replica.phase = Phase::loading;
    replica.uses = 0;
    replica.live.set(now, 1.0);
    live_gpus_.add(now, model(m).gpus);
    claimed_gpus_.add(now, model(m).gpus);
    replica.on_link = model(m).link != own_link && model(m).on_link > 0.0;
    if (replica.on_link) {
      const std::uint32_t link = links_.link_of(model(m), *host);
      links_.start(link, now, std::min(model(m).on_link, model(m).load), m);
      reschedule(link);
    } else {
      events_.push(now + model(m).load, {Kind::loaded, m, replica.life});
    }
    return true;
  }

  void reschedule(std::uint32_t link) { events_.push(links_.next_end(link), {Kind::link, link, links_.stamp(link)}); }

  void link_ends(std::uint32_t link, double now) {
    const std::uint32_t m = links_.finish(link, now);
    reschedule(link);
    replicas_[m].on_link = false;
    if (model(m).on_link >= model(m).load) return loaded(m, now);
    events_.push(now + model(m).load - model(m).on_link, {Kind::loaded, m, replicas_[m].life});
  }

  void loaded(std::uint32_t m, double now) {
    PoolReplica& replica = replicas_[m];
    replica.phase = Phase::ready;
    for (const double arrived : replica.arrived) serve(m, arrived, now);
    replica.arrived.clear();
  }

  void serve(std::uint32_t m, double arrived, double now) {
    PoolReplica& replica = replicas_[m];
    if (idle_.erase(m)) {
      ++replica.pauses;
      claimed_gpus_.add(now, model(m).gpus);
    }
    if (const double wait = now - arrived; wait > 0.0 && run_.observes(arrived)) {
      figures_.models[m].wait += wait;
      figures_.models[m].waits.push_back(wait);
    }
    ++replica.active;
    ++replica.uses;
    events_.push(now + replica.services.draw(), {Kind::served, m, replica.life});
  }

  void served(std::uint32_t m, double now) {
    PoolReplica& replica = replicas_[m];
    if (--replica.active > 0) return;
    idle_.insert(m, replica.host, replica.uses, now);
    claimed_gpus_.add(now, -model(m).gpus);
    ++replica.pauses;
    if (model(m).timeout < std::numeric_limits<double>::infinity())
      events_.push(now + model(m).timeout, {Kind::timeout, m, replica.pauses});
    if (pool_->eviction != Eviction::none) serve_line(now);
  }

  void start_leaving(std::uint32_t m, double now) {
    if (model(m).leaving <= 0.0) {
      give_up(m, now);
      return serve_line(now);
    }
    PoolReplica& replica = replicas_[m];
    idle_.erase(m);
    ++replica.pauses;
    replica.phase = Phase::leaving;
    claimed_gpus_.add(now, model(m).gpus);
    events_.push(now + model(m).leaving, {Kind::left, m, replica.life});
  }

  /// Requests that came meanwhile start it anew, behind those that were in line for room.
  void left(std::uint32_t m, double now) {
    claimed_gpus_.add(now, -model(m).gpus);
    room_.release(replicas_[m].host, model(m).gpus);
    leave(m, now);
    const bool asked = !replicas_[m].arrived.empty();
    if (asked) wait_for_room(m, now);
    serve_line(now);
    if (!asked || !run_.observes(now)) return;
    figures_.models[m].cold += 1.0;
    if (replicas_[m].phase == Phase::waits_for_room) figures_.models[m].overflowed += 1.0;
  }

  /// An idle replica's end.
  void give_up(std::uint32_t m, double now) {
    PoolReplica& replica = replicas_[m];
    idle_.erase(m);
    ++replica.pauses;
    room_.release(replica.host, model(m).gpus);
    leave(m, now);
  }

  void leave(std::uint32_t m, double now) {
    PoolReplica& replica = replicas_[m];
    replica.phase = Phase::absent;
    replica.active = 0;
    ++replica.life;
    replica.live.set(now, 0.0);
    live_gpus_.add(now, -model(m).gpus);
  }

  void host_fails(std::uint32_t h, double now) {
    for (std::uint32_t m = 0; m < replicas_.size(); ++m)
      if (replicas_[m].holds_gpus() && replicas_[m].host == h) break_off(m, now);
    hosts_.fail(h, room_, now);
    events_.push(now + repairs_[h].draw(), {Kind::host_repaired, h});
    serve_line(now);
  }

  void break_off(std::uint32_t m, double now) {
    PoolReplica& replica = replicas_[m];
    if (run_.observes(now)) figures_.models[m].lost += replica.active;
    if (replica.phase == Phase::loading && replica.on_link) {
      const std::uint32_t link = links_.link_of(model(m), replica.host);
      replica.on_link = false;
      links_.abort(link, now, m);
      reschedule(link);
    }
    const bool was_idle = idle_.erase(m);
    if (!was_idle) claimed_gpus_.add(now, -model(m).gpus);
    ++replica.pauses;
    leave(m, now);
    if (!replica.arrived.empty()) wait_for_room(m, now);
  }

  void host_repaired(std::uint32_t h, double now) {
    hosts_.repair(h, room_, now);
    events_.push(now + lives_[h].draw(), {Kind::host_fails, h});
    serve_line(now);
  }

  const ModelPool* pool_;
  Run run_;
  GpuRoom room_;
  IdleReplicas idle_;
  LoadLinks links_;
  std::vector<PoolReplica> replicas_;
  std::vector<Source> lives_, repairs_;  // of hosts
  std::deque<std::uint32_t> line_;       // models that wait for room
  TimeAverage live_gpus_, claimed_gpus_, overflow_time_;
  HostStates hosts_;
  EventQueue<Event> events_;
  PoolFigures figures_;
};

}  // namespace planner::math::simulate
