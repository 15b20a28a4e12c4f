#pragma once
#include <nlohmann/json.hpp>

#include "io/json_reader.hpp"
#include "planner/catalog/llm.hpp"

namespace planner::io {

/// Reads a model's record as catalog files hold it. Faults go to the reader's findings.
catalog::Llm read_llm(Reader& at);

/// The record as a catalog file holds it; what has its default is left out.
nlohmann::ordered_json write_llm(const catalog::Llm& model);

}  // namespace planner::io
