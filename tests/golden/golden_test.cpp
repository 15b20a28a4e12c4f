#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "golden/json_diff.hpp"
#include "planner/io/catalog.hpp"
#include "planner/io/scenario.hpp"
#include "planner/plan/compiled.hpp"
#include "planner/report/sessions.hpp"
#include "planner/report/verify.hpp"

using namespace planner;

namespace {

const std::filesystem::path examples = PLANNER_SOURCE_DIR "/examples", plans = PLANNER_SOURCE_DIR "/tests/golden/plans";

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The examples that ask about sessions, by name.
std::vector<std::filesystem::path> session_examples() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(examples)) {
    if (entry.path().extension() == ".json" && text_of(entry.path()).find("\"sessions\": {") != std::string::npos) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

struct Answered {
  io::SessionScenario scenario;
  Trace trace;
  plan::SessionPlan plan;
  std::string json;
};

Answered answer(const std::filesystem::path& file) {
  Answered a;
  a.scenario = io::read_session_scenario(text_of(file), file.filename(), io::builtin_catalog());
  a.plan = plan::compiled::plan_sessions(a.scenario.catalog, a.scenario.inputs, &a.trace);
  a.json = report::sessions_json({a.scenario.catalog, a.scenario.inputs, a.plan});
  return a;
}

}  // namespace

TEST_CASE("plans of the examples are as they were: tests/golden/update writes them anew") {
  const auto files = session_examples();
  REQUIRE(files.size() >= 10);
  for (const auto& file : files) {
    const auto golden = plans / file.filename();
    const std::string json = answer(file).json;
    if (std::getenv("PLANNER_UPDATE_GOLDEN") != nullptr) std::ofstream(golden) << json;
    CAPTURE(golden.string());
    REQUIRE(std::filesystem::exists(golden));
    const auto lines = golden::differences(golden::Json::parse(text_of(golden)), golden::Json::parse(json));
    INFO(fmt::format("{}", fmt::join(lines, "\n")));
    CHECK(lines.empty());
  }
}

TEST_CASE("every formula of every example's plan gives its number and dimension") {
  for (const auto& file : session_examples()) {
    const Answered a = answer(file);
    CAPTURE(file.string());
    CHECK((a.plan.status == plan::Status::infeasible || a.trace.steps().size() > 20));
    for (const report::TraceFault& fault : report::verify(a.trace)) FAIL_CHECK(fault.id << ": " << fault.what);
  }
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
