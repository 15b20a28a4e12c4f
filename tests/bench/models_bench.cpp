#include <benchmark/benchmark.h>

#include "planner/io/catalog.hpp"
#include "planner/io/scenario.hpp"
#include "planner/plan/compiled.hpp"

using namespace planner;

namespace {

const std::string twenty = std::string(PLANNER_SOURCE_DIR) + "/examples/twenty-models.json";

/// The whole plan in process: all GPU types and degrees of all models, choice, bound, runners-up, placement.
void models_plan(benchmark::State& state) {
  const auto scenario = io::read_model_scenario(io::read_scenario_text(twenty), twenty, io::builtin_catalog());
  plan::ModelPlan plan;
  for (auto _ : state) benchmark::DoNotOptimize(plan = plan::compiled::plan_models(scenario.catalog, scenario.inputs));
  state.counters["GPUs"] = plan.gpus;
}
BENCHMARK(models_plan)->Unit(benchmark::kMillisecond);

}  // namespace
