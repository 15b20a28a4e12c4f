#include <benchmark/benchmark.h>

#include "io/text/text_file.hpp"
#include "planner/io/choice_file.hpp"
#include "planner/math/choice.hpp"
#include "support/random_choice.hpp"

using namespace planner;

namespace {

void solve(benchmark::State& state, const math::choice::Problem& problem, const math::choice::Effort& effort) {
  math::choice::Solution found;
  for (auto _ : state) benchmark::DoNotOptimize(found = math::choice::solve(problem, effort));
  state.counters["gap"] = 1.0 - found.lower_bound / found.plan->cost;
  state.counters["proven"] = found.proven;
  state.counters["options_priced"] = static_cast<double>(found.work);
}

std::string text_of(const std::string& name) {
  return io::read_text(std::string(PLANNER_SOURCE_DIR) + "/tests/data/residency/" + name + ".json");
}

void choice_file(benchmark::State& state, const std::string& name) {
  solve(state, io::read_choice(text_of(name), name).problem, math::choice::until_proven);
}
BENCHMARK_CAPTURE(choice_file, b_20, "b_20")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(choice_file, b_200, "b_200")->Unit(benchmark::kMillisecond);

/// Fleets of the same make, to a proof; the second argument is the seed.
void choice_fleet(benchmark::State& state) {
  testing::RandomChoice random(static_cast<unsigned>(state.range(1)));
  solve(state, random.fleet({.models = static_cast<int>(state.range(0))}), math::choice::until_proven);
}
BENCHMARK(choice_fleet)->ArgsProduct({{200, 2'000}, {1, 2, 3}})->Unit(benchmark::kMillisecond);

/// Good enough for a what-if: a gap of 0.1 %.
void choice_fleet_rough(benchmark::State& state) {
  testing::RandomChoice random(1);
  solve(state, random.fleet({.models = static_cast<int>(state.range(0))}), {1e-3, math::choice::until_proven.work});
}
BENCHMARK(choice_fleet_rough)->Arg(200)->Arg(2'000)->Arg(20'000)->Unit(benchmark::kMillisecond);

void read_choice(benchmark::State& state, const std::string& name) {
  const std::string text = text_of(name);
  for (auto _ : state) benchmark::DoNotOptimize(io::read_choice(text, name).models.size());
}
BENCHMARK_CAPTURE(read_choice, b_200, "b_200")->Unit(benchmark::kMillisecond);

}  // namespace
