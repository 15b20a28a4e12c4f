#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "planner/plan/say.hpp"
#include "planner/plan/sessions/candidates/evaluate.hpp"
#include "planner/plan/sessions/candidates/gpu_slices.hpp"
#include "planner/plan/sessions/notes/unchecked.hpp"

/// Figures of a chosen boundary that count as nothing because nobody has published them, beside the worst that is
/// published of any other boundary: how bad they may well be.
namespace planner::plan::sessions {

struct LeftOut {
  std::string figure{};
  bool (*known_of)(const Candidate&) = nullptr;  ///< whether the plan knows it of another option
  std::string at_worst{};  ///< the figure at its worst: "0.7 vCPU-seconds, as published of kata-fc"
  Amounts more{};          ///< what one session would then take more of a host
  UsdPerTime usd{};        ///< what the class would then pay on top
  Amounts limits = Amounts::of({}, no_limit);  ///< of hosts that would then have one
  bool taken = false;      ///< a figure of what a session takes, published of others
};

namespace detail {

/// The largest figure of the other boundaries, and whose it is.
struct Worst {
  double value = 0;
  std::string whose{};
};

template <class FigureOf>
Worst worst_of_others(const Chosen& c, const FigureOf& figure_of) {
  Worst worst;
  for (const auto& [id, b] : c.q.catalog.boundaries) {
    const std::optional<double> figure = id == c.boundary.id ? std::nullopt : figure_of(b);
    if (figure && *figure > worst.value) worst = {*figure, id};
  }
  return worst;
}

inline Amounts more_of(Resource r, double amount) {
  Amounts more;
  more[r] = amount;
  return more;
}

inline Amounts no_limits() { return Amounts::of({}, no_limit); }
/// Starts are counted in shares of what a host can carry.
inline Amounts one_of(Resource r) {
  Amounts limits = no_limits();
  limits[r] = 1.0;
  return limits;
}

inline std::string as_published(const std::string& figure, const Worst& worst) {
  return figure + ", as published of " + worst.whose;
}

inline std::optional<LeftOut> left_out_start_cpu(const Chosen& c) {
  if (c.candidate().cpu.churn) return std::nullopt;
  const Worst worst = worst_of_others(c, [&](const catalog::Boundary& b) -> std::optional<double> {
    const auto cpu = unit::start_cpu(b.start, start_kind(c.q, c.boundary), c.offer.host.host->vcpus.value(), 1.0);
    return cpu ? std::optional(cpu->base()) : std::nullopt;
  });
  return LeftOut{"the CPU time of one start", [](const Candidate& other) { return other.cpu.churn.has_value(); },
                 as_published(say(worst.value) + " vCPU-seconds", worst),
                 more_of(Resource::cpu, worst.value / c.session().lifetime.base()), {}, no_limits(), worst.value > 0.0};
}

/// By the seconds from one start to the next, so that the worst is the largest. A rate that was seen can be carried.
inline std::optional<LeftOut> left_out_start_rate(const Chosen& c) {
  if (!start_rate(c)) return std::nullopt;
  Worst worst = worst_of_others(c, [&](const catalog::Boundary& b) -> std::optional<double> {
    const auto ceiling =
        unit::start_ceiling(b.start, start_kind(c.q, c.boundary), c.offer.host.host->vcpus.value(), 0.0);
    return ceiling ? std::optional(1.0 / ceiling->base()) : std::nullopt;
  });
  const Fact<PerSecond>& seen = c.boundary.start.rate_seen;
  const bool seen_more = seen.known() && worst.value > 1.0 / seen.value().base();
  if (seen_more) worst.value = 1.0 / seen.value().base();
  const std::string rate = say(1.0 / worst.value) + " starts/s";
  return LeftOut{"how many starts a host can carry",
                 [](const Candidate& other) { return other.limits[Resource::starts] != no_limit; },
                 seen_more ? "no more than the " + rate + " seen in a single loop" : as_published(rate, worst),
                 more_of(Resource::starts, worst.value / c.session().lifetime.base()), {}, one_of(Resource::starts)};
}

inline std::optional<LeftOut> left_out_processes(const Chosen& c) {
  const double vcpus = unit::guest_vcpus(c.session().vcpu);
  if (unit::session_processes(c.boundary.objects, vcpus)) return std::nullopt;
  const Worst worst = worst_of_others(
      c, [&](const catalog::Boundary& b) { return unit::session_processes(b.objects, vcpus); });
  return LeftOut{"its processes and threads on the host",
                 [](const Candidate& other) { return other.use.amounts[Resource::processes] > 0.0; },
                 as_published(say(worst.value), worst), more_of(Resource::processes, worst.value), {}, no_limits(),
                 worst.value > 0.0};
}

/// With more than its slice has to spare, each session needs the next larger slice, or the whole card.
inline std::optional<LeftOut> left_out_vgpu_reserve(const Chosen& c) {
  if (!vgpu_reserve(c) || !c.candidate().gpu->profile) return std::nullopt;
  const GpuUse& gpu = *c.candidate().gpu;
  const catalog::Gpu& card = c.q.catalog.gpus.at(c.offer.host.host->gpu);
  const catalog::MigProfile* const next =
      smallest_slice(*gpu.table, card, gpu.memory_had + 1.0 * units::byte, compute_of_slice(*gpu.profile, *gpu.table, card));
  const double share = next ? 1.0 / next->max_instances : 1.0;
  return LeftOut{"the GPU memory that a vGPU keeps for itself",
                 [](const Candidate& other) { return other.gpu->path != catalog::GpuPath::vgpu; },
                 "anything above " + say(gpu.memory_had - gpu.memory), more_of(Resource::gpus, share - gpu.share)};
}

/// Where another boundary's starts under the same load miss the promise, this one's may; a warm pool then keeps it.
inline std::optional<LeftOut> left_out_start_p99(const Chosen& c) {
  const Candidate& candidate = c.candidate();
  if (!start_p99(c) || !candidate.start.p50) return std::nullopt;
  const auto load = start_load(c.session(), *c.offer.host.host, candidate.alone.sessions);
  const Worst worst = worst_of_others(c, [&](const catalog::Boundary& b) -> std::optional<double> {
    const auto p99 = unit::start_latency(b.start, start_kind(c.q, b), load).p99;
    return p99 ? std::optional(p99->base()) : std::nullopt;
  });
  if (worst.value * units::second <= *c.session().start_within) return std::nullopt;
  const WarmPool pool = warm_pool_of(c.q.policy(), c.session(), {*candidate.start.p50, ""}, c.pool_class.sessions,
                                     c.offer.base.hosts);
  return LeftOut{"the p99 of a start", [](const Candidate& other) { return other.start.p99.has_value(); },
                 as_published(say(worst.value * units::second), worst) + " and more than promised", Amounts{},
                 pool.sessions * usd_per_session(c)};
}

}  // namespace detail

/// Every figure that the plan counts as nothing for this class, and that could take room of a host.
inline std::vector<LeftOut> left_out(const Chosen& c) {
  std::vector<LeftOut> list;
  for (auto* const find : {&detail::left_out_start_cpu, &detail::left_out_start_rate, &detail::left_out_processes,
                           &detail::left_out_start_p99, &detail::left_out_vgpu_reserve})
    if (auto figure = find(c)) list.push_back(std::move(*figure));
  return list;
}

}  // namespace planner::plan::sessions
