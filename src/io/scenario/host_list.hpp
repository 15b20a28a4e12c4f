#pragma once
#include <string>
#include <vector>

#include "io/json/json_reader.hpp"
#include "planner/catalog/catalog.hpp"

namespace planner::io {

/// Ids of candidate hosts: a list of ids, or of objects with an id, which must already be in the catalog. Where the
/// field is absent, every host with a published price.
std::vector<std::string> read_candidates(Reader& section, const std::string& field, const catalog::Catalog& catalog,
                                         bool with_gpu);

}  // namespace planner::io
