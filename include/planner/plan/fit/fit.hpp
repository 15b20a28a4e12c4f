#pragma once
#include "planner/plan/fit/fit_trace.hpp"
#include "planner/plan/fit/memory.hpp"
#include "planner/plan/fit/rules.hpp"

namespace planner::plan {

/// Verdicts nearer to the limit than this share of the card are `marginal`.
inline constexpr double marginal_share = 0.02;

namespace detail {

/// The cache of every stage, cut into pages.
inline std::vector<unit::CachePool> stage_pools(const FitSetup& s, const std::vector<unit::Stage>& stages) {
  std::vector<unit::CachePool> pools;
  pools.reserve(stages.size());
  for (const unit::Stage& stage : stages)
    pools.push_back(
        unit::cache_pool(unit::caches_of(s.model->decoder, stage, s.load.ranks.tensor, s.cache), *s.engine));
  return pools;
}

inline unit::SequenceShape sequence_of(const FitSetup& s, double tokens) {
  return {tokens, s.batch.tokens, s.model->encoder ? static_cast<double>(s.model->encoder->fixed_tokens) : 0.0};
}

/// Sequences of that length that the pool holds at once.
inline double concurrency(const unit::CachePool& pool, Bytes memory, const unit::SequenceShape& sequence) {
  return pool.pages(memory) * pool.page_bytes * units::byte / pool.sequence_bytes(sequence);
}

inline std::size_t tightest_stage(const FitSetup& s, const FitPlan& plan, const std::vector<unit::CachePool>& pools) {
  const unit::SequenceShape sequence = sequence_of(s, s.max_len);
  std::size_t tightest = 0;
  for (std::size_t i = 1; i < pools.size(); ++i) {
    if (concurrency(pools[i], plan.stages[i].cache, sequence) <
        concurrency(pools[tightest], plan.stages[tightest].cache, sequence))
      tightest = i;
  }
  return tightest;
}

/// The longest sequence that the pool holds, found by bisection: what a sequence takes never falls with its length.
inline double largest_len(const FitSetup& s, const unit::CachePool& pool, Bytes memory) {
  const Bytes usable = pool.pages(memory) * pool.page_bytes * units::byte;
  constexpr double longest = 1e9;  // where the model does not say
  double fits = 0, fails = (s.model->positions > 0 ? s.model->positions : longest) + 1.0;
  while (fails - fits > 1) {
    const double middle = whole_down((fits + fails) / 2);
    (pool.sequence_bytes(sequence_of(s, middle)) <= usable ? fits : fails) = middle;
  }
  return fits;
}

inline void fill_cache(FitPlan& plan, const FitSetup& s, const std::vector<unit::CachePool>& pools) {
  for (std::size_t i = 0; i < pools.size(); ++i) {
    if (pools[i].caches()) plan.stages[i].sequence = pools[i].sequence_bytes(sequence_of(s, s.max_len));
  }
  plan.tightest = tightest_stage(s, plan, pools);
  const unit::CachePool& pool = pools[plan.tightest];
  if (!pool.caches()) return;
  const Bytes memory = plan.stages[plan.tightest].cache;
  plan.bytes_per_token = pool.bytes_per_token;
  plan.block_tokens = pool.groups.front().block_tokens;
  plan.max_concurrency = concurrency(pool, memory, sequence_of(s, s.max_len));
  plan.kv_tokens = unit::printed_tokens(pool, memory, sequence_of(s, s.max_len), s.engine->tokens_by_concurrency);
  plan.largest_max_len = largest_len(s, pool, memory);
}

/// What each stage has beyond one sequence, and outside the budget; the least of all.
inline Bytes margin_of(const FitPlan& plan) {
  Bytes least = plan.card;
  for (const StageFit& f : plan.stages) least = std::min({least, f.cache - f.sequence, f.outside_room});
  return least;
}

/// The first rule that memory breaks on a stage.
inline void check_memory(FitPlan& plan, const FitSetup& s) {
  for (const StageFit& f : plan.stages) {
    const Bytes budget = s.utilization * s.card, rest = f.activation + f.non_torch;
    if (f.weights + f.adapters >= budget) {
      plan.reasons.push_back({FitRule::weights, (f.weights + f.adapters).base(), budget.base()});
    } else if (f.cache < Bytes{}) {
      plan.reasons.push_back({FitRule::pool, rest.base(), (budget - f.weights - f.adapters).base()});
    } else if (f.sequence > f.cache) {
      plan.reasons.push_back({FitRule::sequence, f.sequence.base(), f.cache.base()});
    } else if (f.outside_room < Bytes{}) {
      plan.reasons.push_back({FitRule::outside, (s.card - budget - f.outside_room).base(), (s.card - budget).base()});
    } else {
      continue;
    }
    return;
  }
}

/// The cache of the first stage with everything estimated at its largest and at its smallest.
inline void spread_cache(FitPlan& plan, const FitSetup& s, const FitInputs& in) {
  plan.cache_low = plan.cache_high = plan.stages.front().cache;
  if (const Fact<Bytes>& e = s.engine->activation.error; e.known() && !in.measured.activation) {
    plan.cache_low -= e.value();
    plan.cache_high += e.value();
  }
  const Fact<Bytes>* n = non_torch_fact(*s.engine, s.load.ranks.tensor, in.pipeline_parallel);
  if (n != nullptr && !in.measured.non_torch) {
    plan.cache_low -= n->estimate.high_or_typical() - n->value();
    plan.cache_high += n->value() - n->estimate.low_or_typical();
  }
}

inline void judge(FitPlan& plan, const FitSetup& s) {
  plan.margin = margin_of(plan);
  plan.fits = plan.reasons.empty();
  const bool by_memory =
      std::ranges::all_of(plan.reasons, [](const FitReason& r) { return r.rule > FitRule::positions; });
  const bool near = std::max(plan.margin, -plan.margin) < marginal_share * s.card;
  plan.status = by_memory && near ? Status::marginal : plan.fits ? Status::ok : Status::infeasible;
  if (!plan.fits) {
    plan.binding = plan.reasons.front().rule;
  } else if (plan.bytes_per_token <= 0) {
    plan.binding = FitRule::nothing;
  } else {
    plan.binding = plan.max_concurrency > s.batch.sequences ? FitRule::sequences : FitRule::cache;
  }
}

inline Unpublished unpublished_parts(const FitSetup& s, const FitInputs& in) {
  const auto* non_torch = non_torch_fact(*s.engine, s.load.ranks.tensor, in.pipeline_parallel);
  return {.activation = !activation_known(s.engine->activation) && !in.measured.activation,
          .non_torch = non_torch == nullptr && !in.measured.non_torch,
          .graphs = in.graphs && !s.engine->graphs.fixed.known() && !in.measured.graphs};
}

/// What was not known or not given, by the name of the input.
inline void note_gaps(FitPlan& plan, const FitSetup& s, const FitInputs& in) {
  if (s.reserve_assumed) plan.unknown.emplace_back("memory that the driver keeps of this card");
  if (plan.unpublished.activation) plan.unknown.emplace_back("activation peak of this engine");
  if (plan.unpublished.non_torch) plan.unknown.emplace_back("memory beside the allocator of this engine");
  if (plan.unpublished.graphs) plan.unknown.emplace_back("CUDA graphs of this engine");
  if (!s.engine->late.logit_copies.known())
    plan.unknown.emplace_back("memory that this engine allocates after its cache");
  if (!in.graphs) plan.unknown.emplace_back("what launches cost without CUDA graphs: times are with them");
  if (!in.utilization) plan.defaults.emplace_back("utilization");
  if (!in.max_len) plan.defaults.emplace_back("max_len");
  if (!in.batched_tokens) plan.defaults.emplace_back("max_batched_tokens");
  if (!in.sequences) plan.defaults.emplace_back("max_seqs");
  if (in.weights.empty()) plan.defaults.emplace_back("weights");
  if (in.kv_cache.empty()) plan.defaults.emplace_back("kv_cache");
}

inline FitPlan plan_of(const FitSetup& s, const FitInputs& in) {
  FitPlan plan{.gpus = static_cast<double>(in.tensor_parallel * in.pipeline_parallel * in.data_parallel)};
  plan.card = s.card;
  plan.utilization = s.utilization;
  plan.reserved = s.utilization * s.card;
  plan.max_len = s.max_len;
  plan.batched_tokens = s.batch.tokens;
  plan.sequences = s.batch.sequences;
  plan.weights = s.load.storage.format->id;
  plan.kv_cache = s.cache.values->id;
  plan.unpublished = unpublished_parts(s, in);
  plan.reasons = broken_rules(s, in);
  return plan;
}

}  // namespace detail

/// Whether a model fits on GPUs of one kind, with how much cache, context and concurrency.
///
/// Per GPU of every pipeline stage: weights with what is replicated, the peak of activations, other allocations, then
/// by the engine's rule the cache, cut into its pages. A sequence takes the pages of all groups of layers.
///
/// @param in  degrees of parallelism at least 1; lengths and counts in tokens and sequences, above 0
/// @return    memory in bytes; status `infeasible` with reasons where it does not fit, `marginal` within 2 % of the
///            card, `unknown` where the card's memory or the model's length is not known
/// @throws InputError `catalog.unknown_id` for ids that the catalog does not have
/// Source: vLLM (gpu_worker.py, kv_cache_utils.py), SGLang and TensorRT-LLM by their documentation; constants of an
/// engine are in the catalog with the runs that they were fitted on. Accuracy: docs/accuracy.md.
inline FitPlan plan_fit(const catalog::Catalog& catalog, const FitInputs& in, Trace* trace = nullptr) {
  const FitSetup s = set_up(catalog, in);
  FitPlan plan = detail::plan_of(s, in);
  detail::note_gaps(plan, s, in);
  if (spans_hosts(catalog, in))
    plan.unknown.emplace_back("speed of a tensor-parallel group that spans hosts: no host has so many of these GPUs");
  if (s.card <= Bytes{} || s.max_len <= 0) {
    plan.unknown.emplace_back(s.card <= Bytes{} ? "memory of this card" : "length that this model was made for");
    plan.status = Status::unknown;
    return plan;
  }
  const bool splits =
      std::ranges::all_of(plan.reasons, [](const FitReason& r) { return r.rule == FitRule::positions; });
  if (!splits) {
    plan.status = Status::infeasible;
    plan.binding = plan.reasons.front().rule;
    return plan;
  }
  const std::vector<unit::Stage> stages = unit::pipeline(s.model->decoder, in.pipeline_parallel);
  plan.stages = stage_memory(s, in, stages);
  const std::vector<unit::CachePool> pools = detail::stage_pools(s, stages);
  detail::fill_cache(plan, s, pools);
  const StageFit& tight = plan.stages[plan.tightest];
  plan.needed = tight.weights + tight.activation + tight.non_torch + tight.adapters + tight.sequence + tight.graphs;
  detail::spread_cache(plan, s, in);
  detail::check_memory(plan, s);
  detail::judge(plan, s);
  if (trace != nullptr) detail::trace_fit(*trace, s, in, plan, pools[plan.tightest]);
  return plan;
}

}  // namespace planner::plan
