#pragma once
#include <cmath>
#include <vector>

#include "planner/unit/load_rate.hpp"

/// From "this replica is wanted" to "it answers": the stages of a start, one after the other or overlapping.
namespace planner::unit {

/// What a host has kept from earlier starts.
enum class CacheState {
  nothing,   ///< a new host: no image, no caches
  image,     ///< the container image
  compiled,  ///< image, compiled graphs, built kernels, and the check of links between GPUs
};

/// How a replica is brought up.
enum class StartForm {
  cold,          ///< a new process
  wake_level_1,  ///< a sleeping process whose weights wait in host memory
  wake_level_2,  ///< a sleeping process that dropped its weights and reads them again
  snapshot,      ///< the process and its GPU memory are restored from an image of both
};

struct LoadSetup {
  Bytes weights{};  ///< of the files
  double layers = 0;
  StartForm form = StartForm::cold;
  CacheState state = CacheState::compiled;
  bool new_host = false;        ///< the host itself has to be provided first
  bool streamed_image = false;  ///< the image is read as it is needed
  bool builds_kernels = false;  ///< the model's kernels are built and tuned at the first start (quantised experts on
                                ///< Blackwell)
  bool compiles = true;         ///< false: the engine runs eagerly, without compiler and without graphs
  bool prefetch = false;        ///< weights come into host memory while the process starts
  catalog::WeightPlace from = catalog::WeightPlace::local_nvme;
  const catalog::Loader* loader = nullptr;
  LoadLinks links{};
};

enum class LoadStep {
  provision,
  image,
  process,
  peer_check,
  download,  ///< to host memory or a local disk, where the loader cannot read from the place itself
  weights,
  compile,
  kernel_build,
  capture,
  profile,
  first_request,
  wake,
  restore,
};

struct LoadStage {
  LoadStep step = LoadStep::weights;
  Bytes bytes{};  ///< that are moved; 0: none
  Estimate<BytesPerSecond> rate{};
  Estimate<Seconds> time{};          ///< not known where a rate is not
  bool overlaps = false;             ///< with the stage before it: the longer of the two counts
  std::optional<LoadLimit> limit{};  ///< of the rate, where several could hold it back
  /// What the time is worked out from, in the catalog: `times` x `fixed`, or the path of a loader. Null: neither.
  const Fact<Seconds>* fixed = nullptr;
  double times = 1;
  const catalog::LoadPath* path = nullptr;
};

struct LoadChain {
  std::vector<LoadStage> stages{};
  Estimate<Seconds> time{};  ///< p10, p50 and p90 over what is not known, not over repeats; unknown with any stage
  Bytes host_memory{};       ///< held while the replica waits in this form
};

namespace detail {

inline Estimate<Seconds> scaled(const Fact<Seconds>& fact, double by) {
  if (!fact.known()) return {};
  return {by * fact.estimate.low_or_typical(), by * fact.value(), by * fact.estimate.high_or_typical()};
}

/// Collects stages in their order.
struct Stages {
  std::vector<LoadStage> list{};

  void fixed(LoadStep step, const Fact<Seconds>& fact, double by = 1) {
    list.push_back({.step = step, .time = scaled(fact, by), .fixed = &fact, .times = by});
  }
  void transfer(LoadStep step, Bytes bytes, const Estimate<BytesPerSecond>& rate, bool overlaps = false) {
    list.push_back({step, bytes, rate, transfer_time(bytes, rate), overlaps});
  }
  /// Weights to the GPUs.
  void weights(const LoadSetup& s, const catalog::LoadPath& path, double gpus_per_uplink) {
    transfer(LoadStep::weights, s.weights, load_rate(path, s.links, gpus_per_uplink));
    list.back().limit = load_limit(path, s.links, gpus_per_uplink).limit;
  }
};

inline void add_image(Stages& stages, const catalog::ImageFacts& image, bool streamed) {
  if (streamed) {
    stages.fixed(LoadStep::image, image.streamed);
  } else {
    stages.transfer(LoadStep::image, image.size.known() ? image.size.value() : Bytes{}, image.compressed.estimate);
  }
}

/// What the place's link delivers, to a loader that only copies.
inline Estimate<BytesPerSecond> copy_rate(const LoadLinks& links) {
  return links.place ? Estimate<BytesPerSecond>::exactly(*links.place / links.loads) : Estimate<BytesPerSecond>{};
}

/// A snapshot's own rate, or what the place that it is read from delivers where that is less.
inline Estimate<BytesPerSecond> snapshot_rate(const Fact<BytesPerSecond>& own, const LoadLinks& links) {
  const Estimate<BytesPerSecond> place = copy_rate(links);
  if (!own.known() || !place.known()) return own.estimate;
  const BytesPerSecond most = place.value();
  return {std::min(own.estimate.low_or_typical(), most), std::min(own.value(), most),
          std::min(own.estimate.high_or_typical(), most)};
}

/// Weights go straight to the GPUs where the loader reads from that place and nothing is fetched ahead; else they are
/// copied into host memory first.
inline void add_weights(Stages& stages, const catalog::Loading& facts, const LoadSetup& s) {
  const double shared = facts.gpus_per_uplink.value();
  const catalog::LoadPath* direct = catalog::path_from(*s.loader, s.from);
  if (direct != nullptr && !s.prefetch) {
    stages.weights(s, *direct, shared);
    stages.list.back().path = direct;
    return;
  }
  stages.transfer(LoadStep::download, s.weights, copy_rate(s.links), s.prefetch);
  const catalog::LoadPath* staged = catalog::path_from(*s.loader, catalog::WeightPlace::host_ram);
  if (staged == nullptr) return stages.transfer(LoadStep::weights, s.weights, {});
  stages.weights(s, *staged, shared);
  stages.list.back().path = staged;
}

inline void add_engine(Stages& stages, const catalog::EngineStart& engine, const LoadSetup& s) {
  const bool kept = s.state == CacheState::compiled;
  if (s.compiles)
    stages.fixed(LoadStep::compile, kept ? engine.cached_compile_per_layer : engine.compile_per_layer, s.layers);
  if (s.builds_kernels && !kept) stages.fixed(LoadStep::kernel_build, engine.kernel_build);
  if (s.compiles) stages.fixed(LoadStep::capture, engine.capture_per_layer, s.layers);
  stages.fixed(LoadStep::profile, engine.profile);
  stages.fixed(LoadStep::first_request, engine.first_request);
}

inline void add_cold(Stages& stages, const catalog::Loading& facts, const LoadSetup& s) {
  if (s.new_host) stages.fixed(LoadStep::provision, facts.provision);
  if (s.state == CacheState::nothing) add_image(stages, facts.image, s.streamed_image);
  stages.fixed(LoadStep::process, facts.engine.process);
  if (s.links.gpus > 1 && s.state != CacheState::compiled) stages.fixed(LoadStep::peer_check, facts.engine.peer_check);
  add_weights(stages, facts, s);
  add_engine(stages, facts.engine, s);
}

inline void add_wake(Stages& stages, const catalog::Loading& facts, const LoadSetup& s) {
  stages.fixed(LoadStep::wake, facts.forms.wake);
  if (s.form == StartForm::wake_level_2) return add_weights(stages, facts, s);
  const catalog::LoadPath path{.from = catalog::WeightPlace::host_ram, .uplink_share = facts.forms.wake_uplink_share};
  stages.weights(s, path, facts.gpus_per_uplink.value());
}

}  // namespace detail

/// The stages whose times count: of those that overlap, the longest; one whose time is not known before all others.
inline std::vector<const LoadStage*> counted_stages(const std::vector<LoadStage>& stages) {
  std::vector<const LoadStage*> counted;
  for (const LoadStage& s : stages) {
    if (!s.overlaps || counted.empty()) {
      counted.push_back(&s);
    } else if (const LoadStage*& longest = counted.back();
               longest->time.known() && (!s.time.known() || s.time.typical > longest->time.typical)) {
      longest = &s;
    }
  }
  return counted;
}

/// Time of stages one after the other. Typical times add up; departures of the stages are independent errors and add up
/// as squares. Unknown with any stage.
inline Estimate<Seconds> total_time(const std::vector<LoadStage>& stages) {
  double typical = 0, below = 0, above = 0;
  for (const LoadStage* stage : counted_stages(stages)) {
    const Estimate<Seconds>& t = stage->time;
    if (!t.known()) return {};
    typical += t.value().base();
    below += std::pow((t.value() - t.low_or_typical()).base(), 2);
    above += std::pow((t.high_or_typical() - t.value()).base(), 2);
  }
  return {(typical - std::sqrt(below)) * units::second, typical * units::second,
          (typical + std::sqrt(above)) * units::second};
}

/// The stages of a start and their sum.
///
/// Cold: provide the host, pull the image, start the process, read the weights, compile, build kernels, capture graphs,
/// size the cache, answer once. A cached stage is left out or takes its cached time. Level 1 of sleep keeps the weights
/// in host memory and copies them back; level 2 reads them again from `from`; a snapshot restores the process with its
/// GPU memory, read at the snapshot's rate as far as its place delivers that.
///
/// @param facts the catalog's; the loader of `s` must be set
/// @return seconds as p10, p50, p90 over sources and set-ups; unknown where a needed rate is
/// Source: catalog section `loading`. Valid for one replica on one host; accuracy in docs/accuracy.md.
inline LoadChain load_chain(const catalog::Loading& facts, const LoadSetup& s) {
  detail::Stages stages;
  switch (s.form) {
    case StartForm::cold:
      detail::add_cold(stages, facts, s);
      break;
    case StartForm::wake_level_1:
    case StartForm::wake_level_2:
      detail::add_wake(stages, facts, s);
      break;
    case StartForm::snapshot:
      stages.fixed(LoadStep::restore, facts.forms.restore);
      stages.transfer(LoadStep::weights, s.weights, detail::snapshot_rate(facts.forms.snapshot_rate, s.links));
      break;
  }
  const bool in_host =
      s.form == StartForm::wake_level_1 || (s.form == StartForm::cold && s.from == catalog::WeightPlace::host_ram);
  const Estimate<Seconds> time = total_time(stages.list);
  return {std::move(stages.list), time, in_host ? s.weights : Bytes{}};
}

}  // namespace planner::unit
