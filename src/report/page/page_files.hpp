#pragma once
#include "catalog/embedded.hpp"

namespace planner::report {

/// What a page is made of: `page.css`, `page.js`, `chart.js` and `chart.licence`.
std::span<const catalog::EmbeddedFile> page_files();

}  // namespace planner::report
