#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "planner/catalog/host.hpp"
#include "planner/catalog/reserve.hpp"

/// What is left of a host after the operating system and the platform have taken theirs.
namespace planner::unit {

namespace detail {

/// Sum over tiers of share * size, the last tier without a size taking the rest.
template <class Tier, class Amount>
Amount tiered(const std::vector<Tier>& tiers, Amount whole) {
  Amount reserved{}, rest = whole;
  for (const Tier& tier : tiers) {
    const Amount size = tier.size ? std::min(*tier.size, rest) : rest;
    reserved += tier.share * size;
    rest -= size;
  }
  return reserved;
}

/// Straight lines through a published table; beyond its ends the first and last lines go on (assumed).
inline double through(const std::vector<std::pair<double, double>>& table, double x) {
  if (table.size() < 2) return table.empty() ? 0.0 : table.front().second;
  std::size_t i = 1;
  while (i + 1 < table.size() && table[i].first < x) ++i;
  const auto [x0, y0] = table[i - 1];
  const auto [x1, y1] = table[i];
  return y0 + (y1 - y0) * (x - x0) / (x1 - x0);
}

}  // namespace detail

/// Memory that a platform keeps back on a host of that nominal memory, set up for `pods` pods:
/// min(tiers + fixed + per_pod * pods, cap_share * memory) + eviction threshold.
inline Bytes reserved_memory(const catalog::HostReserve& reserve, Bytes nominal, double pods) {
  Bytes kept = detail::tiered(reserve.memory_tiers, nominal) + reserve.fixed + pods * reserve.per_pod;
  if (reserve.cap_share) kept = std::min(kept, *reserve.cap_share * nominal);
  return kept + reserve.eviction;
}

/// CPU that a platform keeps back on a host with that many hardware threads.
inline Vcpus reserved_cpu(const catalog::HostReserve& reserve, Vcpus threads) {
  return reserve.cpu_fixed + detail::tiered(reserve.cpu_tiers, threads) +
         detail::through(reserve.cpu_by_cores, threads.in(units::vcpu)) * units::vcpu;
}

/// Memory that the operating system sees: about 1.7 % less than the vendor's nominal figure, where no share is known
/// for the host (assumed from the hosts that were measured).
inline Bytes seen_memory(const catalog::Host& host) {
  constexpr double usually_seen = 0.983;
  return (host.memory_seen.known() ? host.memory_seen.value() : usually_seen) * host.memory.value();
}

/// Memory for sessions: what is seen, less the reserve worked out on the nominal memory; never below zero.
inline Bytes usable_memory(const catalog::Host& host, const catalog::HostReserve& reserve, double pods) {
  return std::max(Bytes{}, seen_memory(host) - reserved_memory(reserve, host.memory.value(), pods));
}

/// Hardware threads that may run sessions: all, or one per core where a trust level wants SMT off.
inline Vcpus session_threads(const catalog::Host& host, bool smt) {
  return smt ? host.vcpus.value() : host.vcpus.value() / host.threads_per_core;
}

/// CPU for sessions: threads less the reserve, filled to `target` (0 < target <= 1).
inline Vcpus usable_cpu(const catalog::Host& host, const catalog::HostReserve& reserve, bool smt, double target) {
  const Vcpus threads = session_threads(host, smt);
  return target * std::max(Vcpus{}, threads - reserved_cpu(reserve, threads));
}

}  // namespace planner::unit
