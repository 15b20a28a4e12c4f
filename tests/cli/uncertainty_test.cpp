#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/process.hpp"

using Catch::Contains;
using Catch::StartsWith;
using cli::planner;
using Json = nlohmann::json;

namespace {

const std::string sessions = PLANNER_SOURCE_DIR "/examples/untrusted-50k.json";
const std::string models = PLANNER_SOURCE_DIR "/examples/twenty-models.json";

/// Of a line without quotes.
std::vector<std::string> cells_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> cells;
  for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
  return cells;
}

}  // namespace

TEST_CASE("samples: the JSON carries seed, samples, version and catalog hash, and repeats") {
  const std::vector<std::string> asked{"sessions", sessions, "--samples", "64", "--seed", "7", "--json"};
  const auto run = planner(asked);
  CHECK(run.exit == 0);
  const Json plan = Json::parse(run.out);
  CHECK(plan["seed"] == 7);
  CHECK(plan["uncertainty"]["samples"] == 64);
  CHECK(plan["planner"].is_string());
  CHECK(plan["catalog"].is_string());
  CHECK(plan["uncertainty"]["designs"][0]["design"] == "as planned");
  CHECK(plan["uncertainty"]["numbers"].size() > 3);
  CHECK(planner(asked).out == run.out);
  const Json plain = Json::parse(planner({"sessions", sessions, "--json"}).out);
  CHECK(plain["seed"].is_null());
  CHECK(!plain.contains("uncertainty"));
  CHECK(plain["usd_per_h"] == plan["usd_per_h"]);
}

TEST_CASE("samples: the answer comes first and fits the terminal") {
  for (const auto& [verb, file] : {std::pair{"sessions", sessions}, {"models", models}}) {
    const auto run = planner({verb, file, "--samples", "64"});
    CHECK(run.exit == 0);
    CHECK_THAT(run.out, Contains("With the numbers as uncertain as they are") && Contains("Measure first"));
    std::istringstream lines(run.out);
    for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 84);  // bytes: ± is two
  }
}

TEST_CASE("samples: numbers of the wrong kind are refused with the rule") {
  const auto refused = [](std::vector<std::string> options) {
    options.insert(options.begin(), {"sessions", sessions});
    const auto run = planner(options);
    CHECK(run.exit == 2);
    return run.err;
  };
  CHECK_THAT(refused({"--samples", "-5"}), Contains("--samples: -5: a whole number from 16 to 1,000,000."));
  CHECK_THAT(refused({"--samples", "100.5"}), Contains("a whole number"));
  CHECK_THAT(refused({"--seed", "3"}), Contains("--samples: absent"));
  CHECK_THAT(refused({"--samples", "64", "--seed", "-1"}), Contains("--seed: -1"));
  CHECK_THAT(refused({"--samples", "64", "--fleet-hosts", "-1"}), Contains("--fleet-hosts: -1"));
}

TEST_CASE("samples: as CSV every world is a row, and its quantiles are those of the answer") {
  const auto ask = [](const std::string& format) {
    return planner({"sessions", sessions, "--samples", "64", "--format", format}).out;
  };
  const Json told = Json::parse(ask("json"))["uncertainty"];
  const std::size_t numbers = told["numbers"].size(), designs = told["designs"].size();
  std::istringstream lines(ask("csv"));
  std::string line;
  std::getline(lines, line);
  const std::vector<std::string> titles = cells_of(line);
  CHECK_THAT(titles.at(1), StartsWith(told["numbers"][0]["number"].get<std::string>()));
  CHECK(titles.at(1 + numbers) == "usd_per_h: as planned");
  std::vector<double> usd;
  while (std::getline(lines, line)) {
    CHECK(cells_of(line).size() == 1 + numbers + 2 * designs);
    usd.push_back(std::stod(cells_of(line).at(1 + numbers)));
  }
  REQUIRE(usd.size() == 64);
  std::ranges::sort(usd);
  CHECK(usd[31] == Approx(told["designs"][0]["usd_per_h"]["p50"].get<double>()));
  CHECK(usd[57] == Approx(told["designs"][0]["usd_per_h"]["p90"].get<double>()));
}

TEST_CASE("samples: a memo says how far the cost may go, and what to measure") {
  const std::string memo = planner({"sessions", sessions, "--samples", "64", "--format", "memo"}).out;
  CHECK_THAT(memo, Contains("With the numbers as uncertain as they are") && Contains("Measure first"));
}

TEST_CASE("samples: with --redecide every world is decided afresh, and none is dearer for it") {
  const Json worlds =
      Json::parse(planner({"sessions", sessions, "--samples", "16", "--redecide", "--json"}).out)["uncertainty"];
  CHECK(worlds["full_solves"]["solved"] == 16);
  CHECK(worlds["redecided"]["usd_per_h"]["mean"] <= worlds["designs"][0]["usd_per_h"]["mean"].get<double>() * 1.01);
}

TEST_CASE("samples: the first choice is the same with eight times as many, or said not to be stable", "[slow]") {
  for (const auto& [verb, file] : {std::pair{"sessions", sessions}, {"models", models}}) {
    const Json few = Json::parse(planner({verb, file, "--samples", "512", "--json"}).out)["uncertainty"];
    const Json many = Json::parse(planner({verb, file, "--samples", "4096", "--json"}).out)["uncertainty"];
    CAPTURE(verb, few["first_choice"].dump(), many["first_choice"].dump());
    CHECK((few["first_choice"] == many["first_choice"] || few["stable"] == false));
  }
}

// Shares of the cost itself went from 0.35 to 0.87 with the seed here: the dearest few worlds hold its variance.
TEST_CASE("samples: shares of the spread are those of many more samples, within twice their errors and a hundredth", "[uncertainty]") {
  const auto shares = [](const std::string& verb, const std::string& samples, const std::string& seed) {
    const std::string file = std::string(PLANNER_SOURCE_DIR "/examples/uncertain-") + verb + ".json";
    const Json plan = Json::parse(planner({verb, file, "--samples", samples, "--seed", seed, "--json"}).out);
    std::map<std::string, std::pair<double, double>> found;
    for (const Json& n : plan["uncertainty"]["numbers"])
      if (const Json& share = n["variance_share_total"]; share.is_object())
        found[n["number"]] = {share["value"], share["error"]};
    return found;
  };
  for (const std::string verb : {"sessions", "models"}) {
    const auto many = shares(verb, "4096", "9");
    for (const std::string seed : {"1", "2", "3", "4"})
      for (const auto& [number, share] : shares(verb, "512", seed)) {
        CAPTURE(verb, seed, number, share.first, share.second, many.at(number).first);
        CHECK(share.first == Approx(many.at(number).first).margin(2 * share.second + 0.01));
      }
  }
}

TEST_CASE("samples: what says which design it is cannot be drawn", "[uncertainty]") {
  const std::string twenty = PLANNER_SOURCE_DIR "/examples/twenty-models.json";
  for (const std::string number : {"models.policy.spare_hosts", "models.services.18.tensor_parallel"}) {
    const cli::Result refused =
        planner({"models", twenty, "--samples", "64", "--set", number + "={\"low\":4,\"typical\":8,\"high\":8}"});
    CAPTURE(number);
    CHECK(refused.exit == 2);
    CHECK(refused.out.empty());
    CHECK_THAT(refused.err,
               Contains("it is decided, not uncertain. Give one value; compare others with planner whatif"));
  }
}

TEST_CASE("samples: room for second versions is drawn", "[uncertainty]") {
  const std::string seldom = PLANNER_SOURCE_DIR "/examples/seldom-used-models.json";
  const auto usd_with = [&](const std::string& room) {
    const Json plan =
        Json::parse(planner({"models", seldom, "--set", "models.policy.upgrade_room=" + room, "--json"}).out);
    return plan["usd_per_h"].get<double>() + plan["wait_usd_per_h"].get<double>();
  };
  const Json plan = Json::parse(planner({"models", seldom, "--samples", "64", "--json", "--set",
                                         "models.policy.upgrade_room={\"low\":0,\"typical\":1,\"high\":30}"})
                                    .out);
  const auto& numbers = plan["uncertainty"]["numbers"];
  const auto room = std::find_if(numbers.begin(), numbers.end(),
                                 [](const Json& n) { return n["number"] == "models.policy.upgrade_room"; });
  REQUIRE(room != numbers.end());
  CHECK((*room)["usd_per_h_at_high"].get<double>() > usd_with("1"));
}
