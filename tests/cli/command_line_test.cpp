#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/process.hpp"

using Catch::Contains;
using Catch::StartsWith;
using cli::planner;

namespace {

const std::string examples = PLANNER_SOURCE_DIR "/examples/";

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("without a word, help is shown; help and version are answers") {
  for (const auto& arguments : {std::vector<std::string>{}, {"--help"}}) {
    const cli::Result result = planner(arguments);
    CHECK(result.exit == 0);
    CHECK_THAT(result.out, Contains("sessions") && Contains("Examples:") && Contains("Exit codes:"));
  }
  CHECK_THAT(planner({"--version"}).out, Catch::Matches("planner [0-9]+\\.[0-9]+\\.[0-9]+\n"));
  CHECK_THAT(planner({"sessions", "--help"}).out, Contains("--set") && Contains("--format") && Contains("--count"));
}

TEST_CASE("the first thing a new user types answers something") {
  const cli::Result result =
      planner({"sessions", "--count", "50000", "--memory", "512MiB", "--vcpu", "0.25", "--host", "aws/m7i.metal-48xl"});
  CHECK(result.err.empty());
  CHECK(result.exit == 0);
  CHECK_THAT(result.out, StartsWith("50,000 sessions need "));
}

TEST_CASE("a scenario is read from a file and from standard input alike") {
  const std::string file = examples + "first-sessions.json";
  const cli::Result from_file = planner({"sessions", file}), from_input = planner({"sessions", "-"}, text_of(file));
  CHECK(from_file.exit == 0);
  CHECK(from_file.out == from_input.out);
}

TEST_CASE("--set changes the answer and repeated runs do not") {
  const std::string file = examples + "first-sessions.json";
  const auto hosts = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"sessions", file, "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return nlohmann::json::parse(planner(arguments).out)["base_hosts"].get<double>();
  };
  const double once = hosts({});
  CHECK(once == hosts({}));
  CHECK(hosts({"--set", "sessions.classes.shell.concurrent=100000"}) > 1.9 * once);
}

TEST_CASE("every format of the sessions answer is its own") {
  const std::string file = examples + "first-sessions.json";
  const auto out = [&](const std::string& format) { return planner({"sessions", file, "--format", format}).out; };
  CHECK_THAT(out("csv"), StartsWith("kind,class,trust,boundary,"));
  CHECK_THAT(out("markdown"), Contains("| class | boundary |"));
  CHECK_THAT(out("memo"), StartsWith("# "));
  CHECK(out("json") == planner({"sessions", file, "--json"}).out);
  CHECK(nlohmann::json::parse(out("json"))["status"] == "ok");
}

TEST_CASE("what does not fit is an answer with an exit code of its own") {
  const cli::Result result = planner({"sessions", examples + "does-not-fit.json", "--json"});
  CHECK(result.exit == 3);
  const auto plan = nlohmann::json::parse(result.out);
  CHECK(plan["status"] == "infeasible");
  CHECK_FALSE(plan["reasons"].empty());
}

TEST_CASE("a file that cannot be read is told apart from a file that is wrong") {
  const cli::Result missing = planner({"check", "no-such-file.json"});
  CHECK(missing.exit == 4);
  CHECK_THAT(missing.err, Contains("no-such-file.json: cannot be opened"));
  CHECK(planner({"check", examples}).exit == 4);
  CHECK(planner({"sessions", examples + "first-sessions.json", "--catalog", "no-such-folder"}).exit == 4);
}

TEST_CASE("faults of the command line itself") {
  struct Row {
    std::vector<std::string> arguments;
    std::string message;
  };
  const Row row = GENERATE(values<Row>({
      {{"sesions"}, "\"sesions\": not a verb. Did you mean \"sessions\"?"},
      {{"sessions", "--cout", "5"}, "\"--cout\": not an option here. Did you mean \"--count\""},
      {{"sessions"}, "a scenario FILE, or --count, --memory and --vcpu, are asked for."},
      {{"sessions", "a.json", "b.json"}, "\"b.json\": one argument too many."},
      {{"sessions", "--count", "many"}, "--count: \"many\": expected a finite number."},
      {{"sessions", "--count", "nan"}, "--count: \"nan\": expected a finite number."},
      {{"sessions", "--count", "1e999"}, "--count: \"1e999\": expected a finite number."},
      {{"sessions", "--count"}, "--count"},
      {{"sessions", "--count", "5", "--memory", "512", "--vcpu", "1"}, "--memory: \"512\": the number needs its unit."},
      {{"sessions", "--count", "-5", "--memory", "1GiB", "--vcpu", "1"}, "--count: -5: must be above 0"},
      {{"sessions", "--count", "5", "--vcpu", "1"}, "--memory: absent"},
      {{"sessions", "--count", "5", "--memory", "1GiB", "--vcpu", "1", "--host", "aws/m7.metal"},
       "--host: \"aws/m7.metal\": is not known here."},
      {{"sessions", "x.json", "--format", "xml"}, "--format: \"xml\": not a format of this verb."},
      {{"check", examples + "first-sessions.json", "--set", "sessions.classes.nobody.vcpu=1"},
       "\"nobody\": not in that list."},
      {{"check", examples + "twenty-models.json", "--set", "models.policy.upgrade_room=0.5"},
       "twenty-models.json#/models/policy/upgrade_room: 0.5: must be a whole number"},
  }));
  CAPTURE(row.arguments);
  const cli::Result result = planner(row.arguments);
  CHECK(result.exit == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Contains(row.message));
}

TEST_CASE("a full disk is reported, not swallowed") {
  if (!std::filesystem::exists("/dev/full")) return;
  const std::string command = cli::binary() + " --help > /dev/full 2> /dev/null";
  CHECK(WEXITSTATUS(std::system(command.c_str())) == 4);
}
TEST_CASE("explain lists, derives and suggests") {
  const std::string file = examples + "untrusted-50k.json";
  const cli::Result list = planner({"explain", file});
  CHECK(list.exit == 0);
  CHECK_THAT(list.out, Contains("tiers.snippet.hosts"));
  const cli::Result one = planner({"explain", file, "tiers.snippet.hosts"});
  CHECK_THAT(one.out, StartsWith("tiers.snippet.hosts = ") && Contains("pools.anonymous"));
  CHECK(planner({"explain", file, "/tiers/0/hosts"}).exit == 0);
  CHECK(nlohmann::json::parse(planner({"explain", file, "usd_per_h", "--json"}).out).is_array());
  const cli::Result miss = planner({"explain", file, "tiers.snipet.hosts"});
  CHECK(miss.exit == 2);
  CHECK_THAT(miss.err, Contains("Did you mean tiers.snippet.hosts"));
}
