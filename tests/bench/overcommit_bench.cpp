#include <benchmark/benchmark.h>

#include <array>

#include "planner/math/overcommit.hpp"

using namespace planner::math;

namespace {

const std::array laws{BetaLaw{256.0, 1.373, 1.822}, BetaLaw{1024.0, 1.2, 1.7}};  // MiB

void tabulate_two_laws(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(SumTail(laws, 0.05));
}
BENCHMARK(tabulate_two_laws)->Unit(benchmark::kMicrosecond);

void tail_of_a_mix(benchmark::State& state) {
  const SumTail sum(laws, 0.05);
  const std::array counts{500.0, 200.0};
  for (auto _ : state) benchmark::DoNotOptimize(sum.tail(counts, 160000.0));
}
BENCHMARK(tail_of_a_mix)->Unit(benchmark::kMicrosecond);

void largest_count_on_a_host(benchmark::State& state) {
  const SumTail sum(laws, 0.05);
  for (auto _ : state) benchmark::DoNotOptimize(largest_count(sum, 0, 50.0, 380000.0, 1e-4));
}
BENCHMARK(largest_count_on_a_host)->Unit(benchmark::kMicrosecond);

}  // namespace
