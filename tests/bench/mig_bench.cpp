#include <benchmark/benchmark.h>

#include <random>

#include "planner/io/catalog.hpp"
#include "planner/plan/mig/packing.hpp"

using namespace planner;

namespace {

/// Slices of all profiles of a table, mixed at random.
unit::MigCounts mixed(const catalog::MigTable& table, std::int64_t slices) {
  std::mt19937_64 random(1);
  unit::MigCounts wanted(table.profiles.size(), 0);
  for (std::int64_t i = 0; i < slices; ++i) ++wanted[random() % wanted.size()];
  return wanted;
}

void pack_mig_slices(benchmark::State& state, const std::string& id) {
  const catalog::MigTable& table = io::builtin_catalog().mig_tables.at(id);
  const unit::MigCounts wanted = mixed(table, state.range(0));
  plan::MigPacking packing;
  for (auto _ : state) benchmark::DoNotOptimize(packing = plan::pack_mig(table, wanted));
  state.counters["gpus"] = static_cast<double>(packing.gpus);
  state.counters["proven"] = packing.proven;
}
BENCHMARK_CAPTURE(pack_mig_slices, h100, "mig/h100-80")->Arg(10'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(pack_mig_slices, rtx_pro_6000, "mig/rtx-pro-6000")->Arg(10'000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(pack_mig_slices, a30, "mig/a30")->Arg(10'000)->Unit(benchmark::kMillisecond);

}  // namespace
