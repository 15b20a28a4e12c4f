#pragma once
#include <string_view>

#include "io/json/record_writer.hpp"
#include "planner/catalog/catalog.hpp"

namespace planner::io {

/// The entry of that id, or a part such as `limits`, as a catalog file has it; null where there is none.
OrderedJson entry_record(const catalog::Catalog& catalog, std::string_view id);

}  // namespace planner::io
