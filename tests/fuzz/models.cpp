#include <cstddef>
#include <cstdint>
#include <string_view>

#include "planner/base/error.hpp"
#include "planner/io/catalog.hpp"
#include "planner/io/scenario.hpp"
#include "planner/plan/compiled.hpp"

/// Whatever stands in a scenario about models, it ends in a plan or in `InputError`, never in anything else.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const planner::catalog::Catalog catalog = planner::io::builtin_catalog();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const auto scenario = planner::io::read_model_scenario(text, "fuzz.json", catalog);
    planner::plan::compiled::plan_models(scenario.catalog, scenario.inputs);
  } catch (const planner::InputError&) {
  }
  return 0;
}
