#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace planner::io {

/// Which projections of an attention carry a bias.
enum class Biases { none, qkv, all };
/// Norms of queries and keys: one scale per value of a head, or per value of all heads.
enum class QueryNorm { none, head, full };

/// What a family of models has that its config.json does not say. The defaults are Llama's.
struct Family {
  std::string_view type{};           ///< `model_type` of the configs
  bool gated = true;                 ///< SwiGLU and the like; else a plain two-matrix MLP
  int norms = 2;                     ///< per layer
  bool norm_bias = false;            ///< LayerNorm with a bias, rather than RMSNorm
  bool norm_weight = true;           ///< false: norms without parameters (OLMo)
  Biases bias = Biases::none;        ///< where the config is silent
  Biases bias_if_set = Biases::all;  ///< what `attention_bias: true` means
  bool mlp_bias = false;
  QueryNorm query_norm = QueryNorm::none;
  bool tied = false;               ///< where the config is silent
  int full_every = 0;              ///< every n-th layer sees all tokens, the others a window; 0: not by rule
  bool own_head_dim = false;       ///< heads are not the hidden size cut up: `head_dim` must be given
  bool own_kv_heads = false;       ///< the class has a number of KV heads of its own: it must be given
  bool latent = false;             ///< multi-head latent attention
  bool router_bias = false;        ///< a correction per expert, beside the router
  bool positions_learned = false;  ///< a table of positions instead of rotary embeddings
  bool rotary = true;
};

/// The family called `model_type`, or null.
const Family* find_family(std::string_view model_type);
std::vector<std::string> family_names();

}  // namespace planner::io
