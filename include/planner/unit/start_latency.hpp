#pragma once
#include <cmath>
#include <optional>
#include <span>

#include "planner/catalog/boundary.hpp"
#include "planner/math/poisson.hpp"
#include "planner/unit/session_choices.hpp"
#include "planner/unit/start_curve.hpp"

/// How long a start takes on a host that starts others at the same time, and how many starts it can carry.
namespace planner::unit {

/// What a host is doing when a start comes in.
struct StartLoad {
  PerSecond rate{};     ///< starts on this host, Poisson
  double resident = 0;  ///< sessions that it holds
  Vcpus host{};         ///< hardware threads
};

/// Latency of a start. From a curve both are upper bounds: the curves give the time until the last of n is up.
struct StartLatency {
  std::optional<Seconds> p50{}, p99{};
  double in_progress = 0;     ///< mean number of starts under way
  bool measured = false;      ///< from a curve; otherwise p50 is the typical start alone and p99 is unknown
  bool extrapolated = false;  ///< beyond the points of the curve
  bool keeps_up = true;       ///< false: more starts than the curve's host could ever carry
};

namespace detail {

inline std::span<const catalog::StartCurve> curves_of(const catalog::StartFacts& facts, StartKind kind) {
  return kind == StartKind::cold ? facts.curves.cold : facts.curves.restore;
}

/// How much of the measured host this one is: starts share its threads.
inline double host_scale(const catalog::StartFacts& facts, Vcpus host) {
  return host.in(units::vcpu) / facts.curves.reference_vcpus;
}

/// Completion time on another host: the measured one at the same number of starts and of sessions per thread.
inline CurveReading scaled_completion(const catalog::StartFacts& facts, StartKind kind, const StartLoad& load,
                                      double concurrency) {
  const double scale = host_scale(facts, load.host);
  return completion(curves_of(facts, kind), load.resident / scale, concurrency / scale);
}

/// Mean number of starts under way, a = rate * completion(1 + a): the smallest such a (Little's law, each start seeing
/// the mean of the others). Nothing where the host never catches up.
inline std::optional<double> starts_in_progress(const catalog::StartFacts& facts, StartKind kind,
                                                const StartLoad& load) {
  constexpr double hopeless = 1e5;
  double a = 0.0;
  for (int i = 0; i < 1000 && a < hopeless; ++i) {
    const double next = load.rate.base() * scaled_completion(facts, kind, load, 1.0 + a).value;
    if (next - a <= 1e-6 * (1.0 + a)) return next;
    a = next;
  }
  return std::nullopt;
}

}  // namespace detail

/// Highest rate of starts that a host can carry beside `resident` sessions: from the curves, or the measured ceiling,
/// scaled by hardware threads. Nothing where no ceiling was measured; a rate that was merely seen is no ceiling.
inline std::optional<PerSecond> start_ceiling(const catalog::StartFacts& facts, StartKind kind, Vcpus host,
                                              double resident) {
  if (!detail::curves_of(facts, kind).empty()) {
    const double scale = detail::host_scale(facts, host);
    return scale * highest_rate(detail::curves_of(facts, kind), resident / scale) / units::second;
  }
  if (kind == StartKind::restore || !facts.rate_ceiling.known() || facts.ceiling_vcpus <= 0.0) return std::nullopt;
  return host.in(units::vcpu) / facts.ceiling_vcpus * facts.rate_ceiling.value();
}

/// Latency of a start under the host's own concurrency of starts. An arriving start finds a Poisson number of others
/// under way (Poisson arrivals see time averages; M/G/infinity), and takes at most the time in which all of them are
/// up. p99 needs a curve: low, typical and high of a catalog figure are a spread of set-ups, not of repeats. Valid on a
/// host whose starts share its threads as on the measured one; curves without image pull and network set-up are floors
/// (the boundary's note says so).
inline StartLatency start_latency(const catalog::StartFacts& facts, StartKind kind, const StartLoad& load) {
  StartLatency latency;
  if (detail::curves_of(facts, kind).empty()) {
    latency.p50 = (kind == StartKind::cold ? facts.cold : facts.restore).estimate.typical;
    return latency;
  }
  latency.measured = true;
  const auto others = detail::starts_in_progress(facts, kind, load);
  latency.keeps_up = others.has_value();
  if (!others) return latency;
  latency.in_progress = *others;
  const auto within = [&](double share) {
    const int found = math::poisson_tail_quantile(1.0 - share, *others);  // P(N >= found) <= 1 - share
    const CurveReading r = detail::scaled_completion(facts, kind, load, std::max(1, found));
    latency.extrapolated = latency.extrapolated || r.extrapolated;
    return r.value * units::second;
  };
  latency.p50 = within(0.50);
  latency.p99 = within(0.99);
  return latency;
}

/// CPU time of one start, when `concurrency` run at once on a host of `host` threads: from the curve, else the typical
/// figure; nothing where neither is published.
inline std::optional<VcpuSeconds> start_cpu(const catalog::StartFacts& facts, StartKind kind, Vcpus host,
                                            double concurrency) {
  const auto& cpu = kind == StartKind::cold ? facts.curves.cpu_seconds_cold : facts.curves.cpu_seconds_restore;
  if (cpu.empty()) return kind == StartKind::cold ? facts.cpu.estimate.typical : std::nullopt;
  const double on_measured_host = concurrency / detail::host_scale(facts, host);
  return start_cpu_seconds(facts.curves.cpu_concurrency, cpu, on_measured_host) * (units::vcpu * units::second);
}

}  // namespace planner::unit
