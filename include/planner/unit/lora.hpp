#pragma once
#include "planner/unit/pipeline.hpp"
#include "planner/unit/weights.hpp"

namespace planner::unit {

/// Low-rank adapters that a GPU keeps ready: rank x (inputs + outputs) values per matrix (Hu et al., arXiv 2106.09685
/// §4.1), on all linear layers; projections that the engine fuses have adapters of their own. Over a tensor-parallel
/// group the side that the matrix is not cut along is whole.
struct Adapters {
  int slots = 0, rank = 16;
};

/// Bytes of all slots on one GPU of a stage, at 16 bit.
inline Bytes adapter_bytes(const catalog::Llm& m, const Stage& stage, Ranks ranks, Adapters adapters) {
  double values = 0;
  for (std::size_t kind = 0; adapters.slots > 0 && kind < m.decoder.kinds.size(); ++kind) {
    const int layers = stage.layers_of_kind[kind];
    for (const catalog::Part& part : m.decoder.kinds[kind].parts) {
      for_each_matrix(part, m.decoder.hidden, ranks, [&](const Matrix& x) {
        const bool linear = x.role != Role::router && x.role != Role::other;
        if (linear) values += layers * static_cast<double>(x.copies * (x.rows + x.fused * x.columns));
      });
    }
  }
  return adapters.slots * adapters.rank * values * 2.0 * units::byte;
}

}  // namespace planner::unit
