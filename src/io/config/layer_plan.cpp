#include "io/config/layer_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace planner::io {

namespace {

using Mixes = std::vector<Mixing>;

bool every(int layer, int period, int offset) { return period > 0 && layer % period == offset; }

/// One entry per layer, or a fault that names the field.
bool complete(const Fields& config, std::string_view name, std::size_t found, int layers) {
  if (found == static_cast<std::size_t>(layers)) return true;
  config.fault(name, "model.layer_list", fmt::format("{} entries", found),
               fmt::format("must have one entry for each of the {} layers.", layers));
  return false;
}

std::optional<Mixing> mixing_called(std::string_view name) {
  if (name == "full_attention" || name == "attention" || name == "full") return Mixing::all;
  if (name == "sliding_attention" || name == "sliding") return Mixing::sliding;
  if (name == "chunked_attention") return Mixing::chunked;
  if (name == "linear_attention" || name == "mamba") return Mixing::recurrent;
  if (name == "moe" || name == "mlp") return Mixing::none;
  return std::nullopt;
}

Mixes named(const Fields& config, std::string_view field, int layers) {
  Mixes mixing;
  for (const std::string& name : config.texts(field)) {
    const std::optional<Mixing> m = mixing_called(name);
    if (!m) {
      config.fault(
          field, "model.layer_type", '"' + name.substr(0, 40) + '"', "is no known kind of layer.",
          "Known: full_attention, sliding_attention, chunked_attention, linear_attention, attention, mamba, moe, mlp.");
      return {};
    }
    mixing.push_back(*m);
  }
  return complete(config, field, mixing.size(), layers) ? mixing : Mixes{};
}

/// Repeats a pattern of layers, as in {"layer_pattern": ["sliding", "full"]}.
Mixes repeated(const Fields& config, int layers) {
  const auto names = config.texts("layer_pattern");
  Mixes mixing;
  for (int i = 0; i < layers && !names.empty(); ++i)
    mixing.push_back(mixing_called(names[static_cast<std::size_t>(i) % names.size()]).value_or(Mixing::all));
  return mixing;
}

/// Full attention at the numbered layers (counted from `base`), recurrence elsewhere.
Mixes full_at(const std::vector<int>& numbers, int base, int layers) {
  Mixes mixing(static_cast<std::size_t>(layers), Mixing::recurrent);
  for (const int n : numbers)
    if (n >= base && n - base < layers) mixing[static_cast<std::size_t>(n - base)] = Mixing::all;
  return mixing;
}

Mixes by_period(int layers, int period, int offset, Mixing hit, Mixing miss) {
  Mixes mixing;
  for (int i = 0; i < layers; ++i) mixing.push_back(every(i, period, offset) ? hit : miss);
  return mixing;
}

/// Nemotron-H writes one letter per layer: M Mamba, * attention, - MLP, E experts.
LayerPlan from_letters(const Fields& config, int layers) {
  LayerPlan plan;
  const std::string letters = config.text("hybrid_override_pattern", "");
  if (!complete(config, "hybrid_override_pattern", letters.size(), layers)) return plan;
  for (const char c : letters) {
    if (c != 'M' && c != '*' && c != '-' && c != 'E') {
      config.fault("hybrid_override_pattern", "model.layer_type", std::string("\"") + c + '"', "is no known layer.",
                   "Known: M, *, -, E.");
      return {};
    }
    plan.mixing.push_back(c == 'M' ? Mixing::recurrent : c == '*' ? Mixing::all : Mixing::none);
    plan.feed.push_back(c == '-' ? Feed::mlp : c == 'E' ? Feed::experts : Feed::none);
  }
  return plan;
}

LayerPlan from_blocks(const Fields& config, int layers) {
  LayerPlan plan;
  plan.mixing = named(config, "layers_block_type", layers);
  if (!plan.mixing.empty())
    for (const std::string& name : config.texts("layers_block_type"))
      plan.feed.push_back(name == "moe" ? Feed::experts : name == "mlp" ? Feed::mlp : Feed::none);
  return plan;
}

/// Llama 4: layers without rotary embeddings see everything, the others their chunk. Every fourth where the file does
/// not say (default of transformers' Llama4TextConfig).
Mixes chunked(const Fields& config, int layers) {
  const auto rotary = config.numbers("no_rope_layers");  // 1: rotary
  if (rotary.empty())
    return by_period(layers, config.optional({"no_rope_layer_interval"}).value_or(4), 3, Mixing::all, Mixing::chunked);
  if (!complete(config, "no_rope_layers", rotary.size(), layers)) return {};
  Mixes mixing;
  for (const int r : rotary) mixing.push_back(r != 0 ? Mixing::chunked : Mixing::all);
  return mixing;
}

Mixes with_window(const Fields& config, const Family& family, int layers) {
  if (!config.has("sliding_window") || !config.flag("use_sliding_window", true))
    return Mixes(static_cast<std::size_t>(layers), Mixing::all);
  const Json* pattern = config.find("sliding_window_pattern");
  int period = pattern != nullptr && pattern->is_number() ? config.optional({"sliding_window_pattern"}).value_or(0)
                                                          : family.full_every;
  if (pattern != nullptr && pattern->is_string())
    period = static_cast<int>(pattern->get<std::string>().size());  // EXAONE 4: "LLLG"
  if (period > 0) return by_period(layers, period, period - 1, Mixing::all, Mixing::sliding);
  Mixes mixing(static_cast<std::size_t>(layers), Mixing::sliding);
  if (config.has("use_sliding_window"))  // Qwen2: the first max_window_layers see everything
    std::fill_n(mixing.begin(), std::min(layers, config.optional({"max_window_layers"}).value_or(layers)), Mixing::all);
  return mixing;
}

Mixes read_mixing(const Fields& config, const Family& family, int layers) {
  if (config.has("layer_types")) return named(config, "layer_types", layers);
  if (config.has("layer_pattern")) return repeated(config, layers);
  if (family.type == "falcon_h1") return Mixes(static_cast<std::size_t>(layers), Mixing::all_and_recurrent);
  if (config.has("attn_type_list")) {
    const auto types = config.numbers("attn_type_list");  // MiniMax: 1 softmax, 0 lightning
    if (!complete(config, "attn_type_list", types.size(), layers)) return {};
    Mixes mixing;
    for (const int t : types) mixing.push_back(t != 0 ? Mixing::all : Mixing::recurrent);
    return mixing;
  }
  if (config.has("attn_layer_indices")) return full_at(config.numbers("attn_layer_indices"), 0, layers);
  if (const auto linear = config.child("linear_attn_config"))
    return full_at(linear->numbers("full_attn_layers"), 1, layers);
  if (config.has("attn_layer_period"))
    return by_period(layers, config.zero_if_absent("attn_layer_period"), config.zero_if_absent("attn_layer_offset"),
                     Mixing::all, Mixing::recurrent);
  if (const auto interval = config.optional({"full_attention_interval"}))
    return by_period(layers, *interval, *interval - 1, Mixing::all, Mixing::recurrent);
  if (config.has("attention_chunk_size")) return chunked(config, layers);
  return with_window(config, family, layers);
}

/// Experts in every layer but the first dense ones, every n-th layer, or the listed ones.
Feed feed_of(const Fields& config, int layer) {
  if (layer < config.zero_if_absent("first_k_dense_replace") || layer < config.zero_if_absent("moe_layer_start_index"))
    return Feed::mlp;
  const int step =
      config.optional({"decoder_sparse_step", "interleave_moe_layer_step", "moe_layer_freq", "moe_layer_interval"})
          .value_or(1);
  if (config.has("expert_layer_period"))
    return every(layer, config.zero_if_absent("expert_layer_period"), config.zero_if_absent("expert_layer_offset"))
               ? Feed::experts
               : Feed::mlp;
  return step > 0 && (layer + 1) % step == 0 ? Feed::experts : Feed::mlp;
}

/// A model of experts never passes for a dense one: the number of experts and that of the first dense layers (where the
/// family has such) must be given.
void check_experts(const Fields& config, const Family& family) {
  const bool counted = config.has("n_routed_experts") || config.has("num_experts") || config.has("num_local_experts") ||
                       config.has("moe_num_experts");
  if (!counted && (config.zero_if_absent("num_experts_per_tok") > 0 || config.has("moe_intermediate_size")))
    config.fault("n_routed_experts", "model.field_missing", "missing",
                 "the model has experts, and their number is needed.",
                 "Known names: n_routed_experts, num_experts, num_local_experts, moe_num_experts.");
  const bool first_dense = family.latent || family.type == "glm4_moe";
  if (counted && first_dense && !config.has("first_k_dense_replace") && !config.has("mlp_only_layers"))
    config.fault("first_k_dense_replace", "model.field_missing", "missing",
                 "the number of first layers without experts is needed.");
}

std::vector<Feed> read_feed(const Fields& config, const Family& family, int layers) {
  check_experts(config, family);
  std::vector<Feed> feed(static_cast<std::size_t>(layers), Feed::mlp);
  if (expert_count(config) < 2) return feed;
  for (int i = 0; i < layers; ++i) feed[static_cast<std::size_t>(i)] = feed_of(config, i);
  for (const int dense : config.numbers("mlp_only_layers"))
    if (dense >= 0 && dense < layers) feed[static_cast<std::size_t>(dense)] = Feed::mlp;
  return feed;
}

}  // namespace

int expert_count(const Fields& config) {
  return config.optional({"n_routed_experts", "num_experts", "num_local_experts", "moe_num_experts"}).value_or(0);
}

LayerPlan read_layer_plan(const Fields& config, const Family& family, int layers) {
  if (config.has("hybrid_override_pattern")) return from_letters(config, layers);
  if (family.type == "nemotron_h") return from_blocks(config, layers);
  return {read_mixing(config, family, layers), read_feed(config, family, layers)};
}

}  // namespace planner::io
