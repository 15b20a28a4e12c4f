#pragma once
#include <optional>
#include <string>

#include "planner/plan/sessions/candidates/candidate.hpp"
#include "planner/plan/sessions/candidates/host_room.hpp"
#include "planner/plan/sessions/packing/lending.hpp"
#include "planner/plan/sessions/question/session_facts.hpp"
#include "planner/unit/gpu_session.hpp"
#include "planner/unit/start_latency.hpp"

/// One class behind one boundary on one host type.
namespace planner::plan::sessions {

namespace detail {

/// Memory that one session takes for certain; the rest of what it was promised is lent where the boundary allows it.
inline void take_memory(const Question& q, const auto& risk, std::size_t i, const catalog::Boundary& b,
                        Candidate& c) {
  const catalog::HostReserve& reserve = reserve_of(q);
  const Bytes overhead = reserve.counts_pods()
                             ? unit::overhead_beyond_reserve(c.memory.overhead, b.kernel, reserve) + reserve.per_pod
                             : c.memory.overhead.total();
  c.use.lends = c.memory.lends && risk.has_law(i);
  c.use.promised = (overhead + c.memory.own).base();
  c.use.certain = c.use.lends ? overhead.base() : c.use.promised;
  c.use.least = c.use.lends ? c.use.certain + risk.least(i) : c.use.promised;
  const double room = c.limits[Resource::memory];
  c.use.amounts[Resource::memory] =
      c.use.lends ? linear_charge(room, risk.most_alone(i, room, c.use.certain)) : c.use.certain;
}

/// Starts on a host that holds `sessions` of the class and replaces each when it ends.
inline unit::StartLoad start_load(const SessionClass& c, const catalog::Host& host, double sessions) {
  return {sessions / c.lifetime, sessions, host.vcpus.value()};
}

inline void take_cpu(const Question& q, std::size_t i, const catalog::Boundary& b, const catalog::Host& host,
                     double concurrent_starts, Candidate& c) {
  const SessionClass& session = q.session(i);
  const auto start = unit::start_cpu(b.start, start_kind(q, b), host.vcpus.value(), concurrent_starts);
  c.cpu = unit::session_cpu(session.vcpu, c.cpu_loss, start, session.lifetime);
  c.use.amounts[Resource::cpu] = c.cpu.known().base();
}

/// Where a ceiling was measured, each session takes its share of the most that the host could keep starting.
inline void take_starts(const Question& q, std::size_t i, const catalog::Boundary& b, const catalog::Host& host,
                        Candidate& c) {
  const auto most = unit::sessions_within_start_rate(b.start, start_kind(q, b), host.vcpus.value(), q.session(i).lifetime);
  c.limits[Resource::starts] = most ? 1.0 : no_limit;
  c.use.amounts[Resource::starts] = most ? 1.0 / std::max(*most, 1e-9) : 0.0;
}

/// Time of a start on a host filled with this class, and the warm pool where that misses the promise.
inline void describe_start(const SessionClass& session, const unit::StartLatency& latency, Seconds preparation,
                           Candidate& c) {
  const auto with_preparation = [&](std::optional<Seconds> t) { return t ? std::optional(*t + preparation) : t; };
  c.start.p50 = with_preparation(latency.p50);
  c.start.p99 = with_preparation(latency.p99);
  c.start.note = !latency.measured      ? "typical start alone on the host; no curve under load is published"
                 : latency.extrapolated ? "measured curve, read beyond its points; an upper bound"
                                        : "measured curve under load; an upper bound";
  c.start_mean = c.start.p50.value_or(Seconds{});
  const bool missed = session.start_within && (c.start.p99 ? *c.start.p99 > *session.start_within
                                                           : c.start.p50 && *c.start.p50 > *session.start_within);
  if (!missed) return;
  const std::string which = c.start.p99 ? "p99 of a start, " + say(*c.start.p99) : "typical start, " + say(*c.start.p50);
  c.warm = WarmNeed{c.start_mean, which + ", misses the promised " + say(*session.start_within)};
}

/// Fills a host with the class, and slows its starts down until it keeps up with them.
inline unit::StartLatency fill(const Question& q, std::size_t i, const catalog::Boundary& b, const catalog::Host& host,
                               Candidate& c) {
  const SessionClass& session = q.session(i);
  c.alone = fit_alone(c.use.amounts, c.limits);
  auto latency = unit::start_latency(b.start, start_kind(q, b), start_load(session, host, c.alone.sessions));
  while (!latency.keeps_up && c.alone.sessions >= 1.0) {
    c.use.amounts[Resource::starts] = 1.0 / whole_down(0.95 * c.alone.sessions);
    c.alone = fit_alone(c.use.amounts, c.limits);
    latency = unit::start_latency(b.start, start_kind(q, b), start_load(session, host, c.alone.sessions));
  }
  return latency;
}

inline std::string too_small(const Candidate& c) {
  const Resource r = c.alone.binding;
  const bool bytes = r == Resource::memory || r == Resource::disk;
  const auto text = [&](double amount) { return bytes ? say(amount * units::byte) : say(amount); };
  return "one session takes " + text(c.use.amounts[r]) + " of " + std::string(unit::to_text(r)) + ", a host has " +
         text(c.limits[r]);
}

}  // namespace detail

/// Sessions that hold their place at once, whole. A GPU session holds its GPU while it starts and while the GPU is
/// scrubbed for the next one.
inline double sessions_held(const Question& q, const SessionClass& session, const Candidate& c) {
  if (!c.gpu) return whole_up(session.concurrent.base());
  const Seconds scrub = q.policy().gpu_scrub.value_or(Seconds{});
  return whole_up(
      unit::gpus_held(session.concurrent, units::gpu, c.start_mean, session.lifetime, scrub).base());
}

/// Class `i` behind `b` on `host`: a candidate, or why not. Figures that nobody has published turn it down too.
inline Evaluation evaluate(const Question& q, const auto& risk, bool smt, std::size_t i,
                           const catalog::Boundary& b, const HostChoice& choice, const std::shared_ptr<const GpuUse>& gpu = nullptr) {
  const SessionClass& session = q.session(i);
  const catalog::Host& host = *choice.host;
  const std::string name = gpu ? b.id + " + " + std::string(to_text(gpu->mode)) : b.id;
  const auto refuse = [&](const std::string& place, std::string code, std::string reason, std::string change) {
    return Evaluation{std::nullopt, Rejected{session.name, name + place, std::move(code), std::move(reason), std::move(change)}};
  };
  const std::string on_host = " on " + host.id;
  if (b.needs != catalog::Virtualisation::none && !has_kvm(host))
    return refuse(on_host, "host.no_kvm", "it is a virtual machine and not known to offer nested virtualisation",
                  "a bare-metal host, or `nested_virtualisation` where you know that it has it");
  if (const double guest = unit::guest_vcpus(session.vcpu); b.max_guest_vcpus.known() && guest > b.max_guest_vcpus.value())
    return refuse("", "boundary.guest_vcpus", "its guests have at most " + say(b.max_guest_vcpus.value()) +
                  " vCPUs, a session uses " + say(guest), "smaller sessions");
  const auto memory = memory_of(q, i, b, gpu && gpu->pinned());
  if (!memory) return refuse("", "unknown.memory", "no memory per session is published", "measure it and give `memory`");
  const auto loss = cpu_loss_of(q, i, b, runs_nested(b, host));
  if (!loss) return refuse("", "unknown.cpu_loss", "no CPU loss is published for this work", "measure it and give `loss`");

  Candidate c;
  c.memory = *memory;
  c.cpu_loss = *loss;
  c.limits = host_room(q, smt, b, choice);
  c.use.amounts = Amounts::of(unit::objects_of_session(b, session.vcpu), 0.0);
  c.use.amounts[Resource::disk] = session.disk.base();
  c.use.amounts[Resource::gpus] = gpu ? gpu->share : 0.0;
  c.gpu = c.use.gpu = gpu;
  detail::take_memory(q, risk, i, b, c);
  detail::take_starts(q, i, b, host, c);
  detail::take_cpu(q, i, b, host, 1.0, c);
  const auto first = detail::fill(q, i, b, host, c);
  detail::take_cpu(q, i, b, host, std::max(1.0, first.in_progress), c);
  const auto latency = detail::fill(q, i, b, host, c);
  if (c.alone.sessions < 1.0)
    return refuse(on_host, "host.too_small", detail::too_small(c), "a larger host, or a smaller session");
  detail::describe_start(session, latency, gpu ? gpu->preparation : Seconds{}, c);
  c.sessions = sessions_held(q, session, c);
  return {std::move(c), std::nullopt};
}

}  // namespace planner::plan::sessions
