#include "planner/io/scenario.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "planner/base/error.hpp"
#include "planner/io/catalog.hpp"

/// Whatever stands in a scenario file, reading it ends in inputs or in `InputError`, never in anything else.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const planner::catalog::Catalog catalog = planner::io::builtin_catalog();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    planner::io::read_session_scenario(text, "fuzz.json", catalog);
  } catch (const planner::InputError&) {
  }
  return 0;
}
