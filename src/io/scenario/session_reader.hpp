#pragma once
#include "io/json/json_reader.hpp"
#include "planner/catalog/catalog.hpp"
#include "planner/plan/sessions/question/inputs.hpp"

namespace planner::io {

/// Reads the `sessions` section of a scenario. Candidate hosts that are objects must already be in the catalog under
/// their id. Faults are collected in the reader's findings.
plan::SessionInputs read_sessions(Reader& section, const catalog::Catalog& catalog);

/// Reads class `i` of the section again into inputs that were read from all of it. False where the rest of the section
/// has a say, because something is wrong or the class is no longer of this name, trust level and kind: then nothing is
/// put there.
bool reread_class(Reader& r, const catalog::Catalog& catalog, std::size_t i, plan::SessionInputs& inputs);

/// Trust levels that a scenario may name without defining them: `anonymous`, `customer`, `internal`.
std::map<std::string, plan::TrustLevel> standard_trust_levels();

}  // namespace planner::io
