#include <benchmark/benchmark.h>

#include "planner/plan/compiled.hpp"
#include "support/openb.hpp"

using namespace planner;

namespace {

void run(benchmark::State& state, math::PlaceEffort effort) {
  plan::PlacementInputs in = openb::inputs();
  in.effort = effort;
  plan::PlacementPlan plan;
  for (auto _ : state) benchmark::DoNotOptimize(plan = plan::compiled::plan_placement(in));
  state.counters["allocated_share"] = plan.share(plan.gpus_allocated);
}

void place_openb(benchmark::State& state) { run(state, {}); }
BENCHMARK(place_openb)->Unit(benchmark::kMillisecond);

void place_openb_once(benchmark::State& state) { run(state, {.placements = 1}); }
BENCHMARK(place_openb_once)->Unit(benchmark::kMillisecond);

}  // namespace
