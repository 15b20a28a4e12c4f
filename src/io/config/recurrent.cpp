#include <fmt/format.h>

#include "io/config/parts.hpp"

namespace planner::io {

namespace {

using catalog::Recurrence;
using catalog::Recurrent;

bool asks_for_fp32_state(const Fields& config) {
  return config.text("mamba_ssm_cache_dtype", config.text("mamba_ssm_dtype", "")) == "float32";
}

/// Mamba-2 under the names of Bamba, Falcon-H1 and Granite (mamba_n_heads ...) or of Nemotron-H (mamba_num_heads ...).
Recurrent mamba2(const Fields& config) {
  Recurrent m{.kind = Recurrence::mamba2};
  m.heads = config.required({"mamba_n_heads", "mamba_num_heads"}, "The number of Mamba heads", 1 << 16);
  m.head_dim = config.required({"mamba_d_head", "mamba_head_dim"}, "The size of a Mamba head");
  m.key_heads = config.required({"mamba_n_groups", "n_groups"}, "The number of Mamba groups", 1 << 16);
  m.key_dim = config.required({"mamba_d_state", "ssm_state_size"}, "The size of the Mamba state");
  m.conv = config.required({"mamba_d_conv", "conv_kernel"}, "The taps of the Mamba convolution", 256);
  m.state_in_fp32 = asks_for_fp32_state(config);
  const std::int64_t inner = std::int64_t{m.heads} * m.head_dim;
  m.vectors = std::int64_t{3} * m.heads;                        // A, D and the bias of the time step
  if (config.flag("mamba_rms_norm", true)) m.vectors += inner;  // gated norm
  if (config.flag("mamba_conv_bias", config.flag("use_conv_bias", true)))
    m.vectors += inner + std::int64_t{2} * m.key_heads * m.key_dim;
  return m;
}

Recurrent mamba1(const Fields& config) {
  Recurrent m{.kind = Recurrence::mamba1, .head_dim = 1, .key_heads = 1};
  m.heads = hidden_size(config) * config.optional({"mamba_expand"}, 2, 16);
  m.key_dim = config.required({"mamba_d_state"}, "The size of the Mamba state");
  m.conv = config.required({"mamba_d_conv"}, "The taps of the Mamba convolution", 256);
  m.rank = config.required({"mamba_dt_rank"}, "The rank of the time step");
  m.state_in_fp32 = asks_for_fp32_state(config);
  m.vectors = std::int64_t{2} * m.heads + m.rank + std::int64_t{2} * m.key_dim;  // time-step bias, D; norms of dt, B, C
  if (config.flag("mamba_conv_bias", true)) m.vectors += m.heads;
  return m;
}

Recurrent gated_delta_net(const Fields& config) {
  Recurrent d{.kind = Recurrence::gated_delta_net};
  d.heads = config.required({"linear_num_value_heads"}, "The number of value heads of the linear layers", 1 << 16);
  d.head_dim = config.required({"linear_value_head_dim"}, "The size of a value head of the linear layers");
  d.key_heads = config.required({"linear_num_key_heads"}, "The number of key heads of the linear layers", 1 << 16);
  d.key_dim = config.required({"linear_key_head_dim"}, "The size of a key head of the linear layers");
  d.conv = config.required({"linear_conv_kernel_dim"}, "The taps of the convolution", 256);
  d.state_in_fp32 = asks_for_fp32_state(config);
  d.vectors = std::int64_t{2} * d.heads + d.head_dim;  // decay, time-step bias, norm
  return d;
}

Recurrent kimi_delta(const Fields& linear) {
  Recurrent d{.kind = Recurrence::kimi_delta};
  d.heads = d.key_heads = linear.required({"num_heads"}, "The number of heads of the linear layers", 1 << 16);
  d.head_dim = d.key_dim = linear.required({"head_dim"}, "The size of a head of the linear layers");
  d.conv = linear.required({"short_conv_kernel_size"}, "The taps of the convolution", 256);
  d.state_in_fp32 = true;  // vLLM and FLA keep KDA's state in float32 (kda_state_dtype)
  d.vectors = d.heads + std::int64_t{d.heads} * d.head_dim + d.head_dim;
  return d;
}

Recurrent lightning(const Fields& config) {
  Recurrent x{.kind = Recurrence::lightning};
  x.heads = x.key_heads = config.required({"num_attention_heads"}, "The number of attention heads", 1 << 16);
  x.head_dim = x.key_dim = head_dim(config);
  x.state_in_fp32 = true;  // vLLM and the released code keep it in float32
  x.vectors = std::int64_t{x.heads} * x.head_dim;
  return x;
}

}  // namespace

catalog::Recurrent read_recurrent(const Fields& config) {
  if (const auto linear = config.child("linear_attn_config")) return kimi_delta(*linear);
  if (config.has("linear_num_value_heads")) return gated_delta_net(config);
  if (config.has("mamba_n_heads") || config.has("mamba_num_heads")) return mamba2(config);
  if (config.has("mamba_dt_rank")) return mamba1(config);
  if (config.has("attn_type_list")) return lightning(config);
  config.fault("linear_num_value_heads", "model.field_missing", "missing",
               "a layer is recurrent, but no field says how.",
               "Known: linear_num_value_heads ... (gated delta net), mamba_n_heads ... (Mamba-2), mamba_dt_rank ... "
               "(Mamba-1), linear_attn_config (KDA).");
  return {};
}

}  // namespace planner::io
