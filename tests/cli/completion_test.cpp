#include <catch2/catch.hpp>
#include <regex>
#include <set>
#include <sstream>

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

std::set<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::set<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.insert(line);
  return lines;
}

/// The long names in a help text: an option's line begins with its names, `-h,--help`.
std::set<std::string> options_of(const std::string& help) {
  std::set<std::string> options;
  for (const std::string& line : lines_of(help)) {
    static const std::regex names("^ +(-[a-zA-Z],)?(--[a-z0-9-]+)");
    std::smatch found;
    if (std::regex_search(line, found, names)) options.insert(found[2]);
  }
  return options;
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

TEST_CASE("completion offers every option that the help of a verb shows, and no other") {
  std::istringstream verbs(offered({""}));
  std::size_t options = 0;
  for (std::string verb; std::getline(verbs, verb);) {
    CAPTURE(verb);
    const std::set<std::string> shown = options_of(cli::planner({verb, "--help"}).out);
    CHECK(lines_of(offered({verb, "--"})) == shown);
    for (const std::string& option : shown) CHECK(lines_of(offered({verb, option})).contains(option));
    options += shown.size();
  }
  CHECK(options > 150);
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
