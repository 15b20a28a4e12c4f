#include "io/config/towers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace planner::io {

namespace {

using catalog::Attention;
using catalog::Encoder;
using catalog::Mlp;
using catalog::NamedMatrix;
using catalog::Reach;
using catalog::Stack;

struct Shape {
  int hidden = 0, layers = 0, heads = 0, width = 0;
};

/// What differs between towers of the same shape.
struct Style {
  bool gated = false, biased = true, norm_bias = true;
};

Stack uniform_stack(const Shape& s, Style style) {
  const std::int64_t h = s.hidden;
  Attention attention{
      .reach = Reach::both_ways, .heads = s.heads, .kv_heads = s.heads, .head_dim = s.hidden / std::max(1, s.heads)};
  Mlp mlp{.width = s.width, .gated = style.gated};
  if (style.biased) {
    attention.vectors = 4 * h;
    mlp.vectors = std::int64_t{style.gated ? 2 : 1} * s.width + h;
  }
  Stack stack{.hidden = s.hidden};
  stack.kinds.push_back({{attention, mlp}, (style.norm_bias ? 4 : 2) * h});
  stack.append(0, s.layers);
  return stack;
}

Shape read_shape(const Fields& v) {
  return {.hidden = v.required({"vt_hidden_size", "embed_dim", "hidden_size"}, "The hidden size of the vision tower",
                               1 << 16),
          .layers = v.required({"vt_num_hidden_layers", "depth", "num_hidden_layers"},
                               "The number of layers of the vision tower", 1024),
          .heads = v.required({"vt_num_attention_heads", "num_heads", "num_attention_heads"},
                              "The heads of the vision tower", 1024),
          .width = v.optional({"vt_intermediate_size", "intermediate_size"}).value_or(0)};
}

/// The linear map from an image patch.
NamedMatrix patch_embedding(const Fields& v, int hidden) {
  const std::int64_t side = v.required({"patch_size"}, "The size of a patch", 1024),
                     frames = v.optional({"temporal_patch_size"}).value_or(1);
  const std::int64_t channels = v.optional({"in_channels", "in_chans", "num_channels"}).value_or(3);
  return {"patch embedding", hidden, channels * frames * side * side};
}

/// Two linear maps with biases that join `joined` patches and reach the decoder.
void add_merger(Stack& stack, std::int64_t joined, std::int64_t out, std::int64_t norm) {
  stack.extra.push_back({"merger", joined, joined});
  stack.extra.push_back({"merger", out, joined});
  stack.vectors += joined + out + norm;
}

/// SigLIP (arXiv 2303.15343) before Gemma 3: all patches of a square image, pooled to a fixed number of tokens.
Encoder siglip(const Fields& config, const Fields& v, int out) {
  const Shape s = read_shape(v);
  Encoder e{.name = "SigLIP", .stack = uniform_stack(s, {})};
  const int side = v.required({"image_size"}, "The side of an image in pixels", 1 << 14);
  const NamedMatrix patch = patch_embedding(v, s.hidden);
  const int across = side / std::max(1, v.optional({"patch_size"}).value_or(1));
  const int tokens = std::max(1, config.optional({"mm_tokens_per_image"}).value_or(256));
  e.stack.extra = {patch, {"positions", std::int64_t{across} * across, s.hidden}, {"projector", out, s.hidden}};
  e.stack.vectors = std::int64_t{s.hidden} * 4;  // patch bias, norm after the tower, norm before the projector
  e.inputs_per_token = std::max(1, across * across / tokens);
  e.values_per_token = 3.0 * side * side / tokens;
  e.max_item_tokens = tokens;
  return e;
}

/// Pixtral (arXiv 2410.07073) before Mistral 3: patches of any image, `spatial_merge_size` squared of them to a token.
Encoder pixtral(const Fields& config, const Fields& v, int out) {
  const Shape s = read_shape(v);
  Encoder e{.name = "Pixtral", .stack = uniform_stack(s, {.gated = true, .biased = false, .norm_bias = false})};
  const int merge = config.optional({"spatial_merge_size"}, 2, 64),
            patch = v.required({"patch_size"}, "The size of a patch", 1024);
  const std::int64_t joined = std::int64_t{s.hidden} * merge * merge;
  e.stack.extra = {patch_embedding(v, s.hidden),
                   {"merger", s.hidden, joined},
                   {"projector", out, s.hidden},
                   {"projector", out, out}};
  e.stack.vectors = std::int64_t{s.hidden} * 2;
  e.inputs_per_token = merge * merge;
  e.values_per_token = 3.0 * patch * patch * e.inputs_per_token;
  const int across = v.required({"image_size"}, "The side of an image in pixels", 1 << 14) / std::max(1, patch * merge);
  e.max_item_tokens = across * across;
  return e;
}

/// The towers of Qwen2-VL, Qwen2.5-VL (arXiv 2502.13923) and Qwen3-VL.
Encoder qwen(const Fields& v, int out, std::string_view type) {
  const bool v2 = type == "qwen2_vl", v25 = type == "qwen2_5_vl";
  Shape s = read_shape(v);
  if (v2) s.width = static_cast<int>(s.hidden * std::clamp(v.number("mlp_ratio", 4), 1.0, 16.0));
  Encoder e{.name = "Qwen vision tower", .stack = uniform_stack(s, {.gated = v25, .biased = true, .norm_bias = !v25})};
  const int merge = v.optional({"spatial_merge_size"}, 2, 64);
  const std::int64_t h = s.hidden, joined = h * merge * merge;
  const NamedMatrix patch = patch_embedding(v, s.hidden);
  e.stack.extra.push_back(patch);
  add_merger(e.stack, joined, out, v25 ? h : 2 * h);
  if (!v2 && !v25) {
    e.stack.vectors += h;  // patch bias
    e.stack.extra.push_back({"positions", v.zero_if_absent("num_position_embeddings"), h});
    for (std::size_t i = 0; i < v.numbers("deepstack_visual_indexes").size(); ++i)
      add_merger(e.stack, joined, out, 2 * joined);
  }
  e.inputs_per_token = merge * merge;
  e.values_per_token = static_cast<double>(patch.columns) * e.inputs_per_token;
  e.max_item_tokens = 16384;  // images of up to 12,845,056 pixels by the processor's default (Qwen2VLImageProcessor)
  return e;
}

/// MoonViT before Kimi K2.5: a SigLIP tower with learned positions on a grid and a patch merger.
Encoder moonvit(const Fields& v, int out) {
  const Shape s = read_shape(v);
  Encoder e{.name = "MoonViT", .stack = uniform_stack(s, {})};
  const NamedMatrix patch = patch_embedding(v, s.hidden);
  const std::int64_t h = s.hidden, grid = std::int64_t{v.zero_if_absent("init_pos_emb_height")} *
                                          v.zero_if_absent("init_pos_emb_width");
  e.stack.extra = {patch, {"positions", grid, h}};
  e.stack.vectors = 3 * h;
  e.inputs_per_token = 4;
  add_merger(e.stack, 4 * h, out, 2 * h);
  e.values_per_token = static_cast<double>(patch.columns) * e.inputs_per_token;
  return e;
}

}  // namespace

std::optional<Encoder> read_vision_tower(const Fields& config, int decoder_hidden) {
  const auto v = config.child("vision_config");
  if (!v) return std::nullopt;
  const std::string own = v->text("model_type", ""), type = own.empty() ? config.text("model_type", "") : own;
  if (type == "siglip_vision_model") return siglip(config, *v, decoder_hidden);
  if (type == "pixtral") return pixtral(config, *v, decoder_hidden);
  if (type.starts_with("qwen2_vl") || type.starts_with("qwen2_5_vl"))
    return qwen(*v, decoder_hidden, type.starts_with("qwen2_vl") ? "qwen2_vl" : "qwen2_5_vl");
  if (type.starts_with("qwen3_vl") || type.starts_with("qwen3_5")) return qwen(*v, decoder_hidden, type);
  if (v->has("vt_hidden_size")) return moonvit(*v, decoder_hidden);
  v->fault("model_type", "model.unknown_tower", '"' + type.substr(0, 40) + '"', "this vision tower is not known.",
           "Known: siglip_vision_model, pixtral, qwen2_vl, qwen2_5_vl, qwen3_vl, kimi_k25. Ask for the text model "
           "alone (--text-only) to leave the tower out.");
  return std::nullopt;
}

/// Radford et al., arXiv 2212.04356: two convolutions over the mel spectrum, sinusoidal positions, no bias on keys.
Encoder read_whisper_encoder(const Fields& config) {
  const Shape s{.hidden = config.required({"d_model"}, "The hidden size", 1 << 16),
                .layers = config.required({"encoder_layers"}, "The number of encoder layers", 1024),
                .heads = config.required({"encoder_attention_heads"}, "The heads of the encoder", 1024),
                .width = config.required({"encoder_ffn_dim"}, "The width of the encoder's MLP")};
  Encoder e{.name = "Whisper encoder", .stack = uniform_stack(s, {})};
  std::get<Attention>(e.stack.kinds[0].parts[0]).vectors -= s.hidden;
  const std::int64_t h = s.hidden, mel = config.required({"num_mel_bins"}, "The bins of the mel spectrum", 1 << 12);
  e.fixed_tokens = config.required({"max_source_positions"}, "The number of encoder positions");
  e.stack.extra = {
      {"first convolution", h, 3 * mel}, {"second convolution", h, 3 * h}, {"positions", e.fixed_tokens, h}};
  e.stack.vectors = 4 * h;
  e.values_per_token = 2.0 * static_cast<double>(mel);
  e.max_item_tokens = e.fixed_tokens;
  return e;
}

}  // namespace planner::io
