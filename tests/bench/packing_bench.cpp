#include <benchmark/benchmark.h>

#include <fstream>
#include <random>
#include <sstream>

#include "planner/io/pack_file.hpp"
#include "planner/math/packing.hpp"

using namespace planner;

namespace {

math::PackProblem instance(const std::string& name) {
  std::ifstream file(std::string(PLANNER_SOURCE_DIR) + "/tests/data/packing/" + name + ".vbp");
  std::ostringstream text;
  text << file.rdbuf();
  return io::read_pack(text.str(), name).problem;
}

void run(benchmark::State& state, const math::PackProblem& problem, math::PackEffort effort = {}) {
  math::PackResult result;
  for (auto _ : state) benchmark::DoNotOptimize(result = math::pack(problem, effort));
  state.counters["bins"] = static_cast<double>(result.bins);
  state.counters["gap"] = 1.0 - result.lower_bound / result.cost;
  state.counters["proven"] = result.proven;
}

void pack_file(benchmark::State& state, const std::string& name) { run(state, instance(name)); }
BENCHMARK_CAPTURE(pack_file, a1, "a1_20c_2r_50000")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(pack_file, a2, "a2_20c_2r_50000")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(pack_file, a3, "a3_20c_4r_50000")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(pack_file, triplets, "published/Triplet_classF_60_3_0")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(pack_file, slowest_published, "published/New_class5_60_3_0")->Unit(benchmark::kMillisecond);

/// The same types with a hundred times as many items: five million.
void pack_hundredfold(benchmark::State& state, const std::string& name) {
  math::PackProblem problem = instance(name);
  for (math::PackItem& item : problem.items) item.count *= 100;
  run(state, problem);
}
BENCHMARK_CAPTURE(pack_hundredfold, a1, "a1_20c_2r_50000")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(pack_hundredfold, a2, "a2_20c_2r_50000")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(pack_hundredfold, a3, "a3_20c_4r_50000")->Unit(benchmark::kMillisecond);

/// Four classes of sessions with six resources on hosts of 48 to 192 vCPUs.
math::PackProblem sessions(std::int64_t host_types) {
  std::mt19937_64 random(1);
  const auto between = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
  };
  constexpr std::int64_t mib = 1 << 20;
  math::PackProblem problem;
  for (std::int64_t t = 0; t < host_types; ++t) {
    const std::int64_t size = std::int64_t{1} << (t % 3);
    math::PackBin bin{{size * 48'000, size * 192 * 1000 * mib, size * 110, size * 32'768, size * 1000, size * 4'000}};
    bin.cost = static_cast<double>(size * between(216, 312)) / 100.0;
    problem.bins.push_back(bin);
  }
  for (int i = 0; i < 4; ++i)
    problem.items.push_back({{between(50, 4000), between(128, 16'000) * mib, 1, between(10, 200), 1, between(1, 20)},
                             between(500, 20'000)});
  return problem;
}

void pack_sessions(benchmark::State& state) { run(state, sessions(state.range(0)), {.operations = 5'000}); }
BENCHMARK(pack_sessions)->Arg(1)->Arg(4)->Unit(benchmark::kMicrosecond);

void bound_of_sessions(benchmark::State& state) {
  const math::PackProblem problem = sessions(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(math::pack_bound(problem));
}
BENCHMARK(bound_of_sessions)->Arg(1)->Arg(4)->Arg(50)->Unit(benchmark::kMicrosecond);

}  // namespace
