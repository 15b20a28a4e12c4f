#include <fmt/format.h>

#include "io/config/parts.hpp"

namespace planner::io {

namespace {

constexpr int most_heads = 1 << 16;

int query_heads(const Fields& config) {
  return config.required({"num_attention_heads", "n_head", "n_heads", "decoder_attention_heads"},
                         "The number of attention heads", most_heads);
}

Biases biases_of(const Fields& config, const Family& family) {
  for (const char* name : {"attention_bias", "qkv_bias", "use_qkv_bias", "use_bias"})
    if (config.has(name)) {
      if (!config.flag(name, false)) return Biases::none;
      return std::string_view(name) == "qkv_bias" || std::string_view(name) == "use_qkv_bias" ? Biases::qkv
                                                                                              : family.bias_if_set;
    }
  return family.bias;
}

QueryNorm query_norm_of(const Fields& config, const Family& family) {
  if (family.type == "llama4_text") return QueryNorm::none;  // its query norm has no weights
  if (family.query_norm != QueryNorm::none || !config.flag("use_qk_norm", false)) return family.query_norm;
  return config.text("qk_norm_type", "") == "per_layer" ? QueryNorm::full : QueryNorm::head;
}

/// Values of biases, query and key norms, and sinks.
std::int64_t attention_vectors(const catalog::Attention& a, const Fields& config, const Family& family, int hidden) {
  const std::int64_t queries = std::int64_t{a.heads} * a.head_dim, keys = std::int64_t{a.kv_heads} * a.head_dim;
  const Biases bias = biases_of(config, family);
  const QueryNorm norm = query_norm_of(config, family);
  std::int64_t values = 0;
  if (bias != Biases::none) values += queries + 2 * keys;
  if (bias == Biases::all) values += hidden;
  if (norm == QueryNorm::head) values += std::int64_t{2} * a.head_dim;
  if (norm == QueryNorm::full) values += queries + keys;
  if (family.type == "gpt_oss") values += a.heads;
  return values;
}

int window_of(const Fields& config, catalog::Reach reach) {
  if (reach == catalog::Reach::sliding) return config.required({"sliding_window"}, "The window of the sliding layers");
  if (reach == catalog::Reach::chunked)
    return config.required({"attention_chunk_size"}, "The size of an attention chunk");
  return 0;
}

int kv_heads_of(const Fields& config, const Family& family, int heads) {
  if (config.flag("multi_query", false) && !config.flag("new_decoder_architecture", false)) return 1;
  if (family.own_kv_heads) return config.required({"num_key_value_heads", "num_kv_heads"}, "The number of KV heads");
  return config.optional({"num_key_value_heads", "num_kv_heads"}, heads, most_heads);
}

}  // namespace

int hidden_size(const Fields& config) {
  return config.required({"hidden_size", "n_embd", "d_model"}, "The hidden size", 1 << 20);
}

int head_dim(const Fields& config) {
  if (const auto given = config.optional({"head_dim", "attention_head_dim", "kv_channels"}); given && *given > 0)
    return *given;
  const int hidden = hidden_size(config), heads = query_heads(config);
  if (hidden % heads != 0)
    config.fault("head_dim", "model.field_missing", "missing",
                 fmt::format("is needed, because {} values do not divide among {} heads.", hidden, heads));
  return hidden / heads;
}

catalog::Attention read_attention(const Fields& config, const Family& family, catalog::Reach reach) {
  catalog::Attention a{.reach = reach};
  a.heads = query_heads(config);
  a.kv_heads = kv_heads_of(config, family, a.heads);
  if (a.kv_heads < 1 || a.heads % a.kv_heads != 0) {
    config.fault("num_key_value_heads", "model.field_value", std::to_string(a.kv_heads),
                 fmt::format("must divide the {} query heads.", a.heads));
    a.kv_heads = a.heads;
  }
  if (family.own_head_dim && !config.has("head_dim"))
    config.fault("head_dim", "model.field_missing", "missing",
                 "is needed: heads of this family are not the hidden size divided among them.");
  a.head_dim = head_dim(config);
  a.window = window_of(config, reach);
  a.output_gate = config.flag("attn_output_gate", family.type == "qwen3_next");
  a.vectors = attention_vectors(a, config, family, hidden_size(config));
  return a;
}

catalog::LatentAttention read_latent_attention(const Fields& config) {
  catalog::LatentAttention a;
  a.heads = query_heads(config);
  a.query_rank = config.zero_if_absent("q_lora_rank");
  a.kv_rank = config.required({"kv_lora_rank"}, "The rank of the compressed keys and values");
  a.nope_dim = config.required({"qk_nope_head_dim"}, "The part of a query head without rotary embedding");
  a.rope_dim = config.required({"qk_rope_head_dim"}, "The part of a query head with rotary embedding");
  a.value_dim = config.required({"v_head_dim"}, "The size of a value head");
  a.index_heads = config.optional({"index_n_heads"}, 0, most_heads);
  if (a.index_heads > 0) a.index_dim = config.required({"index_head_dim"}, "The size of an indexer head");
  a.vectors = a.query_rank + a.kv_rank + std::int64_t{2} * a.index_dim;
  if (config.flag("attention_bias", false)) a.vectors += a.query_rank + a.kv_rank + a.rope_dim + hidden_size(config);
  return a;
}

}  // namespace planner::io
