#include "catalog/embedded.hpp"

#include <algorithm>

namespace planner::catalog {

std::string_view embedded_text(std::string_view path) {
  const auto files = embedded_files();
  const auto it = std::ranges::find(files, path, &EmbeddedFile::path);
  return it == files.end() ? std::string_view{} : it->text;
}

}  // namespace planner::catalog
