// The large model of the acceptance scenario beside the nearest measured points (docs/design/models.md).
#include <catch2/catch.hpp>

#include "planner/io/catalog.hpp"
#include "planner/plan/fit/replica.hpp"

using namespace planner;

namespace {

/// As the scenario asks for it, under requests of the measured shape: lengths are drawn between 0.8 and 1 of the
/// nominal.
plan::Replica deepseek(double input, double output) {
  plan::FitInputs q{.model = "deepseek-ai/DeepSeek-V3", .gpu = "h200-sxm", .engine = "vllm@0.19", .tensor_parallel = 8};
  q.weights = "fp8";
  q.kv_cache = "bf16";
  q.max_len = 20000;
  const catalog::Catalog& known = io::builtin_catalog();
  return *plan::replica_of(known, q, plan::plan_fit(known, q), {0.9 * input, 0.9 * output, 0});
}

}  // namespace

// SemiAnalysis InferenceX, 8 x H200, SGLang, 8,192 in and 1,024 out, 2026-05-17: op0302 to op0306 of
// tests/data/cases/operating_points.csv.
TEST_CASE("time per token of DeepSeek-V3 on eight H200 is near what was measured", "[models]") {
  struct Row {
    double at_once, milliseconds;
  };
  const auto [at_once, milliseconds] =
      GENERATE(Row{4, 10.94}, Row{8, 13.88}, Row{16, 20.02}, Row{32, 31.37}, Row{64, 49.33});
  const double estimated = 1e3 * unit::time_per_token(deepseek(8192, 1024).serving, at_once);
  CHECK(estimated == Approx(milliseconds).epsilon(0.10));
}
