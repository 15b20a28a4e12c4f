#include "io/config/decoder.hpp"

#include <algorithm>

#include "io/config/layer_plan.hpp"
#include "io/config/parts.hpp"

namespace planner::io {

namespace {

using catalog::Attention;
using catalog::Layer;
using catalog::Mlp;
using catalog::Reach;
using catalog::Stack;

constexpr int most_layers = 2048;

/// Where the number is absent it is the length of the list of layers.
int layer_count(const Fields& config) {
  const bool counted = config.has("num_hidden_layers") || config.has("n_layer") || config.has("n_layers") ||
                       config.has("num_layers");
  for (const char* list : {"layers_block_type", "layer_types"})
    if (!counted && config.has(list)) return std::clamp(static_cast<int>(config.texts(list).size()), 1, most_layers);
  return config.required({"num_hidden_layers", "n_layer", "n_layers", "num_layers"}, "The number of layers", most_layers);
}

void add_mixing(Layer& layer, const Fields& config, const Family& family, Mixing mixing) {
  if (mixing == Mixing::recurrent || mixing == Mixing::all_and_recurrent)
    layer.parts.emplace_back(read_recurrent(config));
  if (mixing == Mixing::none || mixing == Mixing::recurrent) return;
  if (family.latent) {
    layer.parts.emplace_back(read_latent_attention(config));
    return;
  }
  const Reach reach = mixing == Mixing::sliding   ? Reach::sliding
                      : mixing == Mixing::chunked ? Reach::chunked
                                                  : Reach::all;
  layer.parts.emplace_back(read_attention(config, family, reach));
}

Layer make_layer(const Fields& config, const Family& family, Mixing mixing, Feed feed) {
  Layer layer;
  add_mixing(layer, config, family, mixing);
  if (feed == Feed::mlp) layer.parts.emplace_back(read_mlp(config, family));
  if (feed == Feed::experts) layer.parts.emplace_back(read_experts(config, family));
  const std::int64_t per_norm = family.norm_weight ? (family.norm_bias ? 2 : 1) : 0;
  layer.vectors = family.norms * per_norm * hidden_size(config);
  return layer;
}

/// Index of the kind for that pair of choices; reads the layer the first time.
int kind_of(Stack& stack, std::vector<std::pair<Mixing, Feed>>& known, const Fields& config, const Family& family,
            std::pair<Mixing, Feed> what) {
  auto it = std::ranges::find(known, what);
  if (it == known.end()) {
    known.push_back(what);
    stack.kinds.push_back(make_layer(config, family, what.first, what.second));
    it = known.end() - 1;
  }
  return static_cast<int>(it - known.begin());
}

}  // namespace

Stack read_decoder(const Fields& config, const Family& family) {
  Stack stack{.hidden = hidden_size(config)};
  const LayerPlan plan = read_layer_plan(config, family, layer_count(config));
  std::vector<std::pair<Mixing, Feed>> known;
  for (std::size_t i = 0; i < std::min(plan.mixing.size(), plan.feed.size()); ++i)
    stack.append(kind_of(stack, known, config, family, {plan.mixing[i], plan.feed[i]}));
  stack.vectors = (family.norm_weight ? (family.norm_bias ? 2 : 1) : 0) * stack.hidden;
  if (family.positions_learned)
    stack.extra.push_back({"positions",
                           config.required({"max_position_embeddings", "n_positions"}, "The number of positions"),
                           stack.hidden});
  return stack;
}

/// DeepSeek-V3 (arXiv 2412.19437 §2.2): one more layer, a projection of two joined hidden states, three norms, and in
/// the files its own copies of embedding and head.
std::optional<Stack> read_mtp(const Fields& config, const Family& family, const Stack& decoder) {
  const int modules = config.optional({"num_nextn_predict_layers", "num_mtp_modules", "mtp_num_hidden_layers"}, 0, 64);
  if (modules == 0 || decoder.runs.empty()) return std::nullopt;
  Stack stack{.hidden = decoder.hidden, .kinds = {decoder.kind(decoder.runs.back())}};
  stack.append(0, modules * std::max(1, config.optional({"mtp_transformer_layers"}, 1, 64)));
  for (int i = 0; i < modules; ++i)
    stack.extra.push_back({"projection", decoder.hidden, std::int64_t{2} * decoder.hidden});
  stack.vectors = std::int64_t{3} * modules * decoder.hidden;
  const std::int64_t vocabulary = config.zero_if_absent("vocab_size");
  if (family.type == "deepseek_v3" || family.type == "deepseek_v32") {
    stack.extra.push_back({"embedding", vocabulary, decoder.hidden});
    stack.extra.push_back({"head", vocabulary, decoder.hidden});
  }
  return stack;
}

Stack read_bert(const Fields& config) {
  const int hidden = hidden_size(config), width = config.required({"intermediate_size"}, "The width of the MLP");
  const Family family{.gated = false, .norm_bias = true, .bias = Biases::all, .mlp_bias = true};
  Layer layer{{read_attention(config, family, Reach::both_ways), Mlp{width, false, width + std::int64_t{hidden}}},
              std::int64_t{4} * hidden};
  Stack stack{.hidden = hidden, .kinds = {layer}};
  stack.append(0, layer_count(config));
  stack.extra = {{"positions", config.required({"max_position_embeddings"}, "The number of positions"), hidden},
                 {"token types", config.optional({"type_vocab_size"}).value_or(0), hidden}};
  stack.vectors = std::int64_t{2} * hidden;
  return stack;
}

Stack read_whisper_decoder(const Fields& config) {
  const int hidden = hidden_size(config),
            heads = config.required({"decoder_attention_heads"}, "The heads of the decoder", 1024);
  const int width = config.required({"decoder_ffn_dim"}, "The width of the decoder's MLP");
  const Attention self{
      .heads = heads, .kv_heads = heads, .head_dim = hidden / heads, .vectors = std::int64_t{3} * hidden};
  Attention cross = self;
  cross.reach = Reach::cross;
  Stack stack{.hidden = hidden,
              .kinds = {{{self, cross, Mlp{width, false, width + std::int64_t{hidden}}}, std::int64_t{6} * hidden}}};
  stack.append(0, config.required({"decoder_layers"}, "The number of decoder layers", most_layers));
  stack.extra = {{"positions", config.required({"max_target_positions"}, "The number of decoder positions"), hidden}};
  stack.vectors = std::int64_t{2} * hidden;
  return stack;
}

}  // namespace planner::io
