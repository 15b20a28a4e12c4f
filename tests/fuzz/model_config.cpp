#include "planner/io/model_config.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "planner/base/error.hpp"
#include "planner/io/catalog.hpp"
#include "planner/plan/fit/fit.hpp"

/// Whatever stands in a config.json, reading it ends in a model that can be planned with or in `InputError`.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static planner::catalog::Catalog catalog = planner::io::builtin_catalog();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    catalog.models["fuzzed"] = planner::io::import_model(text, {.id = "fuzzed"});
    planner::plan::FitInputs in{.model = "fuzzed", .gpu = "h100-sxm", .engine = "vllm@0.19"};
    in.tensor_parallel = 2;
    in.pipeline_parallel = 2;
    in.max_len = 4096;
    planner::plan::plan_fit(catalog, in);
  } catch (const planner::InputError&) {
  }
  return 0;
}
