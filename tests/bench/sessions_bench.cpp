#include <benchmark/benchmark.h>

#include "planner/io/catalog.hpp"
#include "planner/io/scenario.hpp"
#include "planner/plan/compiled.hpp"

using namespace planner;

namespace {

io::SessionScenario acceptance(double times_as_many) {
  const std::string path = std::string(PLANNER_SOURCE_DIR) + "/examples/untrusted-50k.json";
  auto scenario = io::read_session_scenario(io::read_scenario_text(path), path, io::builtin_catalog());
  for (plan::SessionClass& c : scenario.inputs.classes) c.concurrent = c.concurrent * times_as_many;
  return scenario;
}

/// The whole plan in process: choice of boundaries and hosts, comparison, GPU tier, headroom.
void sessions_plan(benchmark::State& state) {
  const auto scenario = acceptance(static_cast<double>(state.range(0)));
  plan::SessionPlan plan;
  for (auto _ : state) benchmark::DoNotOptimize(plan = plan::compiled::plan_sessions(scenario.catalog, scenario.inputs));
  state.counters["hosts"] = plan.hosts;
}
BENCHMARK(sessions_plan)->Arg(1)->Arg(100)->Unit(benchmark::kMillisecond);

/// The same with the derivation of every number.
void sessions_plan_explained(benchmark::State& state) {
  const auto scenario = acceptance(1);
  for (auto _ : state) {
    Trace trace;
    benchmark::DoNotOptimize(plan::compiled::plan_sessions(scenario.catalog, scenario.inputs, &trace));
  }
}
BENCHMARK(sessions_plan_explained)->Unit(benchmark::kMillisecond);

/// The design of the acceptance scenario, settled, at other numbers of sessions in all of its six classes.
void sessions_by_closed_form(benchmark::State& state) {
  auto scenario = acceptance(1);
  const plan::SessionInputs given = scenario.inputs;
  const auto pricer = plan::compiled::session_pricer(scenario.catalog, scenario.inputs, 0);
  std::vector<plan::uncertain::Price> prices;
  double times_as_many = 0.5;
  for (auto _ : state) {
    times_as_many = times_as_many > 2 ? 0.5 : times_as_many * 1.0001;
    for (std::size_t i = 0; i < given.classes.size(); ++i)
      scenario.inputs.classes[i].concurrent = given.classes[i].concurrent * times_as_many;
    pricer->price(1, prices);
    benchmark::DoNotOptimize(prices.front().usd);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(sessions_by_closed_form)->Unit(benchmark::kMicrosecond);

}  // namespace
