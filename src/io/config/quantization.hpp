#pragma once
#include "io/config/fields.hpp"
#include "planner/catalog/llm.hpp"

namespace planner::io {

/// Format of the checkpoint: from `quantization_config` where there is one, else from `torch_dtype`; `text` is the
/// nested text model, or the config again.
catalog::Checkpoint read_checkpoint(const Fields& config, const Fields& text);

}  // namespace planner::io
