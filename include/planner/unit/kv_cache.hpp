#pragma once
#include <vector>

#include "planner/catalog/number_format.hpp"
#include "planner/unit/matrices.hpp"
#include "planner/unit/pipeline.hpp"

/// What the layers of a model keep per token and per sequence, on one GPU.
namespace planner::unit {

/// The cache of one kind of part: bytes per layer.
struct LayerCache {
  enum class Keeps { tokens, state };
  Keeps keeps = Keeps::tokens;
  catalog::Reach reach = catalog::Reach::all;
  int window = 0;
  double bytes = 0;  ///< per token, or of the state of a sequence
  friend bool operator==(const LayerCache&, const LayerCache&) = default;
};

/// Equal caches, and on how many layers of a stage.
struct CacheCount {
  LayerCache cache{};
  int layers = 0;
};

/// Formats of the cache and of recurrent state.
struct CacheFormat {
  const catalog::NumberFormat* values = nullptr;
  double activation_bytes = 2;
};

/// Bytes of `values` cached values with their scales.
inline double cached_bytes(double values, const catalog::NumberFormat& f) {
  const double scales = f.block_columns > 0 ? values / f.block_columns : 0;
  return (values * f.bits + scales * f.scale_bits) / 8;
}

/// Keys and values of one token: 2 x KV heads x head size; KV heads beyond their number are replicated over the group.
inline double bytes_per_token(const catalog::Attention& a, int tensor_parallel, const CacheFormat& f) {
  return cached_bytes(2.0 * heads_per_gpu(a.kv_heads, tensor_parallel) * a.head_dim, *f.values);
}

/// One compressed vector and the rotated key, whole on every GPU of the group. With sparse attention an 8-bit cache
/// keeps the rotated key at 16 bit and a 32-bit scale per 128 values, and the indexer keeps 8-bit keys of its own with
/// one such scale (vLLM: 656 and 132 bytes in DeepSeek-V3.2).
inline double bytes_per_token(const catalog::LatentAttention& a, int, const CacheFormat& f) {
  if (a.index_heads == 0) return cached_bytes(a.kv_rank + a.rope_dim, *f.values);
  const double indexer = a.index_dim + 4.0 * a.index_dim / 128.0;
  const bool eight_bit = f.values->bits == 8;
  return indexer +
         (eight_bit ? a.kv_rank + 4.0 * a.kv_rank / 128.0 + 2.0 * a.rope_dim : 2.0 * (a.kv_rank + a.rope_dim));
}

/// Matrix state of all heads and the last inputs of the short convolution.
inline double state_bytes(const catalog::Recurrent& r, int tensor_parallel, const CacheFormat& f) {
  const double heads = r.heads / tensor_parallel, keys = heads_per_gpu(r.key_heads, tensor_parallel) * r.key_dim;
  const double channels = r.kind == catalog::Recurrence::mamba1 ? heads : heads * r.head_dim + 2.0 * keys;
  const double state = heads * r.head_dim * r.key_dim * (r.state_in_fp32 ? 4.0 : f.activation_bytes);
  return state + (r.conv > 0 ? (r.conv - 1) * channels * f.activation_bytes : 0.0);
}

namespace detail {

inline void add(std::vector<CacheCount>& counts, const LayerCache& cache, int layers) {
  for (CacheCount& c : counts) {
    if (c.cache == cache) {
      c.layers += layers;
      return;
    }
  }
  counts.push_back({cache, layers});
}

struct CacheOfPart {
  int tensor_parallel;
  const CacheFormat& format;
  std::vector<CacheCount>& counts;
  int layers;

  void operator()(const catalog::Attention& a) const {
    if (a.reach == catalog::Reach::both_ways) return;
    add(counts, {LayerCache::Keeps::tokens, a.reach, a.window, bytes_per_token(a, tensor_parallel, format)}, layers);
  }
  void operator()(const catalog::LatentAttention& a) const {
    add(counts, {LayerCache::Keeps::tokens, catalog::Reach::all, 0, bytes_per_token(a, tensor_parallel, format)},
        layers);
  }
  void operator()(const catalog::Recurrent& r) const {
    add(counts, {LayerCache::Keeps::state, catalog::Reach::all, 0, state_bytes(r, tensor_parallel, format)}, layers);
  }
  void operator()(const catalog::Mlp&) const {}
  void operator()(const catalog::Experts&) const {}
};

}  // namespace detail

/// What the layers of a stage keep.
inline std::vector<CacheCount> caches_of(const catalog::Stack& stack, const Stage& stage, int tensor_parallel,
                                         const CacheFormat& format) {
  std::vector<CacheCount> counts;
  for (std::size_t kind = 0; kind < stack.kinds.size(); ++kind) {
    if (stage.layers_of_kind[kind] == 0) continue;
    for (const catalog::Part& part : stack.kinds[kind].parts)
      std::visit(detail::CacheOfPart{tensor_parallel, format, counts, stage.layers_of_kind[kind]}, part);
  }
  return counts;
}

}  // namespace planner::unit
