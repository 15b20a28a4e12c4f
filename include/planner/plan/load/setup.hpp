#pragma once
#include "planner/plan/fit/memory.hpp"
#include "planner/plan/load/plan.hpp"

/// A question about loading, ready for the chain of stages.
namespace planner::plan {

namespace detail {

/// 0: not from sleep.
inline int sleep_level(StartKind kind) {
  if (kind == StartKind::sleep_1) return 1;
  return kind == StartKind::sleep_2 ? 2 : 0;
}
inline bool wakes(StartKind kind) { return sleep_level(kind) > 0; }

inline unit::StartForm form_of(StartKind kind) {
  switch (kind) {
    case StartKind::sleep_1:
      return unit::StartForm::wake_level_1;
    case StartKind::sleep_2:
      return unit::StartForm::wake_level_2;
    case StartKind::snapshot:
      return unit::StartForm::snapshot;
    default:
      return unit::StartForm::cold;
  }
}

inline unit::CacheState state_of(StartKind kind) {
  switch (kind) {
    case StartKind::new_host:
    case StartKind::no_image:
      return unit::CacheState::nothing;
    case StartKind::image:
      return unit::CacheState::image;
    default:
      return unit::CacheState::compiled;
  }
}

inline std::optional<BytesPerSecond> given_rate(const PlaceRates& rates, catalog::WeightPlace from) {
  switch (from) {
    case catalog::WeightPlace::object_store:
      return rates.object_store;
    case catalog::WeightPlace::network_disk:
      return rates.network_disk;
    case catalog::WeightPlace::local_nvme:
      return rates.local_nvme;
    case catalog::WeightPlace::peer:
      return rates.peer;
    case catalog::WeightPlace::host_ram:
      return std::nullopt;
  }
  return std::nullopt;
}

/// What the host's record says: its disk, its interface to storage, and of its fabric the share of the GPUs that load,
/// as each has its own interface.
inline std::optional<BytesPerSecond> recorded_rate(const catalog::Host& host, catalog::WeightPlace from, double gpus) {
  if (from == catalog::WeightPlace::object_store) return host.network.estimate.typical;
  if (from == catalog::WeightPlace::local_nvme) return host.disk_read.estimate.typical;
  if (from != catalog::WeightPlace::peer || !host.fabric.known() || !host.gpus.known()) return std::nullopt;
  return host.fabric.value() * std::min(1.0, gpus / host.gpus.value());
}

/// Kernels of quantised experts are built on the card at the first start on Blackwell (catalog section `loading`).
inline bool builds_kernels(const FitSetup& s) {
  const unit::Stage whole = unit::pipeline(s.model->decoder, 1).front();
  return s.gpu->architecture.starts_with("Blackwell") && has_experts(s.model->decoder, whole) &&
         s.load.storage.of(unit::Role::experts).quantised();
}

}  // namespace detail

/// The records that a question about loading speaks of.
struct LoadRecords {
  const catalog::Loading* facts = nullptr;
  const catalog::Host* host = nullptr;  ///< null: not given
  FitSetup fit{};
  bool builds_kernels = false;
};

inline LoadRecords load_records(const catalog::Catalog& catalog, const LoadInputs& in) {
  LoadRecords r{.facts = &catalog.loading, .fit = set_up(catalog, in.replica)};
  if (!in.host.empty()) r.host = &detail::entry(catalog.hosts, in.host, "host");
  r.builds_kernels = detail::builds_kernels(r.fit);
  return r;
}

/// What a place delivers to all replicas that load: as given, else as the host's record says. Absent: not known.
inline std::optional<BytesPerSecond> place_rate(const LoadInputs& in, const LoadRecords& r, const LoadPlan& plan,
                                                catalog::WeightPlace from) {
  const auto given = detail::given_rate(in.rates, from);
  return given || r.host == nullptr ? given : detail::recorded_rate(*r.host, from, plan.gpus * in.loads);
}

/// Of one uplink: hosts may run a card narrower than it could.
inline std::optional<BytesPerSecond> pcie_rate(const LoadRecords& r) {
  const bool narrower = r.host != nullptr && r.host->gpu_pcie.known();
  return (narrower ? r.host->gpu_pcie : r.fit.gpu->pcie).estimate.typical;
}

/// The chain's inputs for one way to start from one place.
inline unit::LoadSetup load_setup(const LoadInputs& in, const LoadRecords& r, const LoadPlan& plan, StartKind kind,
                                  catalog::WeightPlace from, const catalog::Loader* loader) {
  unit::LoadSetup s{.weights = plan.weights, .layers = plan.layers, .from = from, .loader = loader};
  s.form = detail::form_of(kind);
  s.state = detail::state_of(kind);
  s.new_host = kind == StartKind::new_host;
  s.streamed_image = in.streamed_image;
  s.builds_kernels = r.builds_kernels;
  s.compiles = in.replica.graphs;
  s.prefetch = in.prefetch && from != catalog::WeightPlace::host_ram;
  s.links = {place_rate(in, r, plan, from), pcie_rate(r), in.loads, plan.gpus};
  return s;
}

}  // namespace planner::plan
