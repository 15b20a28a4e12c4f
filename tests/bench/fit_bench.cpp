// `planner_bench --benchmark_filter=Fit` prints the figures of docs/performance.md.
#include <benchmark/benchmark.h>

#include "io/text/text_file.hpp"
#include "planner/io/catalog.hpp"
#include "planner/io/model_config.hpp"
#include "planner/plan/fit/alternatives.hpp"

namespace {

using namespace planner;

void FitOne(benchmark::State& state, const std::string& model) {
  const catalog::Catalog& catalog = io::builtin_catalog();
  plan::FitInputs in{.model = model, .gpu = "h100-sxm", .engine = "vllm@0.19"};
  in.tensor_parallel = 2;
  in.max_len = 8192;
  for (auto _ : state) benchmark::DoNotOptimize(plan::plan_fit(catalog, in).kv_tokens);
}
BENCHMARK_CAPTURE(FitOne, Llama_3_1_8B, "meta-llama/Llama-3.1-8B");
BENCHMARK_CAPTURE(FitOne, gemma_3_27b, "google/gemma-3-27b");
BENCHMARK_CAPTURE(FitOne, DeepSeek_V3, "deepseek-ai/DeepSeek-V3");
BENCHMARK_CAPTURE(FitOne, Nemotron_H_56B, "nvidia/Nemotron-H-56B-Base-8K");

/// The smallest degree on every GPU of the catalog.
void FitAllGpus(benchmark::State& state) {
  plan::FitInputs in{.model = "meta-llama/Llama-3.1-70B", .gpu = "h100-sxm", .engine = "vllm@0.19"};
  in.max_len = 8192;
  for (auto _ : state) benchmark::DoNotOptimize(plan::fit_alternatives(io::builtin_catalog(), in).gpus.size());
}
BENCHMARK(FitAllGpus)->Unit(benchmark::kMicrosecond);

void FitImport(benchmark::State& state, const std::string& file) {
  const std::string text = io::read_text(std::string(PLANNER_SOURCE_DIR) + "/tests/data/models/configs/" + file);
  for (auto _ : state) benchmark::DoNotOptimize(io::import_model(text, {.where = file}).vocabulary);
}
BENCHMARK_CAPTURE(FitImport, Llama_3_1_8B, "meta-llama--Meta-Llama-3.1-8B.json")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(FitImport, Nemotron_H_56B, "nvidia--Nemotron-H-56B-Base-8K.json")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(FitImport, GLM_5_1_FP8_36_kB, "zai-org--GLM-5.1-FP8.json")->Unit(benchmark::kMicrosecond);

}  // namespace
