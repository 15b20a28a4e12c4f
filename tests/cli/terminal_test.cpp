// What a person reads fits a terminal of 80 columns and has no colour.
#include <algorithm>
#include <catch2/catch.hpp>
#include <regex>
#include <sstream>

#include "cli/process.hpp"

namespace {

/// Lines that are too wide. A path or an id that is wider than the terminal stands alone, so that it can be copied.
std::string wide_lines(const std::string& text) {
  constexpr std::size_t width = 80;
  std::istringstream lines(text);
  std::string wide;
  for (std::string line; std::getline(lines, line);) {
    const auto letters = std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
    const bool one_word = line.find(' ', line.find_first_not_of(' ')) == std::string::npos;
    if (static_cast<std::size_t>(letters) > width && !one_word) wide += line + "\n";
  }
  return wide;
}

void check_readable(const std::vector<std::string>& arguments) {
  const cli::Result result = cli::planner(arguments);
  CAPTURE(arguments);
  CHECK((result.exit == 0 || result.exit == 3));
  CHECK(wide_lines(result.out) == "");
  CHECK(result.out.find('\x1b') == std::string::npos);
  static const std::regex minus_zero(R"((^|[ (|+])-0(\.0+)?([ ,;)%|\n]|$))");
  CHECK_FALSE(std::regex_search(result.out, minus_zero));
  static const std::regex no_number(R"((^|[^a-z])-?(nan|inf)([^a-z]|$))");
  CHECK_FALSE(std::regex_search(result.out, no_number));
}

std::vector<std::string> scenarios_of_sessions() {
  return {"untrusted-50k",    "code-interpreter", "first-sessions",   "notebooks-on-kubernetes",
          "two-trust-levels", "browser-agents",   "own-measurements", "own-servers",
          "gpu-slices",       "does-not-fit"};
}

}  // namespace

TEST_CASE("plans and derivations of sessions fit 80 columns") {
  for (const std::string& name : scenarios_of_sessions()) {
    const std::string file = "examples/" + name + ".json";
    check_readable({"sessions", file});
    check_readable({"explain", file});
    check_readable({"check", file});
  }
  check_readable({"explain", "examples/untrusted-50k.json", "tiers"});
  check_readable({"whatif", "examples/untrusted-50k.json", "--set", "sessions.policy.zones=2"});
  check_readable({"mig", "--gpu", "h100-sxm", "1g.10gb=1000", "2g.20gb=300"});
}

TEST_CASE("plans, prices and derivations of models fit 80 columns") {
  for (const char* name : {"twenty-models", "seldom-used-models", "small-models", "one-model", "models-in-our-racks",
                           "day-and-night-models", "measured-lengths", "sleeping-models"}) {
    const std::string file = std::string("examples/") + name + ".json";
    for (const char* verb : {"models", "prices", "explain", "check"}) check_readable({verb, file});
  }
  for (const char* name : {"twenty-models", "small-models", "one-model"})
    check_readable({"residency", std::string("examples/") + name + ".json"});
  check_readable({"explain", "examples/small-models.json", "shadow_prices"});
}

TEST_CASE("played plans fit 80 columns") {
  for (const char* name : {"untrusted-50k", "code-interpreter", "seldom-used-models", "one-model"})
    check_readable({"simulate", std::string("examples/") + name + ".json", "--events", "2000"});
}

TEST_CASE("every list of the catalog fits 80 columns") {
  check_readable({"catalog"});
  for (const char* kind :
       {"boundaries", "hosts", "gpus", "mig_tables", "reserves", "background", "models", "engines", "number_formats",
        "efficiencies", "sources", "limits", "gpu_sharing", "reliability", "loading"})
    check_readable({"catalog", "list", kind});
  for (const char* id : {"firecracker", "h100-sxm", "aws/m7i.metal-48xl", "gke", "limits", "gpu_sharing"})
    check_readable({"catalog", "show", id});
}

TEST_CASE("loads and their derivations fit 80 columns") {
  check_readable({"load", "--model", "Qwen/Qwen3-32B", "--host", "aws/p5.48xlarge", "--tp", "2", "--from", "peer"});
  check_readable({"load", "--model", "Qwen/Qwen3-32B", "--gpu", "b200-sxm", "--start", "no-image", "--prefetch"});
  check_readable({"load", "--model", "Qwen/Qwen3-32B", "--gpu", "h100-sxm", "--explain"});
}

TEST_CASE("help of every verb fits 80 columns") {
  check_readable({"--help"});
  for (const char* verb : {"sessions", "models", "prices", "fit", "load", "residency", "whatif", "sweep", "efficiency",
                           "explain", "mig", "pack", "simulate", "report", "check", "catalog"})
    check_readable({verb, "--help"});
}
