#include "io/config/family.hpp"

#include <algorithm>

namespace planner::io {

namespace {

using enum Biases;

/// From the model classes of Hugging Face transformers (models/<type>/modeling_<type>.py), one row per `model_type`.
constexpr Family families[] = {
    {.type = "llama"},
    {.type = "llama4_text"},
    {.type = "mistral"},
    {.type = "ministral"},
    {.type = "ministral3"},
    {.type = "mixtral", .own_kv_heads = true},
    {.type = "qwen2", .bias = qkv, .bias_if_set = qkv, .own_kv_heads = true},
    {.type = "qwen2_moe", .bias = qkv, .bias_if_set = qkv, .own_kv_heads = true},
    {.type = "qwen2_vl", .bias = qkv, .bias_if_set = qkv, .own_kv_heads = true},
    {.type = "qwen2_5_vl", .bias = qkv, .bias_if_set = qkv, .own_kv_heads = true},
    {.type = "qwen2_5_vl_text", .bias = qkv, .bias_if_set = qkv, .own_kv_heads = true},
    {.type = "qwen3", .query_norm = QueryNorm::head, .own_head_dim = true, .own_kv_heads = true},
    {.type = "qwen3_moe", .query_norm = QueryNorm::head, .own_head_dim = true, .own_kv_heads = true},
    {.type = "qwen3_vl_text", .query_norm = QueryNorm::head, .own_head_dim = true, .own_kv_heads = true},
    {.type = "qwen3_vl_moe_text", .query_norm = QueryNorm::head, .own_head_dim = true, .own_kv_heads = true},
    {.type = "qwen3_next", .query_norm = QueryNorm::head, .own_head_dim = true, .own_kv_heads = true},
    {.type = "qwen3_5_text", .query_norm = QueryNorm::head, .own_head_dim = true, .own_kv_heads = true},
    {.type = "qwen3_5_moe_text", .query_norm = QueryNorm::head, .own_head_dim = true, .own_kv_heads = true},
    {.type = "phi3"},
    {.type = "phimoe", .norm_bias = true, .bias_if_set = all},
    {.type = "gemma", .tied = true, .own_head_dim = true, .own_kv_heads = true},
    {.type = "gemma2", .norms = 4, .tied = true, .full_every = 2, .own_head_dim = true, .own_kv_heads = true},
    {.type = "gemma3_text",
     .norms = 4,
     .query_norm = QueryNorm::head,
     .tied = true,
     .full_every = 6,
     .own_head_dim = true,
     .own_kv_heads = true},
    {.type = "olmo", .norm_weight = false},
    {.type = "olmo2", .query_norm = QueryNorm::full},
    {.type = "olmo3", .query_norm = QueryNorm::full, .full_every = 4},
    {.type = "olmoe", .query_norm = QueryNorm::full},
    {.type = "granite"},
    {.type = "granitemoe", .tied = true},
    {.type = "granitemoeshared", .tied = true},
    {.type = "granitemoehybrid", .tied = true, .rotary = false},
    {.type = "cohere", .norms = 1, .tied = true},
    {.type = "cohere2", .norms = 1, .tied = true, .full_every = 4},
    {.type = "glm", .bias = qkv, .bias_if_set = qkv},
    {.type = "glm4", .norms = 4, .bias = qkv, .bias_if_set = qkv},
    {.type = "glm4_moe", .bias_if_set = qkv, .own_kv_heads = true, .router_bias = true},
    {.type = "internlm2"},
    {.type = "internlm3"},
    {.type = "exaone"},
    {.type = "exaone4", .query_norm = QueryNorm::head, .own_kv_heads = true},
    {.type = "smollm3", .own_kv_heads = true},
    {.type = "seed_oss", .bias_if_set = qkv, .own_kv_heads = true},
    {.type = "ernie4_5", .tied = true},
    {.type = "arcee", .gated = false},
    {.type = "hunyuan_v1_dense", .query_norm = QueryNorm::head},
    {.type = "stablelm", .norm_bias = true, .bias_if_set = qkv},
    {.type = "starcoder2", .gated = false, .norm_bias = true, .bias = all, .mlp_bias = true, .tied = true},
    {.type = "nemotron", .gated = false, .norm_bias = true},
    {.type = "phi", .gated = false, .norms = 1, .norm_bias = true, .bias = all, .mlp_bias = true},
    {.type = "gpt_neox", .gated = false, .norm_bias = true, .bias = all, .mlp_bias = true},
    {.type = "gpt2",
     .gated = false,
     .norm_bias = true,
     .bias = all,
     .mlp_bias = true,
     .tied = true,
     .positions_learned = true,
     .rotary = false},
    {.type = "opt",
     .gated = false,
     .norm_bias = true,
     .bias = all,
     .mlp_bias = true,
     .tied = true,
     .positions_learned = true,
     .rotary = false},
    {.type = "gpt_oss", .bias = all, .mlp_bias = true, .full_every = 2, .own_head_dim = true, .own_kv_heads = true},
    {.type = "deepseek_v2", .latent = true},
    {.type = "deepseek_v3", .latent = true, .router_bias = true},
    {.type = "deepseek_v32", .latent = true, .router_bias = true},
    {.type = "kimi_k2", .latent = true, .router_bias = true},
    {.type = "glm_moe_dsa", .latent = true, .router_bias = true},
    {.type = "kimi_linear", .latent = true, .router_bias = true, .rotary = false},
    {.type = "minimax_m1"},
    {.type = "minimax_text_01"},
    {.type = "minimax_m2", .router_bias = true},
    {.type = "jamba", .own_kv_heads = true, .rotary = false},
    {.type = "bamba", .own_kv_heads = true},
    {.type = "falcon_h1", .own_kv_heads = true},
    {.type = "nemotron_h", .gated = false, .norms = 1, .own_kv_heads = true, .router_bias = true, .rotary = false},
};

}  // namespace

const Family* find_family(std::string_view model_type) {
  const auto* const it = std::ranges::find(families, model_type, &Family::type);
  return it == std::end(families) ? nullptr : it;
}

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const Family& f : families) names.emplace_back(f.type);
  return names;
}

}  // namespace planner::io
