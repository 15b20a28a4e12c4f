#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>

#include "golden/example_files.hpp"
#include "golden/json_diff.hpp"
#include "golden/json_numbers.hpp"
#include "planner/base/units.hpp"
#include "planner/io/catalog.hpp"
#include "planner/io/scenario.hpp"
#include "planner/plan/compiled.hpp"
#include "planner/report/explain.hpp"
#include "planner/report/sessions.hpp"
#include "planner/report/verify.hpp"

using namespace planner;

namespace {

struct Answered {
  io::SessionScenario scenario;
  Trace trace;
  plan::SessionPlan plan;
  std::string json;
};

Answered answer(const std::filesystem::path& file) {
  Answered a;
  a.scenario = io::read_session_scenario(golden::text_of(file), file.filename(), io::builtin_catalog());
  a.plan = plan::compiled::plan_sessions(a.scenario.catalog, a.scenario.inputs, &a.trace);
  a.json = report::sessions_json({a.scenario.catalog, a.scenario.inputs, a.plan});
  return a;
}

}  // namespace

TEST_CASE("plans of the examples are as they were: tests/golden/update writes them anew") {
  const auto files = golden::examples_with("sessions");
  REQUIRE(files.size() >= 10);
  for (const auto& file : files) CHECK(golden::changes(file, answer(file).json) == "");
}

TEST_CASE("every formula of every example's plan gives its number and dimension") {
  for (const auto& file : golden::examples_with("sessions")) {
    const Answered a = answer(file);
    CAPTURE(file.string());
    CHECK((a.plan.status == plan::Status::infeasible || a.trace.steps().size() > 20));
    for (const report::TraceFault& fault : report::verify(a.trace)) FAIL_CHECK(fault.id << ": " << fault.what);
  }
}

TEST_CASE("every number of every example's plan is derived, by its place in the JSON") {
  int numbers = 0;
  for (const auto& file : golden::examples_with("sessions")) {
    const Answered a = answer(file);
    if (a.plan.status != plan::Status::ok) continue;
    const report::ElementNames names = report::session_element_names(a.plan);
    golden::for_each_number(golden::Json::parse(a.json), "", [&](const std::string& pointer, double value) {
      CAPTURE(file.string(), pointer);
      const auto ids = report::find_steps(a.trace, pointer, names);
      REQUIRE(ids.size() == 1);
      const auto step = std::ranges::find(a.trace.steps(), ids[0], &Step::id);
      CHECK(step->value == Approx(value).epsilon(1e-9).margin(1e-9));
      ++numbers;
    });
  }
  CHECK(numbers > 1000);
}

TEST_CASE("differences are said in the words of the plan") {
  const auto before =
      golden::Json::parse(R"({"hosts": 96, "tiers": [{"class": "snippet", "hosts": 96, "binding": "cpu"}], "old": 1})");
  const auto after = golden::Json::parse(
      R"({"hosts": 98, "tiers": [{"class": "snippet", "hosts": 96.0000000001, "binding": "memory"}], "new": 2})");
  CHECK(golden::differences(before, after) == std::vector<std::string>{"hosts: 96 -> 98 (+2.1 %)",
                                                                       "tiers.snippet.binding: \"cpu\" -> \"memory\"",
                                                                       "old: gone, was 1", "new: new, 2"});
  CHECK(golden::differences(before, before).empty());
}
