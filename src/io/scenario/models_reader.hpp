#pragma once
#include "io/json/json_reader.hpp"
#include "planner/catalog/catalog.hpp"
#include "planner/plan/models/question/inputs.hpp"

namespace planner::io {

/// Reads the `models` section of a scenario. Candidate hosts that are objects must already be in the catalog under
/// their id. Faults are collected in the reader's findings.
/// @param folder of the scenario: files of measured lengths are looked for there
plan::ModelInputs read_models(Reader& section, const catalog::Catalog& catalog, const std::string& folder);

/// Reads service `i` of the section again into inputs that were read from all of it. False where the rest of the
/// section has a say, because something is wrong or it is another service: then nothing is put there.
bool reread_service(Reader& r, const catalog::Catalog& catalog, const std::string& folder, std::size_t i,
                    plan::ModelInputs& inputs);

}  // namespace planner::io
