#pragma once
#include "planner/plan/fit/plan.hpp"
#include "planner/plan/fit/setup.hpp"

/// Memory of the stages: what is estimated, and what a log gave instead.
namespace planner::plan {

namespace detail {

/// The entry for the largest tensor-parallel degree that does not exceed `ranks`.
inline const Fact<Bytes>* non_torch_fact(const catalog::Engine& engine, int ranks, int stages) {
  if (ranks == 1 && stages > 1 && engine.non_torch_pipeline.known()) return &engine.non_torch_pipeline;
  const Fact<Bytes>* best = nullptr;
  for (const catalog::NonTorch& n : engine.non_torch) {
    if (n.tensor_parallel <= ranks && n.bytes.known()) best = &n.bytes;
  }
  return best;
}

inline Bytes value_or_zero(const Fact<Bytes>& fact) { return fact.known() ? fact.value() : Bytes{}; }

inline bool has_experts(const catalog::Stack& stack, const unit::Stage& stage) {
  for (std::size_t kind = 0; kind < stack.kinds.size(); ++kind) {
    for (const catalog::Part& part : stack.kinds[kind].parts) {
      if (std::holds_alternative<catalog::Experts>(part) && stage.layers_of_kind[kind] > 0) return true;
    }
  }
  return false;
}

inline Bytes graph_bytes(const FitSetup& s, const unit::Stage& stage) {
  const catalog::GraphFacts& g = s.engine->graphs;
  const bool split = s.load.ranks.tensor > 1 && g.fixed_tensor_parallel.known();
  return value_or_zero(split ? g.fixed_tensor_parallel : g.fixed) + stage.layers * value_or_zero(g.per_layer) +
         (has_experts(s.model->decoder, stage) ? value_or_zero(g.experts) : Bytes{});
}

inline bool activation_known(const catalog::ActivationFacts& a) {
  return a.hidden_buffers.known() && a.sampler_bytes.known() && a.top_k_rows.known() && a.library_workspace.known();
}

inline StageFit estimated(const FitSetup& s, const FitInputs& in, const unit::Stage& stage) {
  StageFit fit{.weight_parts = unit::weights_per_gpu(*s.model, stage, s.load)};
  if (activation_known(s.engine->activation))
    fit.activation_parts = unit::activation_peak(*s.model, stage, s.load, s.batch);
  fit.weights = fit.weight_parts.total();
  fit.activation = fit.activation_parts.total();
  if (const Fact<Bytes>* fact = non_torch_fact(*s.engine, s.load.ranks.tensor, stage.stages))
    fit.non_torch = fact->value();
  if (in.graphs) fit.graphs = graph_bytes(s, stage);
  fit.adapters = unit::adapter_bytes(*s.model, stage, s.load.ranks, in.adapters);
  fit.layers = stage.layers;
  return fit;
}

/// A measured part replaces the estimate of the first stage; the others keep their estimated distance from it.
inline void replace(std::vector<StageFit>& stages, Bytes StageFit::* part, const std::optional<Bytes>& measured) {
  if (!measured) return;
  const Bytes correction = *measured - stages.front().*part;
  for (StageFit& s : stages) s.*part += correction;
}

/// What is left for the cache, by the engine's rule.
inline Bytes cache_bytes(const FitSetup& s, const StageFit& fit) {
  const Bytes loaded = fit.weights + fit.adapters;
  switch (s.engine->budget) {
    case catalog::CacheBudget::share_of_card:
      return s.utilization * s.card - loaded - fit.activation - fit.non_torch;
    case catalog::CacheBudget::static_share:
      return s.utilization * (s.card - s.context) - loaded;
    case catalog::CacheBudget::share_of_rest:
      return s.utilization * (s.card - s.context - loaded - fit.activation - fit.non_torch);
  }
  return {};
}

/// Allocated after the cache, on the stage with the sampler.
inline Bytes late_bytes(const FitSetup& s, const unit::Stage& stage) {
  const catalog::LateFacts& late = s.engine->late;
  if (!late.logit_copies.known() || !stage.last() || !s.model->has_head()) return {};
  const bool mxfp4 = s.load.storage.of(unit::Role::experts).id == "mxfp4" && has_experts(s.model->decoder, stage);
  const bool more = mxfp4 && late.logit_copies_mxfp4.known();
  const double copies = late.logit_copies.value() + (more ? late.logit_copies_mxfp4.value() : 0.0);
  return copies * 4.0 * s.batch.sequences * s.model->vocabulary * units::byte;
}

/// What is left of the card once everything is up: the CUDA context, graphs and late allocations are in no budget.
inline Bytes outside_room(const FitSetup& s, const StageFit& fit, const unit::Stage& stage) {
  return s.card - fit.weights - fit.adapters - fit.activation - fit.non_torch - fit.cache - fit.graphs - s.context -
         late_bytes(s, stage);
}

}  // namespace detail

/// The memory of every stage.
inline std::vector<StageFit> stage_memory(const FitSetup& s, const FitInputs& in,
                                          const std::vector<unit::Stage>& stages) {
  std::vector<StageFit> fits;
  fits.reserve(stages.size());
  for (const unit::Stage& stage : stages) fits.push_back(detail::estimated(s, in, stage));
  detail::replace(fits, &StageFit::weights, in.measured.weights);
  detail::replace(fits, &StageFit::activation, in.measured.activation);
  detail::replace(fits, &StageFit::non_torch, in.measured.non_torch);
  detail::replace(fits, &StageFit::graphs, in.measured.graphs);
  for (std::size_t i = 0; i < fits.size(); ++i) {
    fits[i].cache = detail::cache_bytes(s, fits[i]);
    fits[i].outside_room = detail::outside_room(s, fits[i], stages[i]);
  }
  return fits;
}

}  // namespace planner::plan
