#include <benchmark/benchmark.h>

#include "planner/math/simulate/model_pool_play.hpp"
#include "planner/math/simulate/service_system.hpp"
#include "planner/math/simulate/warm_pool_play.hpp"

using namespace planner::math;
using namespace planner::math::simulate;

namespace {

/// Plays one replication again and again and reports events per second of CPU time.
template <class Play>
void run(benchmark::State& state, Play&& play) {
  double events = 0.0;
  for (auto _ : state) events += static_cast<double>(play().events);
  state.counters["events_per_s"] = benchmark::Counter(events, benchmark::Counter::kIsRate);
}

void simulate_queue(benchmark::State& state) {
  const auto servers = static_cast<double>(state.range(0));
  const ServiceSystem system{
      {{Law::exponential(1.0 / (0.8 * servers)), Law::exponential(1.0)}}, static_cast<int>(servers), true};
  run(state, [&] { return ServicePlay(system, {.warm_up = 10.0, .length = 400'000.0 / servers}).play(); });
}
BENCHMARK(simulate_queue)->Arg(20)->Arg(2000)->Unit(benchmark::kMillisecond);

/// 30,000 sessions alive that live ten minutes each, pool of 65.
void simulate_warm_pool(benchmark::State& state) {
  const WarmPoolSystem system{Law::exponential(0.02), Law::lognormal(1.0, 0.3), Law::exponential(600.0), 65};
  run(state, [&] { return WarmPoolPlay(system, {.warm_up = 2'000.0, .length = 6'000.0}).play(); });
}
BENCHMARK(simulate_warm_pool)->Unit(benchmark::kMillisecond);

/// 60 models of 1 to 8 GPUs on 16 hosts: loads on one link, timeouts, eviction, host failures.
void simulate_models(benchmark::State& state) {
  ModelPool pool{{}, 16, 8, Eviction::least_recently_used};
  for (int m = 0; m < 60; ++m)
    pool.models.push_back({Law::exponential(20 + 10 * m), Law::exponential(10), 30.0, 0, 300.0, 1 << (m % 4)});
  pool.failures = HostFailures{Law::exponential(1e5), Law::exponential(3'000)};
  run(state, [&] { return ModelPoolPlay(pool, {.warm_up = 1e4, .length = 3e5}).play(); });
}
BENCHMARK(simulate_models)->Unit(benchmark::kMillisecond);

}  // namespace
