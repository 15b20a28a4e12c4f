#pragma once
#include "io/json/json_reader.hpp"
#include "planner/catalog/llm.hpp"

namespace planner::io {

/// Faults for sizes of a model with which nothing can be worked out: no layers, heads of zero, kinds that do not exist.
void check_llm(Reader& at, const catalog::Llm& model);

}  // namespace planner::io
