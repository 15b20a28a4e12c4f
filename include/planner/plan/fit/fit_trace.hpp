#pragma once
#include "planner/evidence/trace.hpp"
#include "planner/plan/fit/plan.hpp"
#include "planner/plan/fit/setup.hpp"

/// The derivation of an answer about fitting, for the stage that decides.
namespace planner::plan::detail {

inline void trace_weights(Trace& t, const StageFit& f, bool measured) {
  if (measured) {
    t.input("weights", f.weights, "measured, as given");
    return;
  }
  t.input("weights.layers", f.weight_parts.layers, "catalog architecture", "matrices and norms of the stage's layers");
  t.input("weights.vocabulary", f.weight_parts.vocabulary, "catalog architecture", "embedding, head, other matrices");
  t.input("weights.tower", f.weight_parts.tower, "catalog architecture");
  t.input("weights.mtp", f.weight_parts.mtp, "catalog architecture");
  t.input("weights.tables", f.weight_parts.tables, "catalog architecture", "sines and cosines of rotary embeddings");
  t.step("weights", "weights.layers + weights.vocabulary + weights.tower + weights.mtp + weights.tables", f.weights);
}

inline void trace_activation(Trace& t, const StageFit& f, const FitSetup& s, bool measured) {
  if (measured) {
    t.input("activation", f.activation, "measured, as given");
    return;
  }
  const unit::ActivationPeak& a = f.activation_parts;
  t.input("activation.held", a.held, "engine " + s.engine->id,
          "expert workspace, tower outputs, buffers between stages");
  t.input("activation.layers", a.layers, "engine " + s.engine->id);
  t.input("activation.sampler", a.sampler, s.engine->activation.sampler_bytes.cited());
  t.input("activation.tower", a.tower, "engine " + s.engine->id);
  t.input("activation.library", a.library, s.engine->activation.library_workspace.cited());
  t.step("activation",
         "activation.held + max(activation.layers, activation.sampler, activation.tower) + activation.library",
         f.activation);
}

inline void trace_cache(Trace& t, const StageFit& f, const FitSetup& s) {
  switch (s.engine->budget) {
    case catalog::CacheBudget::share_of_card:
      t.step("cache", "utilization * card - weights - adapters - activation - non_torch", f.cache);
      return;
    case catalog::CacheBudget::static_share:
      t.step("cache", "utilization * (card - context) - weights - adapters", f.cache);
      return;
    case catalog::CacheBudget::share_of_rest:
      t.step("cache", "utilization * (card - context - weights - adapters - activation - non_torch)", f.cache);
      return;
  }
}

inline void trace_fit(Trace& t, const FitSetup& s, const FitInputs& in, const FitPlan& plan,
                      const unit::CachePool& pool) {
  const StageFit& f = plan.stages[plan.tightest];
  t.input("card", s.card, in.card ? "as given" : s.gpu->memory.cited(), "without what the driver keeps for itself");
  t.input("utilization", s.utilization, in.utilization ? "as given" : "default of " + s.engine->id);
  t.input("context", s.context, "catalog gpu_sharing.cuda_context", "of one process");
  trace_weights(t, f, in.measured.weights.has_value());
  t.input("adapters", f.adapters, "rank x (inputs + outputs) per matrix and slot (arXiv 2106.09685)");
  trace_activation(t, f, s, in.measured.activation.has_value());
  t.input("non_torch", f.non_torch, in.measured.non_torch ? "measured, as given" : "engine " + s.engine->id);
  trace_cache(t, f, s);
  if (!pool.caches()) return;
  t.input("page", pool.page_bytes * units::byte, "cache of the layers", "over the layers of one group");
  t.input("sequence", f.sequence, "pages of one sequence of that length in all groups");
  t.step("pages", "max(0, floor(cache / page))", pool.pages(f.cache));
  t.step("max_concurrency", "pages * page / sequence", plan.max_concurrency);
}

}  // namespace planner::plan::detail
