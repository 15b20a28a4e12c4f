#pragma once
#include "planner/plan/models/candidate.hpp"
#include "planner/unit/load_chain.hpp"

/// How long a replica takes from "wanted" to "answers".
namespace planner::plan::models {

namespace detail {

/// What a place delivers to one host, where the scenario says it.
inline std::optional<BytesPerSecond> place_rate(const LoadPaths& paths, catalog::WeightPlace from) {
  switch (from) {
    case catalog::WeightPlace::object_store:
      return paths.object_store;
    case catalog::WeightPlace::local_nvme:
      return paths.local_nvme;
    case catalog::WeightPlace::peer:
      return paths.peer;
    case catalog::WeightPlace::network_disk:
    case catalog::WeightPlace::host_ram:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace detail

/// A cold start of one replica on a host that has run this model before (image, compiled graphs), nobody else loading.
/// Unknown where a rate is.
inline Estimate<Seconds> load_time(const catalog::Catalog& catalog, const LoadPaths& paths, const ServiceOptions& s,
                                   const Offer& offer, const HostType& type, catalog::WeightPlace from) {
  const catalog::Host& host = *type.host;
  unit::LoadSetup setup{.layers = static_cast<double>(s.model->decoder.layers()), .from = from};
  setup.weights = offer.replica.fit.stages.front().weights * offer.tensor_parallel();
  setup.loader = unit::usual_loader(catalog.loading, from);
  if (setup.loader == nullptr || !catalog.loading.gpus_per_uplink.known()) return {};
  setup.links.place = detail::place_rate(paths, from);
  setup.links.pcie = (host.gpu_pcie.known() ? host.gpu_pcie : type.gpu->pcie).estimate.typical;
  setup.links.gpus = offer.tensor_parallel();
  return unit::load_chain(catalog.loading, setup).time;
}

/// A load of a resident model, and where its weights wait then: on the local disk where the scenario says how fast that
/// is, else in the object store.
struct UsualLoad {
  Estimate<Seconds> time{};
  WeightTier from = WeightTier::nvme;
};

inline UsualLoad usual_load(const catalog::Catalog& catalog, const LoadPaths& paths, const ServiceOptions& s,
                            const Offer& offer, const HostType& type) {
  if (paths.local_nvme)
    return {load_time(catalog, paths, s, offer, type, catalog::WeightPlace::local_nvme), WeightTier::nvme};
  if (paths.object_store)
    return {load_time(catalog, paths, s, offer, type, catalog::WeightPlace::object_store), WeightTier::object};
  return {};
}

}  // namespace planner::plan::models
