#include <catch2/catch.hpp>

#include "cli/process.hpp"

using Catch::Contains;
using Catch::StartsWith;

namespace {

/// What may stand in place of the last word.
std::string offered(std::vector<std::string> words) {
  words.insert(words.begin(), "complete");
  const cli::Result result = cli::planner(words);
  CHECK(result.exit == 0);
  CHECK(result.err.empty());
  return result.out;
}

const std::string scenario = PLANNER_SOURCE_DIR "/examples/untrusted-50k.json";
const std::string twenty = PLANNER_SOURCE_DIR "/examples/twenty-models.json";

}  // namespace

TEST_CASE("completion knows verbs and options from the parser") {
  CHECK(offered({"sess"}) == "sessions\n");
  CHECK(offered({"--v"}) == "--version\n");
  CHECK(offered({"sessions", "--net"}) == "--network-disk\n");
  CHECK(offered({"sessions", "--format", "m"}) == "markdown\nmemo\n");
  CHECK(offered({"pack", "--format", "m"}) == "markdown\n");
  CHECK(offered({"no-verb", "x"}).empty());
  CHECK(offered({}).empty());
}

TEST_CASE("completion knows how a replica starts") {
  CHECK(offered({"load", "--start", "s"}) == "sleep-2\nsleep-1\nsnapshot\n");
  CHECK(offered({"load", "--from", "obj"}) == "object-store\n");
  CHECK(offered({"load", "--loader", "s"}) == "safetensors\nstreamer\n");
}

TEST_CASE("completion leaves files and folders to the shell") {
  CHECK(offered({"sessions", "ex"}) == ":files\n");
  CHECK(offered({"sessions", "--catalog", "ex"}) == ":folders\n");
  CHECK(offered({"efficiency", "check", "ro"}) == ":files\n");
  CHECK(offered({"sessions", scenario, "more"}).empty());
}

TEST_CASE("completion knows ids of the catalog") {
  CHECK_THAT(offered({"sessions", "--host", "aws/m7i"}), Contains("aws/m7i.metal-48xl\n"));
  CHECK(offered({"catalog", "sh"}) == "show\n");
  CHECK(offered({"catalog", "show", "firecr"}) == "firecracker\n");
}

TEST_CASE("completion knows the fields of the scenario, given or not") {
  CHECK(offered({"whatif", scenario, "--set", "sessions.policy.zo"}) == "sessions.policy.zones=\n");
  CHECK(offered({"sweep", scenario, "--vary", "sessions.classes.gpu-small.gpu.m"}) ==
        "sessions.classes.gpu-small.gpu.memory=\n");
  CHECK_THAT(offered({"models", twenty, "--set", "models.policy."}), Contains("models.policy.spare_hosts=\n"));
  CHECK(offered({"models", "no-such-file", "--set", "models.policy."}).empty());
  CHECK_THAT(offered({"explain", scenario, "tiers.build."}), StartsWith("tiers.build."));
}
