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

inline void set_formats(FitSetup& s, const FitInputs& in, const catalog::Catalog& catalog) {
  const catalog::Checkpoint& own = s.model->checkpoint;
  const std::string weights = in.weights.empty() ? own.format : in.weights;
  const catalog::NumberFormat& format = entry(catalog.number_formats, weights, "weights");
  // A 32-bit checkpoint is served at 16 bit unless 32 bit is asked for.
  const bool full = in.weights == "fp32";
  const catalog::NumberFormat& plain = entry(catalog.number_formats, full ? "fp32" : "bf16", "weights");
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
  s.load.ranks = {.tensor = in.tensor_parallel,
                  .expert = in.expert_parallel ? in.tensor_parallel * in.data_parallel : 1};
  return s;
}

}  // namespace planner::plan
