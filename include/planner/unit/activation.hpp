#pragma once
#include <algorithm>

#include "planner/catalog/engine.hpp"
#include "planner/unit/pipeline.hpp"
#include "planner/unit/weights.hpp"

/// The peak of memory that a forward pass takes besides weights and cache, as an engine finds it by a trial run before
/// it sizes the cache. Mechanism from vLLM (v1/worker/gpu_model_runner.py: profile_run, and its sampler and fused MoE
/// kernels); its constants are `catalog::ActivationFacts`.
namespace planner::unit {

/// The largest batch of a step.
struct Batch {
  double tokens = 0, sequences = 0;
  double value_bytes = 2;  ///< of an activation
  [[nodiscard]] Bytes bytes(double values_per_token) const {
    return tokens * values_per_token * value_bytes * units::byte;
  }
};

namespace detail {

/// Values per token that the widest part of a layer makes before it comes back to the hidden size: gate, up and their
/// product; or queries, keys, values and the attention's output.
struct WidthOfPart {
  int hidden;
  Ranks ranks;
  double operator()(const catalog::Mlp& m) const { return (m.gated ? 3.0 : 2.0) * m.width / ranks.tensor; }
  double operator()(const catalog::Experts& e) const { return (e.gated ? 3.0 : 2.0) * e.shared_width / ranks.tensor; }
  double operator()(const catalog::Attention& a) const {
    return (2.0 * a.heads / ranks.tensor + 2.0 * heads_per_gpu(a.kv_heads, ranks.tensor)) * a.head_dim;
  }
  double operator()(const catalog::LatentAttention& a) const {
    const double head = 2.0 * (a.nope_dim + a.rope_dim) + 2.0 * a.value_dim;  // queries, keys, values, output
    return a.heads / ranks.tensor * head + a.query_rank + a.kv_rank + a.rope_dim;
  }
  double operator()(const catalog::Recurrent& r) const {
    return (3.0 * r.heads * r.head_dim + 2.0 * r.key_heads * r.key_dim) / ranks.tensor;
  }
};

/// Workspace of fused experts: for each of a token's experts, the gated width and the way back, the larger of each and
/// the hidden size.
inline double expert_workspace(const catalog::Experts& e, int hidden, Ranks ranks) {
  const double space = e.latent > 0 ? e.latent : hidden, width = static_cast<double>(e.width) / ranks.expert_tensor();
  return e.per_token * (std::max(width, space) + std::max((e.gated ? 2.0 : 1.0) * width, space));
}

struct StageWidths {
  double part = 0;     ///< of the widest part
  double experts = 0;  ///< workspace of the experts
};

inline StageWidths widths(const catalog::Stack& stack, const Stage& stage, Ranks ranks) {
  StageWidths w;
  for (std::size_t kind = 0; kind < stack.kinds.size(); ++kind) {
    if (stage.layers_of_kind[kind] == 0) continue;
    for (const catalog::Part& part : stack.kinds[kind].parts) {
      w.part = std::max(w.part, std::visit(WidthOfPart{stack.hidden, ranks}, part));
      if (const auto* e = std::get_if<catalog::Experts>(&part))
        w.experts = std::max(w.experts, expert_workspace(*e, stack.hidden, ranks));
    }
  }
  return w;
}

/// Tokens of the decoder for which a tower is run at once: a whole batch, and at least the largest item.
inline double encoder_tokens(const catalog::Encoder& e, const Batch& batch) {
  return std::max(batch.tokens, static_cast<double>(std::max(e.fixed_tokens, e.max_item_tokens)));
}

/// A tower's output and input, which stay while the decoder runs.
inline Bytes held_by_encoder(const catalog::Llm& m, const Batch& batch) {
  if (!m.encoder) return {};
  const double values = m.decoder.hidden + m.encoder->values_per_token;
  return encoder_tokens(*m.encoder, batch) * values * batch.value_bytes * units::byte;
}

/// The tower's own peak, before the decoder runs.
inline Bytes encoder_peak(const catalog::Llm& m, const Batch& batch, Ranks ranks, double hidden_buffers) {
  if (!m.encoder) return {};
  const catalog::Stack& tower = m.encoder->stack;
  const StageWidths w = widths(tower, pipeline(tower, 1).front(), ranks);
  const double inputs = encoder_tokens(*m.encoder, batch) * m.encoder->inputs_per_token;
  return inputs * (w.part + hidden_buffers * tower.hidden) * batch.value_bytes * units::byte;
}

}  // namespace detail

/// Whether a model's experts run in kernels that keep no workspace of the engine's (those for MXFP4 allocate inside).
inline bool keeps_expert_workspace(const catalog::Engine& engine, const WeightStorage& storage) {
  return engine.activation.keeps_expert_workspace && storage.of(Role::experts).id != "mxfp4";
}

namespace detail {

/// Logits, their copies in the sampler, the top-k kernel's scratch, and the hidden states that they come from.
inline Bytes sampler_bytes(const catalog::Llm& m, const catalog::ActivationFacts& facts, const Batch& batch) {
  const double per_logit = batch.value_bytes + facts.sampler_bytes.value();
  const double scratch = 4.0 * facts.top_k_rows.value() * m.vocabulary;
  const double hidden = (batch.tokens + batch.sequences) * m.decoder.hidden * batch.value_bytes;
  return (batch.sequences * m.vocabulary * per_logit + scratch + hidden) * units::byte;
}

}  // namespace detail

/// Peak of a forward pass by what makes it; the engine sets aside `total()`.
struct ActivationPeak {
  Bytes held{};  ///< stays throughout: workspace of the experts, outputs of a tower, buffers between stages
  Bytes layers{}, sampler{}, tower{};  ///< one after the other
  Bytes library{};                     ///< workspace of cuBLAS and the like
  [[nodiscard]] Bytes total() const { return held + std::max({layers, sampler, tower}) + library; }
};

/// The peak on one GPU of a stage. The engine's facts of activations must be known.
inline ActivationPeak activation_peak(const catalog::Llm& m, const Stage& stage, const WeightLoad& load,
                                      const Batch& batch) {
  const catalog::ActivationFacts& facts = load.engine->activation;
  const double buffers = facts.hidden_buffers.value(), hidden = m.decoder.hidden;
  const detail::StageWidths w = detail::widths(m.decoder, stage, load.ranks);
  const bool kept = keeps_expert_workspace(*load.engine, load.storage);
  ActivationPeak peak{.held = kept ? batch.bytes(w.experts) : Bytes{}, .library = facts.library_workspace.value()};
  if (stage.stages > 1) peak.held += batch.bytes(2 * hidden);  // hidden states and residual, sent or received
  if (stage.first()) peak.held += detail::held_by_encoder(m, batch);
  peak.layers = batch.bytes(std::max(w.part, kept ? 0.0 : w.experts) + buffers * hidden);
  if (stage.first()) peak.tower = detail::encoder_peak(m, batch, load.ranks, buffers);
  if (stage.last() && m.has_head()) peak.sampler = detail::sampler_bytes(m, facts, batch);
  return peak;
}

}  // namespace planner::unit
