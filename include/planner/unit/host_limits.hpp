#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>

#include "planner/base/rounding.hpp"
#include "planner/catalog/boundary.hpp"
#include "planner/catalog/host.hpp"
#include "planner/catalog/reserve.hpp"
#include "planner/unit/guest_vcpus.hpp"
#include "planner/unit/session_choices.hpp"
#include "planner/unit/start_latency.hpp"

/// What a host has of everything that a session takes, and which of it runs out first.
namespace planner::unit {

enum class HostResource { memory, cpu, starts, sessions, processes, files, ports, addresses, pods, disk, gpus };
inline constexpr std::array all_host_resources{
    HostResource::memory,    HostResource::cpu,   HostResource::starts, HostResource::sessions,
    HostResource::processes, HostResource::files, HostResource::ports,  HostResource::addresses,
    HostResource::pods,      HostResource::disk,  HostResource::gpus};

/// Its name as plans print it.
constexpr std::string_view to_text(HostResource r) {
  constexpr std::array names{"memory", "cpu",       "starts", "sessions", "processes", "files",
                             "ports",  "addresses", "pods",   "disk",     "gpus"};
  return names[static_cast<std::size_t>(r)];
}

/// One number per resource in base units: bytes, hardware threads, starts per second, counts. Absent: unknown, or it
/// does not apply; either way it does not bind, and the caller says which.
class HostAmounts {
 public:
  std::optional<double>& operator[](HostResource r) { return amount_[static_cast<std::size_t>(r)]; }
  const std::optional<double>& operator[](HostResource r) const { return amount_[static_cast<std::size_t>(r)]; }

 private:
  std::array<std::optional<double>, all_host_resources.size()> amount_{};
};

/// Host processes and threads of one session: the boundary's own and one for each guest vCPU.
inline std::optional<double> session_processes(const catalog::HostObjects& objects, double guest_vcpus) {
  if (!objects.processes.known()) return std::nullopt;
  return objects.processes.value() +
         (objects.threads_per_vcpu.known() ? objects.threads_per_vcpu.value() : 0.0) * guest_vcpus;
}

/// Counts of host objects that one session takes; memory, CPU, starts and disk are the caller's (session_memory.hpp,
/// session_cpu.hpp). A guest has at least one vCPU; a session that uses 1.3 vCPU on average has two.
inline HostAmounts objects_of_session(const catalog::Boundary& boundary, Vcpus vcpu) {
  HostAmounts use;
  use[HostResource::sessions] = 1.0;
  use[HostResource::pods] = 1.0;
  use[HostResource::addresses] = 1.0;
  use[HostResource::processes] = session_processes(boundary.objects, guest_vcpus(vcpu));
  use[HostResource::files] = boundary.objects.files.estimate.typical;
  use[HostResource::ports] = boundary.objects.taps.estimate.typical;
  return use;
}

/// What decides the limits that are not a matter of memory, CPU, starts or disk.
struct PlatformChoice {
  Network network = Network::routed_nat;
  bool kubernetes = false;
  std::optional<double> max_sessions{};  ///< policy: how many sessions one host's failure may take
};

/// Processes and threads that the kernel allows: its default, raised at boot with the number of hardware threads.
inline std::optional<double> process_limit(const catalog::PlatformLimits& limits, const catalog::Host& host) {
  if (!limits.pids.known() || !limits.pids_per_cpu.known() || !host.vcpus.known()) return limits.pids.estimate.typical;
  return std::max(limits.pids.value(), limits.pids_per_cpu.value() * host.vcpus.value().in(units::vcpu));
}

/// Limits of the operating system, the network and the orchestrator on one host, and of the boundary's technique.
inline HostAmounts object_limits(const catalog::PlatformLimits& limits, const catalog::Boundary& boundary,
                                 const catalog::Host& host, const PlatformChoice& choice) {
  const auto least = [](std::optional<double> a, std::optional<double> b) {
    return a && b ? std::min(a, b) : (a ? a : b);
  };
  HostAmounts most;
  most[HostResource::sessions] = least(choice.max_sessions, boundary.max_per_host.estimate.typical);
  most[HostResource::processes] = process_limit(limits, host);
  if (choice.network == Network::bridge) most[HostResource::ports] = limits.ports_per_bridge.estimate.typical;
  if (choice.network == Network::vpc_ip) most[HostResource::addresses] = host.max_ips.estimate.typical;
  if (choice.kubernetes) {
    most[HostResource::pods] = limits.pods_per_node.estimate.typical;
    most[HostResource::addresses] = least(most[HostResource::addresses], limits.ips_per_range.estimate.typical);
  }
  return most;
}

/// Sessions that one resource alone lets onto a host; nothing where it is unknown or does not apply.
inline std::optional<double> sessions_within(const HostAmounts& use, const HostAmounts& limit, HostResource r) {
  if (!use[r] || !limit[r] || *use[r] <= 0.0) return std::nullopt;
  return std::max(0.0, whole_down(*limit[r] / *use[r]));
}

struct HostFit {
  double sessions = 0;
  HostResource binding = HostResource::memory;
};

/// Sessions of one kind that fit on a host, and the resource that stops the next one (the first in order on a tie).
/// Nothing where no resource binds.
inline std::optional<HostFit> sessions_per_host(const HostAmounts& use, const HostAmounts& limit) {
  std::optional<HostFit> fit;
  for (const HostResource r : all_host_resources)
    if (const auto n = sessions_within(use, limit, r); n && (!fit || *n < fit->sessions)) fit = HostFit{*n, r};
  return fit;
}

/// Sessions of mean `lifetime` whose starts one host carries: the more it holds, the slower it starts them, so this is
/// the largest n with n / lifetime <= ceiling(n). Nothing where no ceiling was measured.
inline std::optional<double> sessions_within_start_rate(const catalog::StartFacts& facts, StartKind kind, Vcpus host,
                                                        Seconds lifetime) {
  if (!start_ceiling(facts, kind, host, 0.0)) return std::nullopt;
  const auto carried = [&](double n) { return n / lifetime <= *start_ceiling(facts, kind, host, n); };
  double fits = 0.0, exceeds = 1.0;
  for (; carried(exceeds) && exceeds < 1e6; exceeds *= 2.0) fits = exceeds;
  while (exceeds - fits > 1.0) {
    const double middle = whole_down(0.5 * (fits + exceeds));
    (carried(middle) ? fits : exceeds) = middle;
  }
  return fits;
}

}  // namespace planner::unit
