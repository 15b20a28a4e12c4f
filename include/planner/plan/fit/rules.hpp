#pragma once
#include "planner/plan/fit/plan.hpp"
#include "planner/plan/fit/setup.hpp"

/// Splits that an engine refuses before it loads anything.
namespace planner::plan {

/// Whether a tensor-parallel group takes more of these GPUs than any host of the catalog has: it would span hosts.
inline bool spans_hosts(const catalog::Catalog& catalog, const FitInputs& in) {
  if (in.tensor_parallel == 1) return false;
  double most = 0;
  for (const auto& [id, host] : catalog.hosts)
    if (host.gpu == in.gpu && host.gpus.known()) most = std::max(most, host.gpus.value());
  return most > 0 && in.tensor_parallel > most;
}

namespace detail {

inline bool divides(int ranks, int heads) { return heads % ranks == 0; }

/// Checks one part of a layer; adds at most one reason per rule.
struct SplitCheck {
  unit::Ranks ranks{};
  const unit::WeightStorage& storage;
  std::vector<FitReason>& reasons;

  void operator()(const catalog::Attention& a) const {
    if (!divides(ranks.tensor, a.heads)) add(FitRule::heads, a.heads);
    if (!divides(ranks.tensor, a.kv_heads) && !divides(a.kv_heads, ranks.tensor)) add(FitRule::kv_heads, a.kv_heads);
  }
  void operator()(const catalog::LatentAttention& a) const {
    if (!divides(ranks.tensor, a.heads)) add(FitRule::heads, a.heads);
  }
  void operator()(const catalog::Recurrent& r) const {
    if (!divides(ranks.tensor, r.heads)) add(FitRule::heads, r.heads);
  }
  void operator()(const catalog::Mlp& m) const { check_blocks(m.width, unit::Role::mlp, ranks.tensor); }
  void operator()(const catalog::Experts& e) const {
    if (!divides(ranks.expert, e.count)) add(FitRule::experts, e.count, ranks.expert);
    check_blocks(e.width, unit::Role::experts, ranks.expert_tensor());
    check_blocks(e.shared_width, unit::Role::shared_experts, ranks.tensor);
  }

 private:
  /// Blocks in both directions are not cut (vLLM issue 17569: 1,536 / 8 = 192 is no multiple of 128).
  void check_blocks(int width, unit::Role role, int ways) const {
    const int block = storage.of(role).block_rows;
    if (ways > 1 && block > 1 && width % (ways * block) != 0) add(FitRule::blocks, width, ways);
  }
  void add(FitRule rule, int found) const { add(rule, found, ranks.tensor); }
  void add(FitRule rule, int found, int limit) const {
    for (const FitReason& r : reasons) {
      if (r.rule == rule) return;
    }
    reasons.push_back({rule, static_cast<double>(found), static_cast<double>(limit)});
  }
};

}  // namespace detail

/// Rules of divisibility, format and length. `found` is what must divide, `limit` among how many.
inline std::vector<FitReason> broken_rules(const FitSetup& s, const FitInputs& in) {
  std::vector<FitReason> reasons;
  const detail::SplitCheck check{s.load.ranks, s.load.storage, reasons};
  for (const catalog::Layer& layer : s.model->decoder.kinds) {
    for (const catalog::Part& part : layer.parts) std::visit(check, part);
  }
  const auto vocabulary = unit::detail::rounded_up(s.model->vocabulary, s.engine->vocabulary_padding);
  if (vocabulary % in.tensor_parallel != 0)
    reasons.push_back({FitRule::vocabulary, static_cast<double>(vocabulary), static_cast<double>(in.tensor_parallel)});
  if (in.pipeline_parallel > s.model->decoder.layers())
    reasons.push_back(
        {FitRule::layers, static_cast<double>(in.pipeline_parallel), static_cast<double>(s.model->decoder.layers())});
  if (const catalog::NumberFormat& plain = *s.load.storage.plain; !detail::computes_in(*s.gpu, plain))
    reasons.push_back({FitRule::format, s.gpu->compute_capability.value(), plain.compute_capability.value()});
  if (s.model->positions > 0 && s.max_len > s.model->positions)
    reasons.push_back({FitRule::positions, s.max_len, static_cast<double>(s.model->positions)});
  return reasons;
}

}  // namespace planner::plan
