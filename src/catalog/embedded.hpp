#pragma once
#include <span>
#include <string_view>

namespace planner::catalog {

/// A file whose text is part of the library.
struct EmbeddedFile {
  std::string_view path;  ///< of a catalog file as in the project: `models/boundaries.json`
  std::string_view text;
};

/// The catalog.
std::span<const EmbeddedFile> embedded_files();

}  // namespace planner::catalog
