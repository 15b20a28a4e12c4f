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

/// The usual loader of a place: streams from an object store, RDMA from a peer, else that of the engines. Null where
/// the catalog has none.
inline const catalog::Loader* usual_loader(const catalog::Loading& facts, catalog::WeightPlace from) {
  const bool store = from == catalog::WeightPlace::object_store, peer = from == catalog::WeightPlace::peer;
  return catalog::find_loader(facts, store ? "streamer" : peer ? "rdma" : "safetensors");
}

/// What keeps weights from arriving faster.
enum class LoadLimit {
  place,   ///< what the store, disk or peer delivers
  loader,  ///< what the loader manages
  uplink,  ///< the PCIe uplinks of the GPUs
};

struct LimitedRate {
  std::optional<BytesPerSecond> rate{};  ///< absent: no limit is known
  LoadLimit limit = LoadLimit::loader;
};

namespace detail {

enum class End { low, typical, high };

template <class T>
std::optional<T> at(const Estimate<T>& e, End end) {
  if (!e.known() || end == End::typical) return e.typical;
  return end == End::low ? e.low_or_typical() : e.high_or_typical();
}

/// What PCIe carries to each card while the replicas that load stand side by side and fill their uplinks.
inline BytesPerSecond card_rate(const LoadLinks& links, double gpus_per_uplink) {
  return *links.pcie / std::min(gpus_per_uplink, links.gpus * links.loads);
}

inline LimitedRate slowest(const catalog::LoadPath& path, const LoadLinks& links, double gpus_per_uplink, End end) {
  LimitedRate found{at(path.limit.estimate, end), LoadLimit::loader};
  const auto cap = [&](BytesPerSecond other, LoadLimit limit) {
    if (!found.rate || other < *found.rate) found = {other, limit};
  };
  if (const auto share = at(path.link_share.estimate, end); share && links.place)
    cap(*share * *links.place / links.loads, LoadLimit::place);
  if (const auto share = at(path.uplink_share.estimate, end); share && links.pcie)
    cap(*share * *links.pcie * uplinks(links.gpus, gpus_per_uplink), LoadLimit::uplink);
  if (found.rate && links.pcie) cap(links.gpus * card_rate(links, gpus_per_uplink), LoadLimit::uplink);
  return found;
}

}  // namespace detail

/// What holds a load back, at typical figures.
inline LimitedRate load_limit(const catalog::LoadPath& path, const LoadLinks& links, double gpus_per_uplink) {
  return detail::slowest(path, links, gpus_per_uplink, detail::End::typical);
}

/// The slowest of: the path's share of the place's link, divided among the loads that use it; what the loader manages;
/// its share of PCIe times the uplinks; what PCIe carries to cards that share an uplink, of this replica or another. At
/// the low, typical and high end of the facts; unknown where no limit is known.
inline Estimate<BytesPerSecond> load_rate(const catalog::LoadPath& path, const LoadLinks& links,
                                          double gpus_per_uplink) {
  return {detail::slowest(path, links, gpus_per_uplink, detail::End::low).rate,
          detail::slowest(path, links, gpus_per_uplink, detail::End::typical).rate,
          detail::slowest(path, links, gpus_per_uplink, detail::End::high).rate};
}

/// bytes / rate: the slowest rate makes the longest time.
inline Estimate<Seconds> transfer_time(Bytes bytes, const Estimate<BytesPerSecond>& rate) {
  if (!rate.known()) return {};
  return {bytes / rate.high_or_typical(), bytes / rate.value(), bytes / rate.low_or_typical()};
}

}  // namespace planner::unit
