#include <catch2/catch.hpp>

#include "golden/example_files.hpp"
#include "planner/io/catalog.hpp"
#include "planner/io/scenario.hpp"
#include "planner/plan/compiled.hpp"
#include "planner/report/residency.hpp"
#include "planner/report/verify.hpp"

using namespace planner;

namespace {

void check_kept(const std::string& name) {
  const auto file = golden::examples / (name + ".json");
  const auto scenario = io::read_model_scenario(golden::text_of(file), file.string(), io::builtin_catalog());
  Trace trace;
  const plan::ResidencyPlan plan = plan::compiled::plan_residency(scenario.catalog, scenario.inputs, &trace);
  CHECK(golden::changes("residency-" + name + ".json",
                        report::residency_json({scenario.catalog, scenario.inputs, plan})) == "");
  for (const report::TraceFault& fault : report::verify(trace)) FAIL_CHECK(fault.id << ": " << fault.what);
}

}  // namespace

TEST_CASE("plans of the examples in depth are as they were") { check_kept("small-models"); }

TEST_CASE("plans of the examples with models on demand in depth are as they were", "[slow]") {
  check_kept("seldom-used-models");
}
