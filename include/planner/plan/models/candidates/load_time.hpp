#pragma once
#include "planner/plan/models/candidates/candidate.hpp"
#include "planner/unit/load_chain.hpp"

/// How long a replica takes from "wanted" to "answers".
namespace planner::plan::models {

/// From where, and in which form.
struct StartFrom {
  catalog::WeightPlace place = catalog::WeightPlace::local_nvme;
  unit::StartForm form = unit::StartForm::cold;
};

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

/// A start of one replica on a host that has run this model before (image, compiled graphs), nobody else loading.
inline std::optional<unit::LoadSetup> load_setup(const catalog::Catalog& catalog, const LoadPaths& paths,
                                                 const ServiceOptions& s, const Offer& offer, const HostType& type,
                                                 const StartFrom& start) {
  const catalog::Host& host = *type.host;
  const catalog::WeightPlace from = start.place;
  unit::LoadSetup setup{.layers = static_cast<double>(s.model->decoder.layers()), .form = start.form, .from = from};
  setup.weights = offer.replica.fit.stages.front().weights * offer.tensor_parallel();
  setup.loader = unit::usual_loader(catalog.loading, from);
  if (setup.loader == nullptr || !catalog.loading.gpus_per_uplink.known()) return std::nullopt;
  setup.links.place = place_rate(paths, from);
  setup.links.pcie = (host.gpu_pcie.known() ? host.gpu_pcie : type.gpu->pcie).estimate.typical;
  setup.links.gpus = offer.tensor_parallel();
  return setup;
}

/// Of the stages that count, those that move weights.
inline Estimate<Seconds> moving_time(const unit::LoadChain& chain) {
  std::vector<unit::LoadStage> moving;
  for (const unit::LoadStage* stage : unit::counted_stages(chain.stages))
    if (stage->bytes > Bytes{}) moving.push_back(*stage);
  return unit::total_time(moving);
}

}  // namespace detail

/// How long that takes. Unknown where a rate is.
inline Estimate<Seconds> load_time(const catalog::Catalog& catalog, const LoadPaths& paths, const ServiceOptions& s,
                                   const Offer& offer, const HostType& type, const StartFrom& start) {
  const auto setup = detail::load_setup(catalog, paths, s, offer, type, start);
  return setup ? unit::load_chain(catalog.loading, *setup).time : Estimate<Seconds>{};
}

/// The part of a load, or a wake, that moves weights over a link which others load over, too.
struct Reading {
  Estimate<Seconds> alone{};
  double slowdown = 0;  ///< how much longer it takes while one other load is under way, as a share; at most 1
};

inline Reading reading_of(const catalog::Catalog& catalog, const LoadPaths& paths, const ServiceOptions& s,
                          const Offer& offer, const HostType& type, const StartFrom& start) {
  auto setup = detail::load_setup(catalog, paths, s, offer, type, start);
  if (!setup) return {};
  const Estimate<Seconds> alone = detail::moving_time(unit::load_chain(catalog.loading, *setup));
  setup->links.loads = 2;
  const Estimate<Seconds> beside = detail::moving_time(unit::load_chain(catalog.loading, *setup));
  if (!alone.known() || !beside.known() || alone.value() <= Seconds{}) return {};
  return {alone, std::clamp(beside.value() / alone.value() - 1, 0.0, 1.0)};
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
    return {load_time(catalog, paths, s, offer, type, {catalog::WeightPlace::local_nvme}), WeightTier::nvme};
  if (paths.object_store)
    return {load_time(catalog, paths, s, offer, type, {catalog::WeightPlace::object_store}), WeightTier::object};
  return {};
}

}  // namespace planner::plan::models
