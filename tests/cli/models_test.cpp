// `planner models` as a process: the acceptance scenario, exit codes, fault texts.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"

using Catch::Contains;
using Catch::StartsWith;
using cli::planner;

namespace {

const std::string example = PLANNER_SOURCE_DIR "/examples/twenty-models.json";

cli::Result with(const std::string& change, const std::string& format = "--json") {
  return planner({"models", example, "--set", change, format});
}

}  // namespace

TEST_CASE("replicas for every team are dearer than the plan, also with room for a second version") {
  const cli::Result result = with("models.policy.upgrade_room=1", "--format=table");
  CHECK_THAT(result.out, Contains("Replicas of its own for every team: 14 hosts, ") && Contains(" USD/h (+"));
  CHECK_THAT(result.out, !Contains(" USD/h less)."));
}

TEST_CASE("twenty models are answered with hosts, cost and bound first") {
  const cli::Result result = planner({"models", example});
  CHECK(result.exit == 0);
  CHECK(result.err.empty());
  CHECK_THAT(result.out, StartsWith("20 models need ") && Contains(" GPUs for ") && Contains("proven"));
  CHECK_THAT(result.out,
             Contains("Turned down") && Contains("Unknown: nobody has published it") && Contains("Defaults used"));
}

TEST_CASE("the JSON of models has the fixed fields") {
  const cli::Result result = planner({"models", example, "--json"});
  REQUIRE(result.exit == 0);
  const auto plan = nlohmann::json::parse(result.out);
  CHECK(plan["status"] == "ok");
  REQUIRE(plan["services"].size() == 20);
  for (const char* field : {"gpus", "hosts", "spare_hosts", "usd_per_h", "wait_usd_per_h", "racks", "kw",
                            "lower_bound_usd_per_h", "gap", "proven", "placement", "pool", "versus", "teams"})
    CHECK(plan.contains(field));
  for (const auto& s : plan["services"]) {
    for (const char* field : {"model",
                              "decision",
                              "tier",
                              "replicas",
                              "gpus_per_replica",
                              "gpu",
                              "parts",
                              "requests_per_h",
                              "break_even_requests_per_h",
                              "runner_up",
                              "load_s",
                              "cold_starts_per_h",
                              "cold_fraction",
                              "wait_p99_s",
                              "wait_given_cold_p99_s",
                              "weights_gib_per_gpu",
                              "kv_gib_per_gpu",
                              "concurrency",
                              "ttft_p95_s",
                              "tpot_p95_s",
                              "usd_per_h",
                              "usd_per_million_tokens"})
      CHECK(s.contains(field));
    CHECK(s["utilization"].get<double>() <= 0.75);
  }
}

TEST_CASE("a model that no candidate can hold is an answer with exit code 3") {
  const cli::Result result = with("models.gpu_hosts=[\"aws/p5.48xlarge\"]");
  CHECK(result.exit == 3);
  const auto plan = nlohmann::json::parse(result.out);
  CHECK(plan["status"] == "infeasible");
  CHECK(plan["reasons"][0] == "deepseek-ai/DeepSeek-V3: no candidate GPU holds it and meets its targets");
}

TEST_CASE("faults of a models scenario come all at once, each with its place") {
  const cli::TemporaryFile file(R"({"planner": 1, "models": {"engine": "vlm", "services": [
    {"model": "Qwen/Qwen3-9B", "wieghts": "fp8", "kv_cache": "fp7", "demand": [
      {"team": "a b", "requests_per_s": "3 tokens/s", "input_tokens": 0, "output_tokens": 5, "active_from": 25}]},
    {"model": "Qwen/Qwen3-8B", "demand": []}, {"model": "Qwen/Qwen3-8B", "max_len": 10000000, "demand": [
      {"team": "x", "requests_per_s": 1, "input_tokens": 10, "output_tokens": 5},
      {"team": "x", "requests_per_s": 1, "input_tokens": 10, "output_tokens": 5}]}],
    "gpu_hosts": ["aws/p5.49xlarge"], "policy": {"utilization_target": 1.5, "spare_hosts": 0.5}}})");
  const cli::Result result = planner({"models", file.path()});
  CHECK(result.exit == 2);
  for (const char* fault :
       {"#/models/engine: \"vlm\": is not known here",
        "#/models/services/0/model: \"Qwen/Qwen3-9B\": is not known here. Did you mean \"Qwen/Qwen3-8B\"",
        "#/models/services/0/wieghts: \"wieghts\": there is no such field. Did you mean \"weights\"",
        "#/models/services/0/kv_cache: \"fp7\"", "#/models/services/0/demand/0/team: \"a b\"",
        "#/models/services/0/demand/0/requests_per_s", "#/models/services/0/demand/0/input_tokens",
        "#/models/services/0/demand/0/active_from", "#/models/services/1/demand: an empty list",
        "#/models/services/2/model: \"Qwen/Qwen3-8B\": is served twice", "#/models/services/2/max_len",
        "#/models/services/2/demand/1/team: \"x\": stands twice", "#/models/gpu_hosts: \"aws/p5.49xlarge\"",
        "#/models/policy/utilization_target", "#/models/policy/spare_hosts"})
    CHECK_THAT(result.err, Contains(fault));
}

TEST_CASE("a request that no engine takes is found at reading, with its place") {
  const cli::TemporaryFile file(R"({"planner": 1, "models": {"services": [
    {"model": "Qwen/Qwen3-8B", "max_len": 1000, "demand": [
      {"team": "x", "requests_per_s": 1, "input_tokens": 900, "output_tokens": 200}]},
    {"model": "openai/whisper-large-v3", "demand": [
      {"team": "x", "requests_per_s": 1, "input_tokens": 1500, "output_tokens": 449}]},
    {"model": "BAAI/bge-m3", "demand": [
      {"team": "x", "requests_per_s": 1, "input_tokens": 10, "output_tokens": 5}]}]}})");
  for (const char* verb : {"models", "check"}) {
    const cli::Result result = planner({verb, file.path()});
    CHECK(result.exit == 2);
    for (const char* fault :
         {"#/models/services/0/demand/0: 1100 tokens in the mean request", "#/models/services/1/demand/0: 449 tokens",
          "#/models/services/2/demand/0/output_tokens: 5: a model of embeddings writes no tokens"})
      CHECK_THAT(result.err, Contains(fault));
  }
}

TEST_CASE("formats of models") {
  CHECK_THAT(planner({"models", example, "--format", "markdown"}).out, Contains("| model"));
  CHECK_THAT(planner({"models", example, "--format", "csv"}).out, StartsWith("service,model,decision,gpu,"));
}

TEST_CASE("models: moves from the plan that runs, and room for a second version") {
  const std::string file = "examples/small-models.json", json = planner({"models", file, "--json"}).out;
  const auto running = (std::filesystem::temp_directory_path() / "planner_running_plan.json").string();
  std::ofstream(running) << json;
  CHECK(nlohmann::json::parse(json)["moves"].is_null());
  const cli::Result same = planner({"models", file, "--against", running});
  CHECK_THAT(same.out, Contains("Moves from what runs: 0 loads (no placement takes fewer)"));
  const std::vector<std::string> wider{"models", file, "--set", "models.policy.upgrade_room=1", "--against", running};
  CHECK_THAT(planner(wider).out, Contains("Room for second versions takes 1 GPU and costs 6.88 USD/h."));
  std::ofstream(running) << "{}";
  const cli::Result wrong = planner({"models", file, "--against", running});
  CHECK(wrong.exit == 2);
  CHECK_THAT(wrong.err, Contains("the JSON of a plan of models is asked for"));
  std::filesystem::remove(running);
}

TEST_CASE("models: replicas follow the hours of their teams") {
  const auto plan = nlohmann::json::parse(planner({"models", "examples/day-and-night-models.json", "--json"}).out);
  CHECK(plan["services"][1]["decision"] == "active-hours");
  CHECK(plan["services"][2]["decision"] == "part");
  CHECK(plan["services"][1]["parts"][0]["hours_per_day"] < 8.1);
  CHECK(plan["proven"] == true);
  const auto hourly = nlohmann::json::parse(
      planner({"models", "examples/day-and-night-models.json", "--set", "models.policy.fleet=elastic", "--json"}).out);
  CHECK(hourly["usd_per_h"] < plan["usd_per_h"]);
  CHECK(hourly["fleet"][0]["mean_hosts"] < hourly["fleet"][0]["hosts"]);
}

TEST_CASE("a model that is hardly ever asked for is planned at once") {
  const std::string seldom = PLANNER_SOURCE_DIR "/examples/seldom-used-models.json";
  const cli::Result result =
      planner({"models", seldom, "--set", "models.services.4.demand.0.requests_per_s=1e-12", "--json"});
  CHECK(result.exit == 0);
  CHECK(nlohmann::json::parse(result.out)["services"][4]["cold_starts_per_h"].get<double>() < 1e-8);
}

TEST_CASE("in an elastic fleet a replica of its own costs what the team pays whose model is its own") {
  const std::string hours = PLANNER_SOURCE_DIR "/examples/day-and-night-models.json";
  const auto list =
      nlohmann::json::parse(planner({"prices", hours, "--set", "models.policy.fleet=elastic", "--json"}).out);
  int own = 0;
  for (const auto& price : list["prices"]) {
    if (price["team"] != "support" && price["team"] != "nightly-reports") continue;
    ++own;
    CHECK(price["dedicated"]["premium"].get<double>() == Approx(0).margin(1e-9));
    CHECK(price["dedicated"]["extra_usd_per_h"] == 0);
  }
  CHECK(own == 2);
}
