#pragma once
#include <span>
#include <string_view>

namespace planner::catalog {

/// A catalog file whose text is part of the library.
struct EmbeddedFile {
  std::string_view path;  ///< as in the project: `models/boundaries.json`
  std::string_view text;
};

std::span<const EmbeddedFile> embedded_files();
/// Text of one embedded file; empty where there is none of that path.
std::string_view embedded_text(std::string_view path);

}  // namespace planner::catalog
