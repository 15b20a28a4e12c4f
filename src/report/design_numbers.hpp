#pragma once
#include <string_view>

namespace planner::report {

/// Numbers that say which design it is: with another degree or other spares it is another one, so that no closed form
/// and no draw of one design's numbers has them.
inline bool settles_design(std::string_view path) {
  return path.ends_with(".tensor_parallel") || path.ends_with(".spare_hosts");
}

}  // namespace planner::report
