#pragma once
#include "planner/catalog/engine.hpp"
#include "planner/unit/pipeline.hpp"
#include "planner/unit/stored_matrix.hpp"

/// Bytes that the weights of a model take on one GPU.
namespace planner::unit {

/// How a model is loaded: its split over GPUs, the stored format, the engine's habits.
struct WeightLoad {
  Ranks ranks{};
  WeightStorage storage{};
  const catalog::Engine* engine = nullptr;  ///< null: as the files hold it, without padding, copies and tables
  bool with_mtp = false;

  [[nodiscard]] Bytes bytes(const Matrix& m) const {
    return held(m, storage.of(m.role), engine != nullptr && engine->pages_of_torch);
  }
};

namespace detail {

inline std::int64_t rounded_up(std::int64_t value, int multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

/// Some kernels want the dimensions of experts rounded up. A gated projection has two widths in its rows.
inline Matrix padded(Matrix m, const WeightLoad& load, bool gated) {
  for (const catalog::ExpertPadding& p : load.engine->expert_padding) {
    if (p.format != load.storage.of(m.role).id) continue;
    const bool down = m.split == Split::columns;
    m.rows = rounded_up(m.rows, down ? p.hidden : (gated ? 2 : 1) * p.width);
    m.columns = rounded_up(m.columns, down ? p.width : p.hidden);
  }
  return m;
}

inline Bytes part_bytes(const catalog::Part& part, int hidden, const WeightLoad& load) {
  const auto* experts = std::get_if<catalog::Experts>(&part);
  Bytes sum = load.storage.vectors(vectors_of(part));
  for_each_matrix(part, hidden, load.ranks, [&](const Matrix& m) {
    const bool expert = load.engine != nullptr && experts != nullptr && m.role == Role::experts;
    sum += load.bytes(expert ? padded(m, load, experts->gated) : m);
  });
  return sum;
}

/// Engines keep a second, 16-bit copy of latent attention's up projection of keys and values, laid out for decoding
/// (DeepSeek-V2, arXiv 2405.04434 §2.1.2: absorbed into the query and output projections).
inline Bytes absorbed_copy(const catalog::Part& part, const WeightLoad& load) {
  const auto* a = std::get_if<catalog::LatentAttention>(&part);
  if (a == nullptr || load.engine == nullptr) return {};
  const double heads = a->heads / load.ranks.tensor;
  return load.storage.vectors(heads * (a->nope_dim + a->value_dim) * a->kv_rank);
}

inline Bytes layer_bytes(const catalog::Layer& layer, int hidden, const WeightLoad& load) {
  Bytes sum = load.storage.vectors(static_cast<double>(layer.vectors));
  for (const catalog::Part& part : layer.parts) sum += part_bytes(part, hidden, load) + absorbed_copy(part, load);
  return sum;
}

inline Bytes extra_bytes(const catalog::Stack& stack, const WeightLoad& load) {
  Bytes sum = load.storage.vectors(static_cast<double>(stack.vectors));
  for (const catalog::NamedMatrix& m : stack.extra) sum += load.bytes({Role::other, Split::whole, m.rows, m.columns});
  return sum;
}

/// A stack that is loaded as a whole: a tower, or the multi-token-prediction layers.
inline Bytes stack_bytes(const catalog::Stack& stack, const WeightLoad& load) {
  Bytes sum = extra_bytes(stack, load);
  for (const catalog::LayerRun& run : stack.runs) sum += run.layers * layer_bytes(stack.kind(run), stack.hidden, load);
  return sum;
}

/// Engines quantise the text model only.
inline WeightLoad without_format(WeightLoad load) {
  load.storage.format = load.storage.plain;
  return load;
}

/// Embedding or head: rows of the padded vocabulary are cut over the tensor-parallel group.
inline Bytes vocabulary_bytes(const catalog::Llm& m, Role role, const WeightLoad& load) {
  const int padding = load.engine != nullptr ? load.engine->vocabulary_padding : 1;
  return load.bytes({role, Split::rows, rounded_up(m.vocabulary, padding) / load.ranks.tensor, m.decoder.hidden});
}

inline Bytes embedding_and_head(const catalog::Llm& m, const Stage& stage, const WeightLoad& load) {
  const bool head = stage.last() && m.has_head();
  Bytes sum{};
  if (stage.first() || (head && m.tied_head)) sum += vocabulary_bytes(m, Role::embedding, load);
  if (head && !m.tied_head) sum += vocabulary_bytes(m, Role::head, load);
  return sum;
}

inline Bytes stage_layers(const catalog::Llm& m, const Stage& stage, const WeightLoad& load) {
  Bytes sum{};
  for (std::size_t kind = 0; kind < m.decoder.kinds.size(); ++kind) {
    const int layers = stage.layers_of_kind[kind];
    if (layers > 0) sum += layers * layer_bytes(m.decoder.kinds[kind], m.decoder.hidden, load);
  }
  return sum;
}

}  // namespace detail

/// What is loaded on one GPU.
struct WeightParts {
  Bytes layers{};      ///< with all that is replicated in them: norms, routers, latent down projections
  Bytes vocabulary{};  ///< embedding and head, and other matrices outside the layers
  Bytes tower{};       ///< of images or sound
  Bytes mtp{};         ///< multi-token-prediction layers
  Bytes tables{};      ///< sines and cosines of rotary embeddings
  [[nodiscard]] Bytes total() const { return layers + vocabulary + tower + mtp + tables; }
};

/// Bytes on one GPU of a pipeline stage: the first stage has the embedding and a tower, the last the head and, if asked
/// for, the multi-token-prediction layers.
inline WeightParts weights_per_gpu(const catalog::Llm& m, const Stage& stage, const WeightLoad& load) {
  WeightParts parts{.layers = detail::stage_layers(m, stage, load),
                    .vocabulary = detail::embedding_and_head(m, stage, load)};
  if (stage.last()) parts.vocabulary += detail::extra_bytes(m.decoder, load);
  if (stage.first() && m.encoder) parts.tower = detail::stack_bytes(m.encoder->stack, detail::without_format(load));
  if (stage.last() && load.with_mtp && m.mtp) parts.mtp = detail::stack_bytes(*m.mtp, load);
  if (load.engine != nullptr) parts.tables = load.storage.vectors(m.rotary_values);
  return parts;
}

/// Bytes of the weight files in that format.
inline Bytes checkpoint_bytes(const catalog::Llm& m, const WeightStorage& storage, bool with_mtp) {
  return weights_per_gpu(m, pipeline(m.decoder, 1).front(), {{}, storage, nullptr, with_mtp}).total();
}

}  // namespace planner::unit
