#pragma once
#include <optional>

#include "io/config/fields.hpp"
#include "planner/catalog/llm.hpp"

namespace planner::io {

/// The tower that `vision_config` describes, with its projector into a decoder of that hidden size. Nothing, and an
/// issue, where its kind is not known.
std::optional<catalog::Encoder> read_vision_tower(const Fields& config, int decoder_hidden);

/// Whisper's encoder; its decoder reads its output by cross-attention.
catalog::Encoder read_whisper_encoder(const Fields& config);

}  // namespace planner::io
