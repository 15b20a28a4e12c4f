#pragma once
#include "io/config/family.hpp"
#include "io/config/fields.hpp"
#include "planner/catalog/llm.hpp"

namespace planner::io {

/// The decoder of a causal language model.
catalog::Stack read_decoder(const Fields& config, const Family& family);
/// Its multi-token-prediction layers, where the config names any.
std::optional<catalog::Stack> read_mtp(const Fields& config, const Family& family, const catalog::Stack& decoder);
/// BERT and its kin: all tokens see each other, nothing is cached.
catalog::Stack read_bert(const Fields& config);
/// Whisper's decoder: self-attention, cross-attention over the encoder's output, MLP.
catalog::Stack read_whisper_decoder(const Fields& config);

}  // namespace planner::io
