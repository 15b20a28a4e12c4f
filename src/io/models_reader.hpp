#pragma once
#include "io/json_reader.hpp"
#include "planner/catalog/catalog.hpp"
#include "planner/plan/models/inputs.hpp"

namespace planner::io {

/// Reads the `models` section of a scenario. Candidate hosts that are objects must already be in the catalog under
/// their id. Faults are collected in the reader's findings.
/// @param folder of the scenario: files of measured lengths are looked for there
plan::ModelInputs read_models(Reader& section, const catalog::Catalog& catalog, const std::string& folder);

}  // namespace planner::io
