#pragma once
#include <algorithm>
#include <optional>

#include "planner/base/rounding.hpp"
#include "planner/catalog/loading.hpp"

/// How fast weights arrive on the GPUs of a replica.
namespace planner::unit {

/// The links that a load uses, and who shares them.
struct LoadLinks {
  std::optional<BytesPerSecond> place{};  ///< what the store, disk or peer delivers to this host; absent: not known
  std::optional<BytesPerSecond> pcie{};   ///< of one uplink, one direction; absent: not known
  double loads = 1;                       ///< loads that share the place's link at the same time, this one included
  double gpus = 1;                        ///< of the replica
};

/// Uplinks that `gpus` hang on: GPUs of one board share PCIe switches.
inline double uplinks(double gpus, double gpus_per_uplink) { return whole_up(gpus / gpus_per_uplink); }

namespace detail {

enum class End { low, typical, high };

template <class T>
std::optional<T> at(const Estimate<T>& e, End end) {
  if (!e.known() || end == End::typical) return e.typical;
  return end == End::low ? e.low_or_typical() : e.high_or_typical();
}

inline std::optional<BytesPerSecond> slowest(const catalog::LoadPath& path, const LoadLinks& links, double lanes,
                                             End end) {
  std::optional<BytesPerSecond> rate = at(path.limit.estimate, end);
  const auto cap = [&](BytesPerSecond other) { rate = rate ? std::min(*rate, other) : other; };
  if (const auto share = at(path.link_share.estimate, end); share && links.place)
    cap(*share * *links.place / links.loads);
  if (const auto share = at(path.uplink_share.estimate, end); share && links.pcie) cap(*share * *links.pcie * lanes);
  return rate;
}

}  // namespace detail

/// The slowest of: the path's share of the place's link, divided among the loads that use it; what the loader manages;
/// its share of PCIe times the uplinks. At the low, typical and high end of the facts; unknown where no limit is known.
inline Estimate<BytesPerSecond> load_rate(const catalog::LoadPath& path, const LoadLinks& links,
                                          double gpus_per_uplink) {
  const double lanes = uplinks(links.gpus, gpus_per_uplink);
  return {detail::slowest(path, links, lanes, detail::End::low),
          detail::slowest(path, links, lanes, detail::End::typical),
          detail::slowest(path, links, lanes, detail::End::high)};
}

/// bytes / rate: the slowest rate makes the longest time.
inline Estimate<Seconds> transfer_time(Bytes bytes, const Estimate<BytesPerSecond>& rate) {
  if (!rate.known()) return {};
  return {bytes / rate.high_or_typical(), bytes / rate.value(), bytes / rate.low_or_typical()};
}

}  // namespace planner::unit
