#pragma once
#include <algorithm>
#include <cstdint>
#include <variant>

#include "planner/catalog/llm.hpp"

/// The weight matrices of a model, as an engine holds them on one GPU: query, key and value fused, gate and up fused,
/// all experts in one tensor; split over the GPUs of a tensor-parallel group as in Megatron-LM (arXiv 1909.08053 §3).
namespace planner::unit {

enum class Role { attention, recurrent, mlp, experts, shared_experts, router, embedding, head, other };

/// Which way a matrix is cut over a tensor-parallel group. `columns` belongs to the projections back into the hidden
/// size, whose results are summed over the group.
enum class Split { rows, columns, whole };

struct Matrix {
  Role role = Role::other;
  Split split = Split::whole;
  std::int64_t rows = 0, columns = 0;  ///< outputs and inputs, of this GPU's share
  std::int64_t copies = 1;             ///< alike matrices in one tensor: the experts
  double used = 1;                     ///< share of the copies that one token touches
  int fused = 1;                       ///< projections of the model in this one matrix, one below the other

  [[nodiscard]] double values() const {
    return static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(copies);
  }
};

/// GPUs that share the matrices of one layer. Experts are either cut like the rest, and then over all replicas that meet
/// at them (`expert` = 1), or spread whole over `expert` GPUs.
struct Ranks {
  int tensor = 1, expert = 1;
  int replicas = 1;  ///< of the attention, that share one set of experts
  [[nodiscard]] int expert_tensor() const { return expert > 1 ? 1 : tensor * replicas; }
};

/// Heads that one of `ranks` GPUs holds: at least one, so that KV heads are replicated beyond their number.
constexpr int heads_per_gpu(int heads, int ranks) { return std::max(1, heads / ranks); }

namespace detail {

template <class F>
void matrices(const catalog::Attention& a, int hidden, Ranks r, F&& f) {
  const std::int64_t q = std::int64_t{a.heads / r.tensor} * a.head_dim;
  const std::int64_t kv = std::int64_t{2} * heads_per_gpu(a.kv_heads, r.tensor) * a.head_dim;
  if (a.reach == catalog::Reach::cross) {  // queries from the decoder, keys and values from the encoder
    f(Matrix{Role::attention, Split::rows, q, hidden});
    f(Matrix{.role = Role::attention, .split = Split::rows, .rows = kv, .columns = hidden, .fused = 2});
  } else {
    const std::int64_t queries = a.output_gate ? 2 * q : q;
    f(Matrix{.role = Role::attention, .split = Split::rows, .rows = queries + kv, .columns = hidden, .fused = 3});
  }
  f(Matrix{Role::attention, Split::columns, hidden, q});
}

template <class F>
void matrices(const catalog::LatentAttention& a, int hidden, Ranks r, F&& f) {
  const std::int64_t heads = a.heads / r.tensor;
  const std::int64_t q = heads * (a.nope_dim + a.rope_dim), down = a.kv_rank + a.rope_dim;
  if (a.query_rank > 0) {  // the down projections are whole on every GPU
    f(Matrix{.role = Role::attention, .rows = a.query_rank + down, .columns = hidden, .fused = 2});
    f(Matrix{Role::attention, Split::rows, q, a.query_rank});
  } else {
    f(Matrix{Role::attention, Split::rows, q, hidden});
    f(Matrix{Role::attention, Split::whole, down, hidden});
  }
  f(Matrix{Role::attention, Split::rows, heads * (a.nope_dim + a.value_dim), a.kv_rank});
  f(Matrix{Role::attention, Split::columns, hidden, heads * a.value_dim});
  if (a.index_heads > 0) {
    f(Matrix{Role::attention, Split::whole, std::int64_t{a.index_heads} * a.index_dim, a.query_rank});
    f(Matrix{Role::attention, Split::whole, a.index_dim, hidden});
    f(Matrix{Role::other, Split::whole, a.index_heads, hidden});
  }
}

/// Gu and Dao, arXiv 2312.00752 (Mamba-1) §3.4 and Dao and Gu, arXiv 2405.21060 (Mamba-2) §8.1, as released.
template <class F>
void mamba(const catalog::Recurrent& m, int hidden, Ranks r, F&& f) {
  const std::int64_t heads = m.heads / r.tensor, inner = heads * m.head_dim;
  const std::int64_t groups = heads_per_gpu(m.key_heads, r.tensor), state = m.key_dim;
  if (m.kind == catalog::Recurrence::mamba1) {
    f(Matrix{Role::recurrent, Split::rows, 2 * inner, hidden});
    f(Matrix{Role::other, Split::rows, inner, m.conv});
    f(Matrix{Role::recurrent, Split::columns, m.rank + 2 * state, inner});
    f(Matrix{Role::recurrent, Split::rows, inner, m.rank});
    f(Matrix{Role::other, Split::rows, inner, state});
  } else {
    f(Matrix{Role::recurrent, Split::rows, 2 * inner + 2 * groups * state + heads, hidden});
    f(Matrix{Role::other, Split::rows, inner + 2 * groups * state, m.conv});
  }
  f(Matrix{Role::recurrent, Split::columns, hidden, inner});
}

/// Gated delta net (arXiv 2412.06464) as in Qwen3-Next, and Kimi delta attention (arXiv 2510.26692).
template <class F>
void delta(const catalog::Recurrent& d, int hidden, Ranks r, F&& f) {
  const std::int64_t heads = d.heads / r.tensor, values = heads * d.head_dim;
  const std::int64_t keys = std::int64_t{d.key_heads / r.tensor} * d.key_dim;
  const bool kimi = d.kind == catalog::Recurrence::kimi_delta;
  f(Matrix{Role::recurrent, Split::rows, 2 * keys + (kimi ? values : 2 * values), hidden});
  f(Matrix{Role::other, Split::rows, 2 * keys + values, d.conv});
  if (kimi) {
    f(Matrix{Role::recurrent, Split::rows, heads, hidden});
    for (int gate = 0; gate < 2; ++gate) {  // decay and output gate, each of low rank
      f(Matrix{Role::recurrent, Split::whole, d.head_dim, hidden});
      f(Matrix{Role::recurrent, Split::rows, values, d.head_dim});
    }
  } else {
    f(Matrix{Role::recurrent, Split::rows, 2 * heads, hidden});
  }
  f(Matrix{Role::recurrent, Split::columns, hidden, values});
}

template <class F>
void matrices(const catalog::Recurrent& x, int hidden, Ranks r, F&& f) {
  using enum catalog::Recurrence;
  if (x.kind == mamba1 || x.kind == mamba2) return mamba(x, hidden, r, f);
  if (x.kind != lightning) return delta(x, hidden, r, f);
  const std::int64_t values = std::int64_t{x.heads / r.tensor} * x.head_dim;  // MiniMax-01, arXiv 2501.08313 §2.2
  f(Matrix{Role::recurrent, Split::rows, 3 * values, hidden});
  f(Matrix{Role::recurrent, Split::rows, values, hidden});
  f(Matrix{Role::recurrent, Split::columns, hidden, values});
}

template <class F>
void matrices(const catalog::Mlp& m, int hidden, Ranks r, F&& f) {
  const std::int64_t width = m.width / r.tensor;
  const int ways = m.gated ? 2 : 1;
  f(Matrix{.role = Role::mlp, .split = Split::rows, .rows = ways * width, .columns = hidden, .fused = ways});
  f(Matrix{Role::mlp, Split::columns, hidden, width});
}

template <class F>
void matrices(const catalog::Experts& e, int hidden, Ranks r, F&& f) {
  const std::int64_t width = e.width / r.expert_tensor(), held = e.count / r.expert;
  const std::int64_t space = e.latent > 0 ? e.latent : hidden;
  const int ways = e.gated ? 2 : 1;
  const double used = static_cast<double>(e.per_token) / e.count;
  f(Matrix{Role::router, Split::whole, e.count, hidden});
  f(Matrix{Role::experts, Split::rows, ways * width, space, held, used, /*fused=*/ways});
  f(Matrix{Role::experts, Split::columns, space, width, held, used});
  if (e.latent > 0) {
    f(Matrix{Role::mlp, Split::whole, e.latent, hidden});
    f(Matrix{Role::mlp, Split::whole, hidden, e.latent});
  }
  if (e.shared_width > 0) {
    const std::int64_t shared = e.shared_width / r.tensor;
    f(Matrix{
        .role = Role::shared_experts, .split = Split::rows, .rows = ways * shared, .columns = hidden, .fused = ways});
    f(Matrix{Role::shared_experts, Split::columns, hidden, e.shared_width / r.tensor});
  }
  if (e.shared_gate) f(Matrix{Role::other, Split::whole, 1, hidden});
}

}  // namespace detail

/// Calls `f(Matrix)` for every weight matrix of one part, as one GPU of the group holds it.
template <class F>
void for_each_matrix(const catalog::Part& part, int hidden, Ranks ranks, F&& f) {
  std::visit([&](const auto& p) { detail::matrices(p, hidden, ranks, f); }, part);
}

/// Values of a part that are no matrices.
inline double vectors_of(const catalog::Part& part) {
  const auto* experts = std::get_if<catalog::Experts>(&part);
  const std::int64_t inside = experts != nullptr ? experts->count * experts->expert_vectors : 0;
  return static_cast<double>(inside + std::visit([](const auto& p) { return p.vectors; }, part));
}

/// Of them, those that one token touches.
inline double active_vectors_of(const catalog::Part& part) {
  const auto* experts = std::get_if<catalog::Experts>(&part);
  const std::int64_t unused = experts != nullptr ? (experts->count - experts->per_token) * experts->expert_vectors : 0;
  return vectors_of(part) - static_cast<double>(unused);
}

}  // namespace planner::unit
