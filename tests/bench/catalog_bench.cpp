#include <benchmark/benchmark.h>

#include "planner/io/catalog.hpp"

namespace {

using namespace planner;

/// Part of every command: the built-in catalog is read once in a process.
void read_catalog(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(io::load_catalog_dir(PLANNER_SOURCE_DIR "/models"));
}
BENCHMARK(read_catalog)->Unit(benchmark::kMillisecond);

void hash_catalog(benchmark::State& state) {
  const catalog::Catalog& catalog = io::builtin_catalog();
  for (auto _ : state) benchmark::DoNotOptimize(io::content_hash(catalog));
}
BENCHMARK(hash_catalog)->Unit(benchmark::kMillisecond);

void overlay_one_host(benchmark::State& state) {
  const catalog::Catalog& catalog = io::builtin_catalog();
  for (auto _ : state)
    benchmark::DoNotOptimize(io::overlay(catalog, R"({"hosts": [{"id": "onprem/dgx-h100", "usd_per_h": 38}]})", "bench"));
}
BENCHMARK(overlay_one_host)->Unit(benchmark::kMillisecond);

}  // namespace
