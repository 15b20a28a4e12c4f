#include <catch2/catch.hpp>

#include "golden/example_files.hpp"
#include "planner/io/catalog.hpp"
#include "planner/io/scenario.hpp"
#include "planner/plan/compiled.hpp"
#include "planner/report/models.hpp"
#include "planner/report/verify.hpp"

using namespace planner;

namespace {

struct Answered {
  io::ModelScenario scenario;
  Trace trace;
  plan::ModelPlan plan;
  std::string json;
};

Answered answer(const std::filesystem::path& file) {
  Answered a;
  a.scenario = io::read_model_scenario(golden::text_of(file), file.string(), io::builtin_catalog());
  a.plan = plan::compiled::plan_models(a.scenario.catalog, a.scenario.inputs, &a.trace);
  a.json = report::models_json({a.scenario.catalog, a.scenario.inputs, a.plan});
  return a;
}

}  // namespace

TEST_CASE("plans of the examples about models are as they were: tests/golden/update writes them anew") {
  const auto files = golden::examples_with("models");
  REQUIRE(!files.empty());
  for (const auto& file : files) CHECK(golden::changes(file, answer(file).json) == "");
}

TEST_CASE("every formula of every example's plan of models gives its number and dimension") {
  for (const auto& file : golden::examples_with("models")) {
    const Answered a = answer(file);
    CAPTURE(file.string());
    for (const report::TraceFault& fault : report::verify(a.trace)) FAIL_CHECK(fault.id << ": " << fault.what);
  }
}
