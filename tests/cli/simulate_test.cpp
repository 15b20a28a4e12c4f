#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"

using Catch::Contains;
using Catch::StartsWith;
using cli::planner;

namespace {

const std::string example = PLANNER_SOURCE_DIR "/examples/code-interpreter.json";

}  // namespace

TEST_CASE("simulate plays a plan and prints predicted beside simulated") {
  const cli::Result table = planner({"simulate", example, "--events", "50000"});
  CHECK(table.exit == 0);
  CHECK_THAT(table.out, Contains("miss probability"));
  CHECK(table.err.empty());  // no progress bar where standard error is no terminal
  const auto json = nlohmann::json::parse(planner({"simulate", example, "--events", "50000", "--json"}).out);
  CHECK(json["replications"] == 20);
  CHECK(json["figures"].size() >= 4);
}

TEST_CASE("simulate: an infeasible plan has nothing to play, options out of range are faults") {
  const cli::Result infeasible = planner({"simulate", PLANNER_SOURCE_DIR "/examples/does-not-fit.json"});
  CHECK(infeasible.exit == 3);
  CHECK_THAT(infeasible.out, StartsWith("Nothing to play"));
  for (const auto& [option, value] :
       {std::pair("--replications", "1"), std::pair("--replications", "2.5"), std::pair("--confidence", "1"),
        std::pair("--events", "10"), std::pair("--seed", "-1")}) {
    const cli::Result fault = planner({"simulate", example, option, value});
    CHECK(fault.exit == 2);
    CHECK_THAT(fault.err, StartsWith(option));
  }
  CHECK(planner({"simulate"}).exit == 2);
  CHECK(planner({"simulate", "no-such-file.json"}).exit == 4);
}
