#pragma once
#include "io/config/family.hpp"
#include "io/config/fields.hpp"
#include "planner/catalog/llm.hpp"

namespace planner::io {

/// Values of the sine and cosine tables that engines build for rotary embeddings: one table per kind of layer that has
/// its own, positions times rotated dimensions. `outer` is the whole config where `text` is nested in it.
double rotary_values(const Fields& text, const Family& family, const catalog::Stack& decoder);

}  // namespace planner::io
