#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"

using Catch::Contains;
using Catch::StartsWith;
using cli::planner;
using Json = nlohmann::json;

namespace {

const std::string scenario = PLANNER_SOURCE_DIR "/examples/untrusted-50k.json";

Json json_of(const cli::Result& result) { return Json::parse(result.out); }

}  // namespace

TEST_CASE("whatif: figures before and after are those of the plans themselves") {
  const std::string change = "sessions.policy.zones=4";
  const Json told = json_of(planner({"whatif", scenario, "--set", change, "--json"}));
  const Json before = json_of(planner({"sessions", scenario, "--json"}));
  const Json after = json_of(planner({"sessions", scenario, "--set", change, "--json"}));
  for (const char* field : {"usd_per_h", "hosts", "gpus", "base_usd_per_h", "base_hosts"}) {
    CAPTURE(field);
    CHECK(told["before"][field] == before[field]);
    CHECK(told["alternatives"][0]["plan"][field] == after[field]);
    const double extra = after[field].get<double>() - before[field].get<double>();
    CHECK(told["alternatives"][0]["extra"][field].get<double>() == Approx(extra).margin(1e-6));
  }
  CHECK(before["hosts"] != after["hosts"]);
}

TEST_CASE("whatif: a change that changes nothing says so") {
  const cli::Result same = planner({"whatif", scenario, "--set", "planner=1"});
  CHECK(same.exit == 0);
  CHECK_THAT(same.out, StartsWith("Changed: ") && Contains("as before. Before: "));
  CHECK(json_of(planner({"whatif", scenario, "--set", "planner=1", "--json"}))["alternatives"][0]["changed"].empty());
}

TEST_CASE("whatif: several variants, with and without names") {
  const Json told =
      json_of(planner({"whatif", scenario, "--variant", "more zones: sessions.policy.zones=4", "--variant",
                       "sessions.policy.zones=1; sessions.policy.survive_zones=0", "--json"}));
  REQUIRE(told["alternatives"].size() == 2);
  CHECK(told["alternatives"][0]["name"] == "more zones");
  CHECK(told["alternatives"][1]["set"].size() == 2);
}

TEST_CASE("whatif: against a saved plan of the same scenario nothing is bought, freed or converted") {
  const cli::TemporaryFile saved(planner({"sessions", scenario, "--json"}).out, "current.json");
  const Json told = json_of(planner({"whatif", scenario, "--set", "planner=1", "--against", saved.path(), "--json"}));
  REQUIRE_FALSE(told["fleet_before"].empty());
  for (const Json& host : told["fleet_before"]) {
    CHECK(host["have"] == host["need"]);
    CHECK(host["buy"] == 0);
    CHECK(host["free"] == 0);
    CHECK(host["convert"] == 0);
  }
}

TEST_CASE("whatif: an existing fleet in a few lines, and faults in it") {
  const cli::TemporaryFile fleet(R"({"fleet": [{"host": "aws/m7i.metal-48xl", "hosts": 1000}]})", "current.json");
  const cli::Result told = planner({"whatif", scenario, "--set", "planner=1", "--against", fleet.path()});
  CHECK_THAT(told.out, Contains("Against the fleet that exists") && Contains("1,000"));
  const cli::TemporaryFile wrong(R"({"fleet": [{"host": "aws/m7i.metal-48x", "hosts": -1}, {"hosts": 2}]})",
                                 "current.json");
  const cli::Result refused = planner({"whatif", scenario, "--set", "planner=1", "--against", wrong.path()});
  CHECK(refused.exit == 2);
  CHECK_THAT(refused.err, Contains("current.json#/fleet/0/host") && Contains("aws/m7i.metal-48xl") &&
                              Contains("current.json#/fleet/0/hosts") && Contains("current.json#/fleet/1/host"));
}

TEST_CASE("whatif: words that it cannot read") {
  CHECK_THAT(planner({"whatif", scenario}).err, Contains("--set path=value or --variant is asked for"));
  const cli::Result typo = planner({"whatif", scenario, "--variant", "two: sessions.policy.zone=2"});
  CHECK(typo.exit == 2);
  CHECK_THAT(typo.err, Contains("\"zones\""));
  CHECK(planner({"whatif", "no-such-file.json", "--set", "planner=1"}).exit == 4);
}

TEST_CASE("whatif: an alternative that cannot be is an answer") {
  const cli::Result none =
      planner({"whatif", scenario, "--set", R"(sessions.classes.snippet.boundaries=["container-runc"])"});
  CHECK(none.exit == 3);
  CHECK_THAT(none.out, StartsWith("Changed: infeasible.") && Contains("snippet"));
}

TEST_CASE("whatif: a saved plan of models is a fleet, too") {
  const std::string models = PLANNER_SOURCE_DIR "/examples/one-model.json";
  const cli::TemporaryFile saved(planner({"models", models, "--json"}).out, "current.json");
  const Json told = json_of(planner({"whatif", models, "--set", "planner=1", "--against", saved.path(), "--json"}));
  REQUIRE_FALSE(told["fleet_before"].empty());
  for (const Json& host : told["fleet_before"]) {
    CHECK(host["have"] == host["need"]);
    CHECK(host["convert"] == 0);
  }
}

TEST_CASE("whatif: a plan that there is not has no figures", "[whatif]") {
  const std::string first = PLANNER_SOURCE_DIR "/examples/first-sessions.json";
  const std::string none = PLANNER_SOURCE_DIR "/examples/does-not-fit.json";
  const std::string too_large = "a: sessions.classes.0.memory=999999GiB";
  const cli::Result told = planner({"whatif", first, "--variant", too_large});
  CHECK_THAT(told.out, StartsWith("A: infeasible. Before: 929 USD/h.") && Contains("USD/h                929  -"));
  CHECK_THAT(told.out, !Contains("of the bill") && !Contains("is gone"));
  const Json json = json_of(planner({"whatif", first, "--variant", too_large, "--json"}));
  for (const auto& [name, value] : json["alternatives"][0]["extra"].items()) {
    CAPTURE(name);
    CHECK(value.is_null());
    CHECK(json["before"][name].is_number());
    CHECK(json["alternatives"][0]["plan"][name].is_null());
  }
  CHECK_THAT(planner({"whatif", first, "--variant", too_large, "--format=csv"}).out, Contains("a,infeasible,,,,"));
  CHECK_THAT(planner({"whatif", none, "--set", "sessions.classes.0.concurrent=5"}).out,
             StartsWith("Changed: infeasible. Before: infeasible."));
}

TEST_CASE("whatif: models whose share of the bill alone changes stand in one line", "[whatif]") {
  const std::string twenty = PLANNER_SOURCE_DIR "/examples/twenty-models.json";
  const std::string out = planner({"whatif", twenty, "--set", "models.policy.spare_hosts=0"}).out;
  CHECK_THAT(out, Contains("- only their share of the bill changes: meta-llama") && Contains("- openai/whisper-large"));
  CHECK_THAT(out, !Contains("0.0 ->"));
}

TEST_CASE("whatif: names with markup in them are text in Markdown", "[whatif]") {
  const std::string out =
      planner({"whatif", scenario, "--variant", "a|b <b>: sessions.policy.zones=4", "--format=markdown"}).out;
  CHECK_THAT(out, Contains("| before | a\\|b \\<b> |") && Contains("## A|b \\<b>: what changes"));
}

TEST_CASE("whatif: two plans of one name are refused", "[whatif]") {
  const cli::Result two = planner(
      {"whatif", scenario, "--set", "sessions.policy.zones=4", "--variant", "changed: sessions.policy.zones=2"});
  CHECK(two.exit == 2);
  CHECK_THAT(two.err, StartsWith("--variant: \"changed\": another plan is called so. Give it another name."));
  CHECK(planner({"whatif", scenario, "--variant", "before: sessions.policy.zones=2"}).exit == 2);
}
