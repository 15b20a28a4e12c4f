#pragma once
#include "io/config/family.hpp"
#include "io/config/fields.hpp"
#include "planner/catalog/llm.hpp"

/// The parts of a layer, each from the fields that families use for it.
namespace planner::io {

int hidden_size(const Fields& config);
/// `head_dim` as the file gives it; only where it gives none, hidden size over heads.
int head_dim(const Fields& config);

catalog::Attention read_attention(const Fields& config, const Family& family, catalog::Reach reach);
catalog::LatentAttention read_latent_attention(const Fields& config);
catalog::Recurrent read_recurrent(const Fields& config);
catalog::Mlp read_mlp(const Fields& config, const Family& family);
catalog::Experts read_experts(const Fields& config, const Family& family);

}  // namespace planner::io
