#include <benchmark/benchmark.h>

#include "planner/math/che.hpp"
#include "planner/math/fragmentation.hpp"
#include "planner/math/keepalive.hpp"
#include "planner/math/pool_overflow.hpp"

using namespace planner::math;

namespace {

/// Overflow of every model of a pool that holds a quarter of what all of them would.
void pool_overflow(benchmark::State& state) {
  std::vector<PoolModel> models;
  std::size_t gpus = 0;
  for (std::int64_t m = 0; m < state.range(0); ++m) {
    models.push_back({std::size_t{1} << m % 5, 0.02 + 0.01 * static_cast<double>(m % 7)});
    gpus += models.back().gpus;
  }
  for (auto _ : state) {
    const PoolOverflow pool(models, gpus / 4);
    double sum = 0;
    for (std::size_t m = 0; m < models.size(); ++m) sum += pool.overflow(m);
    benchmark::DoNotOptimize(sum);
  }
}
BENCHMARK(pool_overflow)->Arg(20)->Arg(200)->Unit(benchmark::kMicrosecond);

const std::vector<LossClass> four_sizes{{8, 1}, {4, 2}, {3, 4}, {2, 8}};

std::vector<LossClass> with_load(std::int64_t times) {
  std::vector<LossClass> classes = four_sizes;
  for (LossClass& c : classes) c.load *= static_cast<double>(times);
  return classes;
}

void loss_in_one_pool(benchmark::State& state) {
  const auto classes = with_load(state.range(0) / 64);
  for (auto _ : state) benchmark::DoNotOptimize(loss_occupancy(static_cast<std::size_t>(state.range(0)), classes));
}
BENCHMARK(loss_in_one_pool)->Arg(64)->Arg(8'192)->Unit(benchmark::kMicrosecond);

void loss_on_hosts(benchmark::State& state) {
  const auto classes = with_load(state.range(0) / 8);
  for (auto _ : state)
    benchmark::DoNotOptimize(spread_blocking(SpreadHosts(static_cast<std::size_t>(state.range(0)), 8), classes));
}
BENCHMARK(loss_on_hosts)->Arg(8)->Arg(128)->Arg(1'024)->Unit(benchmark::kMicrosecond);

void eviction(benchmark::State& state) {
  std::vector<CachedModel<ExponentialGaps>> models;
  for (std::int64_t m = 0; m < state.range(0); ++m)
    models.push_back({{1.0 / static_cast<double>(1 + m)}, static_cast<double>(1 << m % 4)});
  for (auto _ : state)
    benchmark::DoNotOptimize(eviction_time<ExponentialGaps>(models, static_cast<double>(state.range(0))));
}
BENCHMARK(eviction)->Arg(20)->Arg(200)->Unit(benchmark::kMicrosecond);

void best_timeout_of_observed_gaps(benchmark::State& state) {
  std::vector<double> gaps;
  for (std::int64_t i = 0; i < state.range(0); ++i) gaps.push_back(static_cast<double>((i * 7919) % 10'007));
  const EmpiricalGaps observed(gaps);
  for (auto _ : state) benchmark::DoNotOptimize(best_timeout(observed, 5, 0.001, 0.5));
}
BENCHMARK(best_timeout_of_observed_gaps)->Arg(10'000)->Unit(benchmark::kMicrosecond);

}  // namespace
