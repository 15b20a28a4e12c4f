#pragma once
#include "planner/unit/matrices.hpp"

namespace planner::unit {

/// Values of a model, or of a part of it: all, and those that one token touches.
struct Parameters {
  double total = 0, active = 0;
  Parameters& operator+=(Parameters o) {
    total += o.total;
    active += o.active;
    return *this;
  }
};

/// Values of one layer: its vectors, and the matrices of its parts.
inline Parameters count(const catalog::Layer& layer, int hidden) {
  Parameters n{static_cast<double>(layer.vectors), static_cast<double>(layer.vectors)};
  for (const catalog::Part& part : layer.parts) {
    n += {vectors_of(part), active_vectors_of(part)};
    for_each_matrix(part, hidden, {}, [&](const Matrix& m) { n += {m.values(), m.used * m.values()}; });
  }
  return n;
}

/// Values of a stack of layers, and of the matrices that stand outside them.
inline Parameters count(const catalog::Stack& stack) {
  const auto own = static_cast<double>(stack.vectors);
  Parameters n{own, own};
  for (const catalog::NamedMatrix& m : stack.extra) {
    const auto values = static_cast<double>(m.rows) * static_cast<double>(m.columns);
    n += {values, values};
  }
  for (const catalog::LayerRun& run : stack.runs) {
    const Parameters one = count(stack.kind(run), stack.hidden);
    n += {run.layers * one.total, run.layers * one.active};
  }
  return n;
}

/// Values of the token embedding, which the head repeats unless it is tied.
inline double embedding_values(const catalog::Llm& m) {
  return static_cast<double>(m.vocabulary) * static_cast<double>(m.decoder.hidden);
}

/// Parameters of the decoder with embedding and head, without multi-token-prediction layers and without a tower.
/// `active` counts every matrix that a token touches, both embeddings included.
inline Parameters decoder_parameters(const catalog::Llm& m) {
  Parameters n = count(m.decoder);
  const double matrices = m.has_head() && !m.tied_head ? 2 : 1;
  n += {matrices * embedding_values(m), matrices * embedding_values(m)};
  return n;
}

/// Parameters that serve a request: decoder, embedding, head and tower.
inline Parameters parameters(const catalog::Llm& m) {
  Parameters n = decoder_parameters(m);
  if (m.encoder) n += count(m.encoder->stack);
  return n;
}

/// What costs arithmetic: as `decoder_parameters`, but looking up the input embedding is no product. A tied head is
/// one.
inline double active_without_lookup(const catalog::Llm& m) {
  const bool looked_up_only = !m.has_head() || !m.tied_head;
  return decoder_parameters(m).active - (looked_up_only ? embedding_values(m) : 0.0);
}

}  // namespace planner::unit
