#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "planner/catalog/efficiency.hpp"
#include "planner/catalog/gpu.hpp"
#include "planner/unit/kv_cache.hpp"
#include "planner/unit/weights.hpp"

/// What one GPU of a tensor-parallel group does in a step of the engine, by group of operators.
namespace planner::unit {

/// Matrix products that read their weights once a step.
struct Products {
  double flops_per_row = 0, bytes = 0;   ///< bytes of all weights of the group
  double flops_per_s = 0;                ///< that the engine reaches
  double copies = 1, per_token = 1;      ///< experts: how many there are, and how many a token takes
  bool sampled_only = false;             ///< the head: one row per sequence

  [[nodiscard]] bool routed() const { return copies > per_token; }
};

/// Attention over what was cached: per sequence and token seen.
struct Lookback {
  double bytes = 0, flops = 0;
  double prompt_flops = 0;  ///< of a prompt's own tokens
  double window = 0;        ///< tokens seen at most; 0: all
  double fixed = 0;         ///< tokens seen always (an encoder's output); 0: the sequence's own
};

/// A model on its GPUs, ready to be timed.
struct StepWork {
  std::vector<Products> products{};
  std::vector<Lookback> lookbacks{};
  double state_bytes = 0;  ///< of recurrent layers, per sequence
  double layers = 0, expert_layers = 0, reductions = 0;
  double reduced_bytes = 0;  ///< per row and reduction
  double tensor_parallel = 1;
  double data_parallel = 1;    ///< attention replicas whose rows meet at the experts
  double exchanged_bytes = 0;  ///< per row of this replica: to the experts and back, all layers
  /// Rates that are reached: bytes/s, of attention FLOP/s.
  double weights_per_s = HUGE_VAL, cache_per_s = HUGE_VAL, attention_per_s = HUGE_VAL;
  double reduction_per_s = HUGE_VAL, exchange_per_s = HUGE_VAL;
  double per_step = 0, per_layer = 0, per_expert_layer = 0, per_sequence = 0, per_reduction = 0;  ///< seconds
};

namespace detail {

inline double known_or(const Fact<FlopsPerSecond>& fact, double other) {
  return fact.known() ? fact.value().base() : other;
}

/// Peak of the units that multiply values of that format. Formats below 8 bit without units of their own are widened to
/// 16 bit in registers.
inline double peak_of(const catalog::Gpu& gpu, const catalog::NumberFormat& format) {
  const double half = known_or(gpu.fp16, 0);
  if (format.id == "nvfp4") return known_or(gpu.fp4, half);
  if (format.id == "int8") return known_or(gpu.int8, half);
  return format.bits == 8 ? known_or(gpu.fp8, half) : half;
}

/// Groups of operators that are timed apart.
enum class Group { attention, dense, experts, head };

inline Group group_of(Role role) {
  if (role == Role::experts) return Group::experts;
  if (role == Role::head || role == Role::embedding) return Group::head;
  return role == Role::attention || role == Role::recurrent ? Group::attention : Group::dense;
}

/// Adds up products with equal group and format.
struct WorkBuilder {
  const catalog::Gpu& gpu;
  const catalog::Efficiency& reached;
  const WeightLoad& load;
  StepWork& work;
  std::vector<std::pair<Group, const catalog::NumberFormat*>> keys{};

  void add(const Matrix& m, double layers) {
    const Group group = group_of(m.role);
    const catalog::NumberFormat& format = load.storage.of(m.role);
    Products& p = products(group, format);
    p.flops_per_row += layers * 2.0 * m.values() * m.used;
    p.bytes += layers * stored(m, format).total().base();
    if (group == Group::experts) {
      p.copies = static_cast<double>(m.copies);
      p.per_token = p.copies * m.used;
    }
    p.sampled_only = group == Group::head;
  }

 private:
  Products& products(Group group, const catalog::NumberFormat& format) {
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (keys[i] == std::pair{group, &format}) return work.products[i];
    keys.emplace_back(group, &format);
    const double share = (group == Group::experts ? reached.expert_compute : reached.compute).value();
    return work.products.emplace_back(Products{.flops_per_s = share * peak_of(gpu, format)});
  }
};

/// Cached bytes and products per token that a sequence looks back on.
struct LookbackOfPart {
  int tensor;
  const CacheFormat& cache;
  double encoder_tokens;
  std::vector<Lookback>& list;
  double layers;

  void operator()(const catalog::Attention& a) const {
    const double heads = heads_per_gpu(a.heads, tensor), flops = 4.0 * heads * a.head_dim;
    const bool cached = a.reach != catalog::Reach::both_ways;
    list.push_back({layers * (cached ? bytes_per_token(a, tensor, cache) : 0.0), layers * flops, layers * flops,
                    static_cast<double>(a.window), a.reach == catalog::Reach::cross ? encoder_tokens : 0.0});
  }
  /// Decoding works on the compressed vectors (DeepSeek-V2, arXiv 2405.04434 §2.1.2); a prompt's own keys and values are
  /// expanded once, and its heads work on those.
  void operator()(const catalog::LatentAttention& a) const {
    const double heads = heads_per_gpu(a.heads, tensor);
    const double flops = 2.0 * heads * (2.0 * a.kv_rank + a.rope_dim);
    const double expanded = 2.0 * heads * (a.nope_dim + a.rope_dim + a.value_dim);
    list.push_back({layers * bytes_per_token(a, tensor, cache), layers * flops, layers * std::min(flops, expanded)});
  }
  void operator()(const catalog::Recurrent&) const {}
  void operator()(const catalog::Mlp&) const {}
  void operator()(const catalog::Experts&) const {}
};

inline void add_kind(WorkBuilder& builder, const catalog::Layer& kind, const catalog::Llm& m, const CacheFormat& cache,
                     double layers) {
  StepWork& w = builder.work;
  const Ranks ranks = builder.load.ranks;
  const double encoder_tokens = m.encoder ? m.encoder->fixed_tokens : 0;
  for (const catalog::Part& part : kind.parts) {
    for_each_matrix(part, m.decoder.hidden, ranks, [&](const Matrix& x) { builder.add(x, layers); });
    std::visit(LookbackOfPart{ranks.tensor, cache, encoder_tokens, w.lookbacks, layers}, part);
    if (const auto* r = std::get_if<catalog::Recurrent>(&part))
      w.state_bytes += layers * state_bytes(*r, ranks.tensor, cache);
    if (const auto* e = std::get_if<catalog::Experts>(&part)) {
      w.expert_layers += layers;
      // A row goes to its experts, or to all replicas where each holds a piece of every expert.
      const int copies = ranks.expert > 1 ? e->per_token : ranks.replicas;
      w.exchanged_bytes += layers * 2.0 * copies * m.decoder.hidden * cache.activation_bytes;
    }
    w.reductions += layers;
  }
  w.layers += layers;
}

inline void set_rates(StepWork& w, const catalog::Gpu& gpu, const catalog::Efficiency& reached) {
  const double bandwidth = gpu.memory_bandwidth.value().base();
  const Fact<BytesPerSecond>& link = gpu.nvlink.known() ? gpu.nvlink : gpu.pcie;
  w.weights_per_s = reached.memory.value() * bandwidth;
  w.cache_per_s = reached.cache.value() * bandwidth;
  w.attention_per_s = reached.attention.value() * known_or(gpu.fp16, 0);
  w.reduction_per_s = w.exchange_per_s = link.known() ? reached.link.value() * link.value().base() : 0;
  w.per_step = reached.per_step.value().base();
  w.per_layer = reached.per_layer.value().base();
  w.per_expert_layer = reached.per_expert_layer.value().base();
  w.per_sequence = reached.per_sequence.value().base();
  w.per_reduction = reached.per_reduction.value().base();
}

}  // namespace detail

/// The work of a model's decoder on one of the GPUs that share it by tensor parallelism.
///
/// @param load formats and ranks; without pipeline stages
/// @param reached the engine's efficiency on that GPU; its facts and the GPU's bandwidth and 16-bit peak must be known
inline StepWork step_work(const catalog::Llm& m, const catalog::Gpu& gpu, const WeightLoad& load,
                          const CacheFormat& cache, const catalog::Efficiency& reached) {
  StepWork w{.tensor_parallel = static_cast<double>(load.ranks.tensor)};
  w.data_parallel = load.ranks.replicas;
  w.reduced_bytes = m.decoder.hidden * cache.activation_bytes;
  detail::WorkBuilder builder{gpu, reached, load, w};
  const Stage whole = pipeline(m.decoder, 1).front();
  for (std::size_t kind = 0; kind < m.decoder.kinds.size(); ++kind)
    detail::add_kind(builder, m.decoder.kinds[kind], m, cache, whole.layers_of_kind[kind]);
  if (m.has_head()) builder.add({Role::head, Split::rows, m.vocabulary / load.ranks.tensor, m.decoder.hidden}, 1);
  detail::set_rates(w, gpu, reached);
  return w;
}

/// The work of a model's tower (sound, images) over its input positions.
inline StepWork tower_work(const catalog::Llm& m, const catalog::Gpu& gpu, const WeightLoad& load,
                           const CacheFormat& cache, const catalog::Efficiency& reached) {
  StepWork w{.tensor_parallel = static_cast<double>(load.ranks.tensor)};
  const WeightLoad plain = detail::without_format(load);
  detail::WorkBuilder builder{gpu, reached, plain, w};
  const Stage whole = pipeline(m.encoder->stack, 1).front();
  catalog::Llm tower{.decoder = m.encoder->stack};
  w.reduced_bytes = tower.decoder.hidden * cache.activation_bytes;
  for (std::size_t kind = 0; kind < tower.decoder.kinds.size(); ++kind)
    detail::add_kind(builder, tower.decoder.kinds[kind], tower, cache, whole.layers_of_kind[kind]);
  detail::set_rates(w, gpu, reached);
  return w;
}

/// Whether a card has the figures that timing needs.
inline bool can_be_timed(const catalog::Gpu& gpu) { return gpu.memory_bandwidth.known() && gpu.fp16.known(); }

}  // namespace planner::unit
