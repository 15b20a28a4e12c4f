#include "io/config/layer_plan.hpp"
#include "io/config/parts.hpp"

namespace planner::io {

namespace {

std::int64_t mlp_biases(const Fields& config, const Family& family, int width) {
  const bool biased = config.flag("mlp_bias", config.flag("use_bias", family.mlp_bias));
  return biased ? std::int64_t{family.gated ? 2 : 1} * width + hidden_size(config) : 0;
}

int mlp_width(const Fields& config, const Family& family) {
  constexpr const char* meaning = "The width of the MLP";
  if (config.has("intermediate_size_mlp")) return config.required({"intermediate_size_mlp"}, meaning);
  if (family.type == "gpt2" && !config.has("n_inner")) return 4 * hidden_size(config);  // GPT2Block
  return config.required({"intermediate_size", "shared_intermediate_size", "ffn_dim", "n_inner", "ffn_hidden_size"},
                         meaning);
}

/// Width of all shared experts of a layer together.
int shared_width(const Fields& config, int width) {
  if (const auto given = config.optional(
          {"shared_expert_intermediate_size", "moe_shared_expert_intermediate_size", "shared_intermediate_size"}))
    return *given;
  return width * config.optional({"n_shared_experts", "num_shared_experts", "moe_num_shared_experts"}, 0, 1024);
}

/// Some families have experts as wide as their MLP, and say that once.
int expert_width(const Fields& config, const Family& family) {
  constexpr const char* meaning = "The width of an expert";
  const bool own = family.latent || family.type.starts_with("qwen") || family.type.starts_with("glm");
  if (own) return config.required({"moe_intermediate_size"}, meaning);
  return config.required({"moe_intermediate_size", "expert_ffn_hidden_size", "intermediate_size"}, meaning);
}

}  // namespace

catalog::Mlp read_mlp(const Fields& config, const Family& family) {
  catalog::Mlp mlp{.width = mlp_width(config, family), .gated = family.gated};
  mlp.vectors = mlp_biases(config, family, mlp.width);
  return mlp;
}

catalog::Experts read_experts(const Fields& config, const Family& family) {
  catalog::Experts e{.count = expert_count(config), .gated = family.gated};
  e.per_token =
      config.required({"num_experts_per_tok", "num_experts_per_token", "moe_k", "moe_topk", "experts_per_token"},
                      "The number of experts per token", e.count);
  e.width = expert_width(config, family);
  e.shared_width = shared_width(config, e.width);
  if (family.type == "llama4_text") e.shared_width = e.width;  // Llama4TextMoe has one, of the experts' width
  e.shared_gate = e.shared_width > 0 && family.type.starts_with("qwen");
  e.latent = config.zero_if_absent("moe_latent_size");
  if (family.router_bias) e.vectors += e.count;
  if (family.type == "gpt_oss") {  // biases of the router and of every expert
    e.vectors += e.count;
    e.expert_vectors = std::int64_t{2} * e.width + hidden_size(config);
  }
  return e;
}

}  // namespace planner::io
