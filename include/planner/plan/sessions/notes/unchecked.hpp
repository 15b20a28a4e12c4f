#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "planner/plan/say.hpp"
#include "planner/plan/sessions/notes/chosen.hpp"
#include "planner/plan/sessions/notes/host_limits_unknown.hpp"
#include "planner/plan/sessions/question/session_facts.hpp"

/// Constraints of the chosen plan that could not be checked, because nobody has published the number, and the value from
/// which each would matter.
namespace planner::plan::sessions {

namespace detail {

/// What one more session costs where hosts are filled with the class alone.
inline UsdPerTime usd_per_session(const Chosen& c) { return c.offer.host.price / c.candidate().alone.sessions; }

/// Without a curve the p99 of a start is unknown: say what it would cost to be safe.
inline std::optional<Unknown> start_p99(const Chosen& c) {
  const Candidate& candidate = c.candidate();
  if (!c.session().start_within || candidate.start.p99 || candidate.warm) return std::nullopt;
  if (!candidate.start.p50)
    return c.unknown("how long a start takes", "above " + say(*c.session().start_within) + " it needs a warm pool");
  const WarmPool pool = warm_pool_of(c.q.policy(), c.session(), {*candidate.start.p50, ""}, c.pool_class.sessions,
                                     c.offer.base.hosts);
  return c.unknown("p99 of a start: no curve under load is published",
                   say(*c.session().start_within) + "; a warm pool of " + say(pool.sessions) +
                       " sessions would then keep the promise, for about " + say(pool.sessions * usd_per_session(c)));
}

/// Starts per second of a host filled with the class.
inline double starts_per_second(const Chosen& c) {
  return c.candidate().alone.sessions / c.session().lifetime.base();
}

inline std::optional<Unknown> start_rate(const Chosen& c) {
  const catalog::StartFacts& facts = c.boundary.start;
  const auto ceiling =
      unit::start_ceiling(facts, start_kind(c.q, c.boundary), c.offer.host.host->vcpus.value(), 0.0);
  const double needed = starts_per_second(c);
  if (ceiling || (facts.rate_seen.known() && facts.rate_seen.value().base() >= needed)) return std::nullopt;
  const std::string seen = facts.rate_seen.known()
                               ? "only " + say(facts.rate_seen.value().base()) + " /s in a single loop were seen"
                               : "no rate is published";
  return c.unknown("starts per second that a host can carry: " + seen,
                   "a ceiling below " + say(needed) + " /s on " + c.offer.host.host->id);
}

/// CPU-seconds per start at which CPU would become what binds a host filled with the class.
inline std::optional<Unknown> start_cpu(const Chosen& c) {
  const Candidate& candidate = c.candidate();
  if (candidate.cpu.churn) return std::nullopt;
  const double free = candidate.limits[Resource::cpu] / candidate.alone.sessions - candidate.cpu.work.base();
  const Seconds lifetime = c.session().lifetime;
  const double slack = std::max(0.0, free * lifetime.base());
  const double per_second = 1.0 / (lifetime.base() * candidate.cpu.work.base());
  const bool binds = candidate.alone.binding == Resource::cpu;
  return c.unknown("CPU-seconds of one start",
                   binds ? "the first one: each 0.1 vCPU-seconds per start ask for " + say_percent(0.1 * per_second) +
                               " more hosts"
                         : say(slack) + " vCPU-seconds per start");
}

/// Processes and threads per session at which the process limit would bind.
inline std::optional<Unknown> processes(const Chosen& c) {
  const double limit = c.candidate().limits[Resource::processes];
  if (limit == no_limit) return std::nullopt;
  return c.unknown("processes and threads of a session",
                   say(whole_down(limit / c.candidate().alone.sessions)) + " per session, all counted");
}

/// A loss that is published against the bare host only is an upper bound of that against a container.
inline std::optional<Unknown> container_loss(const Chosen& c) {
  const catalog::Work work = c.session().work;
  const catalog::CpuLoss& loss = c.boundary.loss_for(work);
  const bool against_host = c.boundary.kernel != catalog::Kernel::shared && loss.baseline == catalog::LossBaseline::host;
  if (!against_host || unit::measured_container_loss(yardstick(c.q.catalog), work)) return std::nullopt;
  return c.unknown("CPU that a plain container loses against the bare host for this work",
                   "the first share: losses are published against the host and used as they are, at most too high");
}

inline std::optional<Unknown> vgpu_reserve(const Chosen& c) {
  const auto& gpu = c.candidate().gpu;
  if (!gpu || gpu->path != catalog::GpuPath::vgpu || c.q.catalog.gpu_sharing.vgpu_reserve.known()) return std::nullopt;
  return c.unknown("GPU memory that a vGPU keeps for itself",
                   say(gpu->memory_had - gpu->memory) + ", then the session needs a larger slice");
}

inline std::optional<Unknown> scrub(const Chosen& c) {
  const auto& gpu = c.candidate().gpu;
  if (!gpu || c.q.policy().gpu_scrub) return std::nullopt;
  const double ten_seconds = c.session().concurrent.base() * gpu->share * (10.0 / c.session().lifetime.base());
  return c.unknown("time to scrub a GPU between two sessions", "each 10 s hold " + say(ten_seconds) + " more GPUs");
}

}  // namespace detail

inline std::vector<Unknown> unchecked(const Chosen& c) {
  std::vector<Unknown> list;
  for (auto* const check : {&detail::start_p99, &detail::start_rate, &detail::start_cpu, &detail::processes,
                            &detail::container_loss, &detail::vgpu_reserve, &detail::scrub})
    if (auto unknown = check(c)) list.push_back(std::move(*unknown));
  for (Unknown& unknown : host_limits_unknown(c)) list.push_back(std::move(unknown));
  return list;
}

}  // namespace planner::plan::sessions
