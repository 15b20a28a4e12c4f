#pragma once
#include <algorithm>

#include "planner/base/error.hpp"
#include "planner/catalog/catalog.hpp"
#include "planner/plan/fit/inputs.hpp"
#include "planner/unit/activation.hpp"
#include "planner/unit/cache_pool.hpp"

/// The records and sizes that a question about fitting speaks of.
namespace planner::plan {

/// What the driver keeps of a card where nobody has published it: the middle of the published ones (448 to 947 MiB).
inline constexpr Bytes assumed_driver_reserve = 0.5 * units::GiB;  // assumed

struct FitSetup {
  const catalog::Llm* model = nullptr;
  const catalog::Gpu* gpu = nullptr;
  const catalog::Engine* engine = nullptr;
  unit::WeightLoad load{};
  unit::CacheFormat cache{};
  unit::Batch batch{};
  unit::Ranks attention{};  ///< split of attention and cache
  Bytes card{}, context{};  ///< memory that the engine sees; CUDA context of one process
  bool reserve_assumed = false;
  double utilization = 0, max_len = 0;
};

namespace detail {

template <class Map>
auto& entry(Map& entries, const std::string& id, const char* what) {
  auto* found = catalog::find(entries, id);
  if (found == nullptr) throw InputError({{what, "catalog.unknown_id", '"' + id + '"', "is not in the catalog.", ""}});
  return *found;
}

/// Cards from some size on take larger batches, unless their architecture is an exception.
inline catalog::BatchDefaults batch_defaults(const catalog::Engine& engine, const catalog::Gpu& gpu, Bytes card) {
  const bool never = std::ranges::find(engine.never_large, gpu.architecture) != engine.never_large.end();
  return card >= engine.large_card && !never ? engine.defaults_large : engine.defaults;
}

/// The card as an engine sees it: without what the driver keeps for itself.
inline void set_card(FitSetup& s, const FitInputs& in) {
  if (in.card) {
    s.card = *in.card;
  } else if (s.gpu->memory.known()) {
    s.reserve_assumed = !s.gpu->driver_reserved.known();
    s.card = s.gpu->memory.value() - (s.reserve_assumed ? assumed_driver_reserve : s.gpu->driver_reserved.value());
  }
}

/// Whether the card computes in that format, as far as its record tells.
inline bool computes_in(const catalog::Gpu& gpu, const catalog::NumberFormat& format) {
  const bool known = gpu.compute_capability.known() && format.compute_capability.known();
  return !known || gpu.compute_capability.value() >= format.compute_capability.value();
}

/// The format of activations and of all that is not quantised. A 32-bit checkpoint is served at 16 bit unless 32 bit is
/// asked for.
inline const catalog::NumberFormat& plain_format(const FitSetup& s, const FitInputs& in,
                                                 const catalog::Catalog& catalog) {
  for (const char* asked : {"fp32", "fp16", "bf16"})
    if (in.weights == asked) return entry(catalog.number_formats, asked, "weights");
  const catalog::NumberFormat& usual = entry(catalog.number_formats, "bf16", "weights");
  const bool other = s.engine->falls_back_to_fp16 && !computes_in(*s.gpu, usual);
  return other ? entry(catalog.number_formats, "fp16", "weights") : usual;
}

inline void set_formats(FitSetup& s, const FitInputs& in, const catalog::Catalog& catalog) {
  const catalog::Checkpoint& own = s.model->checkpoint;
  const std::string weights = in.weights.empty() ? own.format : in.weights;
  const catalog::NumberFormat& format = entry(catalog.number_formats, weights, "weights");
  const catalog::NumberFormat& plain = plain_format(s, in, catalog);
  s.load.storage = {.format = format.quantised() ? &format : &plain, .plain = &plain};
  if (weights == own.format) s.load.storage.covers = own.covers;
  if (in.covers) s.load.storage.covers = *in.covers;
  s.batch.value_bytes = plain.bits / 8;
  const std::string cache = !in.kv_cache.empty() ? in.kv_cache : !own.kv_format.empty() ? own.kv_format : plain.id;
  s.cache = {.values = &entry(catalog.number_formats, cache, "kv_cache"), .activation_bytes = s.batch.value_bytes};
}

/// Where a prompt is not cut into chunks, a step holds a whole sequence.
inline void set_batch(FitSetup& s, const FitInputs& in) {
  const catalog::BatchDefaults defaults = batch_defaults(*s.engine, *s.gpu, s.card);
  s.max_len = in.max_len.value_or(s.model->positions);
  s.batch.tokens = in.batched_tokens.value_or(defaults.batched_tokens);
  if (s.engine->batch_follows_length && !in.batched_tokens) s.batch.tokens = std::max(s.batch.tokens, s.max_len);
  s.batch.sequences = in.sequences.value_or(defaults.sequences);
}

/// Data-parallel replicas share experts that are spread over them, and with some engines also those that are cut.
inline unit::Ranks ranks_of(const catalog::Engine& engine, const FitInputs& in) {
  const bool shared = in.expert_parallel || engine.cuts_experts_over_replicas;
  return {.tensor = in.tensor_parallel,
          .expert = in.expert_parallel ? in.tensor_parallel * in.data_parallel : 1,
          .replicas = shared ? in.data_parallel : 1};
}

}  // namespace detail

/// Looks up what the question names. Throws InputError for an id that the catalog does not have.
inline FitSetup set_up(const catalog::Catalog& catalog, const FitInputs& in) {
  FitSetup s;
  s.model = &detail::entry(catalog.models, in.model, "model");
  s.gpu = &detail::entry(catalog.gpus, in.gpu, "gpu");
  s.engine = &detail::entry(catalog.engines, in.engine, "engine");
  s.utilization = in.utilization.value_or(s.engine->utilization);
  detail::set_card(s, in);
  if (catalog.gpu_sharing.cuda_context.known()) s.context = catalog.gpu_sharing.cuda_context.value();
  detail::set_formats(s, in, catalog);
  detail::set_batch(s, in);
  s.load.engine = s.engine;
  s.load.with_mtp = in.with_mtp;
  s.load.ranks = detail::ranks_of(*s.engine, in);
  return s;
}

}  // namespace planner::plan
