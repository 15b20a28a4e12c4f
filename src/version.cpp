#include "planner/version.hpp"

namespace planner {

std::string_view version() { return PLANNER_VERSION; }

}  // namespace planner
