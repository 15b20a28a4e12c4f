#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"

using Catch::Contains;
using Catch::StartsWith;
using cli::planner;

namespace {

const std::string b_20 = PLANNER_SOURCE_DIR "/tests/data/residency/b_20.json";

/// Two models on hosts of 8 GPUs; `dram_cap` decides whether they fit.
std::string two_models(const std::string& dram_cap) {
  return R"({"host_cost": 24, "host_gpus": 8, "dram_cost_per_gb_h": 0, "ssd_cost_per_gb_h": 0, "dram_cap": )" +
         dram_cap +
         R"(, "ssd_cap": 0, "z": 0, "var_grid": [0], "models": [
      {"name": "chat", "opts": [{"name": "res", "gpu_res": 8, "rho": 0, "var": 0, "dram": 10, "ssd": 0, "pen": 0}]},
      {"opts": [{"name": "res", "gpu_res": 1, "rho": 0, "var": 0, "dram": 10, "ssd": 0, "pen": 0},
                {"name": "off", "gpu_res": 0, "rho": 0, "var": 0, "dram": 10, "ssd": 0, "pen": 5}]}]})";
}

}  // namespace

TEST_CASE("residency answers a bare problem from a file and from standard input") {
  const cli::Result table = planner({"residency", "--problem", b_20});
  CHECK(table.exit == 0);
  CHECK_THAT(table.out, StartsWith("117.98 USD/h with 4 hosts: 7 models resident, 13 on demand. Proven optimal."));
  const auto json = nlohmann::json::parse(planner({"residency", "--problem", "-", "--json"}, two_models("20")).out);
  CHECK(json["status"] == "ok");
  CHECK(json["cost"] == 29);
  CHECK(json["proven"] == true);
  CHECK(json["choice"] == nlohmann::json({"res", "off"}));
  CHECK(json["models"][0]["runner_up"].is_null());
  CHECK(json["models"][1]["name"] == "model 2");
}

TEST_CASE("residency solves again for an exact runner-up where it is asked to") {
  const cli::Result exact = planner({"residency", "--problem", "-", "--json", "--exact-runner-up"}, two_models("20"));
  const auto runner_up = nlohmann::json::parse(exact.out)["models"][1]["runner_up"];
  CHECK(runner_up == nlohmann::json({{"option", "res"}, {"extra_usd_per_h", 19}, {"exact", true}}));
}

TEST_CASE("residency: what does not fit is an answer, with the capacity that is to blame") {
  const cli::Result none = planner({"residency", "--problem", "-"}, two_models("19"));
  CHECK(none.exit == 3);
  CHECK_THAT(none.out, StartsWith("Infeasible") && Contains("at least 20 GB are needed, dram_cap is 19 GB."));
  const auto json = nlohmann::json::parse(planner({"residency", "--problem", "-", "--json"}, two_models("19")).out);
  CHECK(json["cost"].is_null());
  CHECK(json["proven"] == true);
}

TEST_CASE("residency: faults of a problem come all at once, by JSON pointer") {
  const cli::Result faults = planner({"residency", "--problem", "-"}, two_models("-1, \"note\": \"ignored\""));
  CHECK(faults.exit == 2);
  CHECK_THAT(faults.err, Contains("standard input#/dram_cap: -1") && !Contains("note"));
  const cli::Result types = planner({"residency", "--problem", "-"}, R"({"host_cost": "24", "models": [{"opts": 3}]})");
  CHECK_THAT(types.err, Contains("#/host_cost: \"24\": a number is asked for.") && Contains("#/host_gpus: absent") &&
                            Contains("#/models/0/opts: 3: a list is asked for."));
  CHECK(planner({"residency"}).exit == 2);
  CHECK_THAT(planner({"residency", "examples/one-model.json", "--problem", b_20}).err,
             StartsWith("FILE: examples/one"));
  CHECK_THAT(planner({"residency", "examples/one-model.json", "--gap", "0.1"}).err, Contains("for bare problems"));
  CHECK_THAT(planner({"residency", "--problem", b_20, "--gap", "1"}).err, StartsWith("--gap"));
  CHECK(planner({"residency", "--problem", b_20, "--write-lp", "/no/such/folder/p.lp"}).exit == 4);
}

TEST_CASE("residency lists the choices of a scenario and its shadow prices") {
  const std::string file = "examples/small-models.json";
  CHECK_THAT(planner({"residency", file}).out, Contains("models stay resident") && Contains("Shadow prices"));
  const auto json = nlohmann::json::parse(planner({"residency", file, "--json"}).out);
  CHECK(json["question"] == "residency");
  CHECK(json["proven"] == true);
  for (const auto& model : json["models"]) {
    CHECK(model["choices"][0]["chosen"] == true);
    CHECK(model["choices"][0]["extra_usd_per_h"] == 0);
    for (const auto& choice : model["choices"]) CHECK(choice["extra_usd_per_h"] >= 0);
  }
  CHECK(json["shadow_prices"]["gpu"].size() == 1);
  CHECK_THAT(planner({"residency", file, "--format", "markdown"}).out, StartsWith("# Resident or on demand"));
  CHECK_THAT(planner({"residency", file, "--format", "csv"}).out, StartsWith("service,chosen,decision"));
  CHECK_THAT(planner({"explain", file, "/shadow_prices/gpu/0/one_more_usd_per_h"}).out,
             StartsWith("shadow_prices.gpu."));
}
