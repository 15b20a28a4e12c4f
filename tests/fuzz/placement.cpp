#include <cstddef>
#include <cstdint>
#include <string_view>

#include "planner/base/error.hpp"
#include "planner/io/placement_file.hpp"

/// Nodes and pods, one file after the other with an empty line between them: read, or refused with an InputError.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t middle = text.find("\n\n");
  const std::string_view pods = middle == std::string_view::npos ? "" : text.substr(middle + 2);
  try {
    planner::io::read_placement({text.substr(0, middle), "nodes"}, {pods, "pods"});
  } catch (const planner::InputError&) {
  }
  return 0;
}
