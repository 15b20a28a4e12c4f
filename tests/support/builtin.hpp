#pragma once
#include "planner/io/catalog.hpp"

namespace planner::testing {

/// The embedded catalog, read once.
inline const catalog::Catalog& known() {
  static const catalog::Catalog catalog = io::builtin_catalog();
  return catalog;
}

}  // namespace planner::testing
