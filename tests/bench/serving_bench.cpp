#include <benchmark/benchmark.h>

#include "planner/io/catalog.hpp"
#include "planner/plan/fit/replica.hpp"
#include "planner/unit/serving_queue.hpp"

using namespace planner;

namespace {

const plan::FitInputs question{
    .model = "deepseek-ai/DeepSeek-V3", .gpu = "h200-sxm", .engine = "vllm@0.19", .tensor_parallel = 8, .max_len = 8192};
const unit::RequestShape shape{2000, 500};
const unit::LatencyTargets targets{.ttft_p95 = 2.0 * units::second, .tpot_p95 = 0.05 * units::second};

}  // namespace

/// A replica of a plan and its operating point: what a fleet plan asks for each model, GPU and degree.
static void operating_point(benchmark::State& state) {
  const catalog::Catalog& known = io::builtin_catalog();
  const plan::FitPlan fit = plan::plan_fit(known, question);
  for (auto _ : state) {
    const auto r = plan::replica_of(known, question, fit, shape);
    benchmark::DoNotOptimize(unit::operating_point(r->serving, r->room, targets, *r->reached));
  }
}
BENCHMARK(operating_point)->Unit(benchmark::kMicrosecond);

static void queue_of_a_replica(benchmark::State& state) {
  const catalog::Catalog& known = io::builtin_catalog();
  const auto r = plan::replica_of(known, question, plan::plan_fit(known, question), shape);
  const unit::OperatingPoint p = unit::operating_point(r->serving, r->room, targets, *r->reached);
  for (auto _ : state) benchmark::DoNotOptimize(unit::queue_at(r->serving, p.batch, 0.8 * p.capacity));
}
BENCHMARK(queue_of_a_replica)->Unit(benchmark::kMicrosecond);
