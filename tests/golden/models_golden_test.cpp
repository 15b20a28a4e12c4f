#include <algorithm>
#include <catch2/catch.hpp>

#include "golden/example_files.hpp"
#include "golden/json_numbers.hpp"
#include "planner/io/catalog.hpp"
#include "planner/io/scenario.hpp"
#include "planner/plan/compiled.hpp"
#include "planner/report/explain.hpp"
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

namespace {

/// What is wrong with the derivation of a number of the JSON; empty where nothing is.
std::string underived(const Answered& a, const report::ElementNames& names, const std::string& pointer, double value) {
  try {
    const auto ids = report::find_steps(a.trace, pointer, names);
    const auto step = std::ranges::find(a.trace.steps(), ids[0], &Step::id);
    if (ids.size() != 1) return pointer + ": several ids, as " + ids[0] + "\n";
    return step->value == Approx(value).epsilon(1e-9).margin(1e-9) ? "" : pointer + ": " + ids[0] + " differs\n";
  } catch (const InputError&) {
    return pointer + ": no id\n";
  }
}

}  // namespace

TEST_CASE("every number of every example's plan of models is derived, by its place in the JSON") {
  int numbers = 0;
  for (const auto& file : golden::examples_with("models")) {
    const Answered a = answer(file);
    if (a.plan.status != plan::Status::ok) continue;
    const report::ElementNames names = report::model_element_names(a.plan);
    std::string faults;
    golden::for_each_number(golden::Json::parse(a.json), "", [&](const std::string& pointer, double value) {
      if (pointer.ends_with("/gpu_index")) return;  // a place, not a figure
      faults += underived(a, names, pointer, value);
      ++numbers;
    });
    CAPTURE(file.string());
    CHECK(faults == "");
  }
  CHECK(numbers > 1000);
}
