#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/process.hpp"

using Catch::Contains;
using Catch::StartsWith;
using cli::planner;
using Json = nlohmann::json;
using Texts = std::vector<std::string>;

namespace {

const std::string scenario = PLANNER_SOURCE_DIR "/examples/two-trust-levels.json";
const std::vector<std::string> vary{"--vary", "sessions.classes.0.concurrent=500:2500:500", "--vary",
                                    "sessions.policy.zones=1,2,3"};

std::vector<std::string> sweep(std::vector<std::string> more) {
  std::vector<std::string> arguments{"sweep", scenario};
  arguments.insert(arguments.end(), vary.begin(), vary.end());
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

std::string text_of(const std::string& path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// A path in a folder of the test's own.
struct Output {
  explicit Output(const std::string& name)
      : kept("", "folder"), path(std::filesystem::path(kept.path()).replace_filename(name)) {}
  ~Output() { std::filesystem::remove(path); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  cli::TemporaryFile kept;
  std::string path;
};

}  // namespace

TEST_CASE("sweep: every row is the plan that sessions gives for its values") {
  std::istringstream rows(planner(sweep({"--json"})).out);
  std::size_t count = 0;
  for (std::string line; std::getline(rows, line); ++count) {
    const Json row = Json::parse(line);
    CHECK(row["point"] == count);
    if (count % 4 != 1) continue;
    const std::string sessions = "sessions.classes.0.concurrent=" + row["sessions.classes.0.concurrent"].dump();
    const std::string zones = "sessions.policy.zones=" + row["sessions.policy.zones"].dump();
    const Json plan = Json::parse(planner({"sessions", scenario, "--set", sessions, "--set", zones, "--json"}).out);
    for (const char* field : {"status", "usd_per_h", "hosts", "base_usd_per_h"}) CHECK(row[field] == plan[field]);
  }
  CHECK(count == 15);
}

TEST_CASE("sweep: the file is the same whatever the number of threads, and after an interruption") {
  const Output one("one.csv"), two("two.csv"), torn("torn.csv");
  CHECK(planner(sweep({"-o", one.path, "--threads", "1"})).out == "15 rows in " + one.path + ".\n");
  planner(sweep({"-o", two.path, "--threads", "2"}));
  const std::string whole = text_of(one.path);
  CHECK(whole == text_of(two.path));
  std::ofstream(torn.path) << whole.substr(0, whole.size() * 2 / 3);
  CHECK_THAT(planner(sweep({"-o", torn.path})).out, Contains("of them from before"));
  CHECK(text_of(torn.path) == whole);
  CHECK_THAT(planner(sweep({"-o", torn.path})).out, Contains("15 of them from before"));
  CHECK(text_of(torn.path) == whole);
}

TEST_CASE("sweep: a file of another sweep is not gone on with") {
  const Output file("rows.jsonl");
  planner(sweep({"-o", file.path, "--shard", "1/2"}));
  const cli::Result other = planner(sweep({"-o", file.path, "--set", "sessions.policy.cpu_target=0.5"}));
  CHECK(other.exit == 2);
  CHECK_THAT(other.err, Contains("holds rows of another sweep"));
}

TEST_CASE("sweep: a file with other values in any of its rows is not gone on with, marked or not") {
  const auto asked = [](const std::string& file, const std::string& values, const Texts& more = {}) {
    Texts all{"sweep", scenario, "--vary", "sessions.classes.0.concurrent=" + values, "-o", file};
    all.insert(all.end(), more.begin(), more.end());
    return planner(all);
  };
  for (const char* name : {"values.csv", "values.jsonl"}) {
    for (const Texts& more : {Texts{}, Texts{"--pareto", "hosts"}}) {
      CAPTURE(name, more.size());
      const Output file(name);
      REQUIRE(asked(file.path, "500,1500,6500", more).exit == 0);
      const std::string text = text_of(file.path);
      for (const char* values : {"500,4500,6500", "1500,500,6500", "500,1500,6400", "400,1500,6500,9000"}) {
        CAPTURE(values);
        const cli::Result other = asked(file.path, values, more);
        CHECK(other.exit == 2);
        CHECK_THAT(other.err, Contains("holds rows of another sweep"));
        CHECK(text_of(file.path) == text);
      }
      Texts changed = more;
      changed.insert(changed.end(), {"--set", "sessions.policy.cpu_target=0.1"});
      CHECK(asked(file.path, "500,1500,6500", changed).exit == 2);
      CHECK_THAT(asked(file.path, "500,1500,6500", more).out, Contains("3 of them from before"));
    }
  }
}

TEST_CASE("sweep: shards joined are the whole") {
  const Output whole("whole.jsonl"), part("part.jsonl");
  planner(sweep({"-o", whole.path}));
  std::string joined;
  for (const char* shard : {"1/4", "2/4", "3/4", "4/4"}) {
    std::filesystem::remove(part.path);
    planner(sweep({"-o", part.path, "--shard", shard}));
    joined += text_of(part.path);
  }
  CHECK(joined == text_of(whole.path));
}

TEST_CASE("sweep: the front is marked, and a finished file stays as it is") {
  for (const char* name : {"front.csv", "front.jsonl"}) {
    CAPTURE(name);
    const Output file(name);
    // More sessions are never cheaper, so that one row alone is cheapest and has the fewest hosts: the smallest.
    planner(sweep({"-o", file.path, "--pareto", "usd_per_h,hosts"}));
    const std::string text = text_of(file.path);
    CHECK_THAT(text, Contains("true") && Contains("false"));
    CHECK_THAT(planner(sweep({"-o", file.path, "--pareto", "usd_per_h,hosts"})).out,
               Contains("15 of them from before"));
    CHECK(text_of(file.path) == text);
  }
}

TEST_CASE("sweep: points that break a rule are rows, words that it cannot read are faults") {
  const cli::Result some = planner({"sweep", scenario, "--vary", "sessions.policy.zones=1,-1"});
  CHECK(some.exit == 0);
  CHECK_THAT(some.out, Contains("refused") && Contains("Without a plan"));
  CHECK(planner({"sweep", scenario, "--vary", "sessions.policy.zone=1,2"}).exit == 2);
  CHECK(planner({"sweep", scenario}).exit == 2);
  CHECK(planner({"sweep", scenario, "--vary", "sessions.policy.zones=1:9"}).exit == 2);
  CHECK_THAT(planner(sweep({"-o", "rows.txt"})).err, Contains(".csv or .jsonl"));
  CHECK_THAT(planner(sweep({"-o", "rows.csv", "--pareto", "cost"})).err, Contains("usd_per_h"));
  CHECK_THAT(planner(sweep({"--pareto", "hosts"})).err, Contains("need a file"));
  CHECK(planner(sweep({"-o", "/no/such/folder/rows.csv"})).exit == 4);
}

TEST_CASE("sweep: a scenario of models has the figures of its own plan") {
  const std::string models = PLANNER_SOURCE_DIR "/examples/one-model.json";
  const cli::Result rows = planner({"sweep", models, "--vary", "models.policy.spare_hosts=0,1", "--json"});
  std::istringstream lines(rows.out);
  std::string line;
  REQUIRE(std::getline(lines, line));
  const Json row = Json::parse(line);
  CHECK(row["usd_per_h"] ==
        Json::parse(planner({"models", models, "--set", "models.policy.spare_hosts=0", "--json"}).out)["usd_per_h"]);
  CHECK_FALSE(row.contains("base_usd_per_h"));
}

TEST_CASE("sweep: by closed form a point with the scenario's own numbers is the plan, and threads change nothing") {
  const auto asked = [](const std::string& file, const std::string& threads) {
    return std::vector<std::string>{"sweep",
                                    scenario,
                                    "--vary",
                                    "sessions.classes.0.concurrent=500:2500:1",
                                    "--vary",
                                    "sessions.policy.zones=2,3",
                                    "--closed-form",
                                    "--threads",
                                    threads,
                                    "-o",
                                    file};
  };
  const Output one("one.jsonl"), two("two.jsonl");
  CHECK(planner(asked(one.path, "1")).exit == 0);
  CHECK(planner(asked(two.path, "2")).exit == 0);
  CHECK(text_of(one.path) == text_of(two.path));
  const Json plan = Json::parse(planner({"sessions", scenario, "--json"}).out);
  const Json given = Json::parse(text_of(scenario));
  const Json& session_class = given["sessions"]["classes"][0];
  std::istringstream rows(
      planner({"sweep", scenario, "--vary", "sessions.classes.0.concurrent=" + session_class["concurrent"].dump(),
               "--closed-form", "--json"})
          .out);
  std::string row;
  REQUIRE(std::getline(rows, row));
  for (const char* field : {"status", "usd_per_h", "hosts", "gpus"}) CHECK(Json::parse(row)[field] == plan[field]);
}

TEST_CASE("sweep: a run by closed form that was killed, and one cut off anywhere, are completed with each row once") {
  const auto asked = [](const std::string& file) {
    return std::vector<std::string>{"sweep",
                                    scenario,
                                    "--vary",
                                    "sessions.classes.0.concurrent=-100:4000:1",
                                    "--vary",
                                    "sessions.policy.zones=1,0,3",
                                    "--closed-form",
                                    "-o",
                                    file};
  };
  const Output whole("whole.csv"), killed("killed.csv"), torn("torn.csv");
  CHECK(planner(asked(whole.path)).exit == 0);
  const std::string text = text_of(whole.path);
  const auto some_rows = [&] { return std::filesystem::exists(killed.path) && text_of(killed.path).size() > 1000; };
  REQUIRE(cli::planner_killed_when(asked(killed.path), some_rows));
  REQUIRE(text_of(killed.path).size() < text.size());
  CHECK_THAT(planner(asked(killed.path)).out, Contains("of them from before"));
  CHECK((text_of(killed.path) == text));  // too long to be printed
  const std::size_t head = text.find('\n') + 1, third = text.find('\n', text.size() / 3) + 1;
  for (const std::size_t cut :
       {std::size_t{0}, std::size_t{1}, head - 1, head, head + 1, third - 1, third, third + 1}) {
    CAPTURE(cut);
    std::ofstream(torn.path) << text.substr(0, cut);
    CHECK(planner(asked(torn.path)).exit == 0);
    CHECK((text_of(torn.path) == text));
  }
}

TEST_CASE("sweep: samples put percentiles beside every point") {
  std::istringstream rows(
      planner({"sweep", scenario, "--vary", "sessions.classes.0.concurrent=1000,2000", "--samples", "16", "--json"})
          .out);
  int count = 0;
  for (std::string line; std::getline(rows, line); ++count) {
    const Json row = Json::parse(line);
    CHECK(row["usd_per_h_p10"] <= row["usd_per_h_p50"]);
    CHECK(row["usd_per_h_p50"] <= row["usd_per_h_p90"]);
    CHECK(row["hosts_p50"] > 0);
  }
  CHECK(count == 2);
}

TEST_CASE("sweep: points without a plan have no figures", "[sweep]") {
  const std::string first = PLANNER_SOURCE_DIR "/examples/first-sessions.json";
  const std::string memory = "sessions.classes.0.memory=1GiB,999999GiB";
  CHECK_THAT(planner({"sweep", first, "--vary", memory, "--format=csv"}).out, Contains("999999GiB,infeasible,,,,"));
  const std::string table = planner({"sweep", first, "--vary", memory}).out;
  CHECK_THAT(table, Contains("infeasible") && !Contains("  0.00 "));
}

TEST_CASE("sweep: the section of a path may be left out, and one host is a list of one", "[sweep]") {
  const std::string first = PLANNER_SOURCE_DIR "/examples/first-sessions.json";
  const std::string two = "=aws/m7i.metal-48xl,aws/m7i.metal-24xl";
  const std::string hosts = planner({"sweep", first, "--vary", "hosts" + two, "--format=csv"}).out;
  CHECK(hosts == planner({"sweep", first, "--vary", "sessions.hosts" + two, "--format=csv"}).out);
  CHECK_THAT(hosts, StartsWith("point,sessions.hosts,status,") && !Contains("refused"));
}

TEST_CASE("sweep: what no point can answer is said once", "[sweep]") {
  const std::string zones = "sessions.policy.zones=1,2";
  const auto fault = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"sweep", scenario});
    const cli::Result result = planner(arguments);
    CHECK(result.exit == 2);
    CHECK(result.out.empty());
    return result.err;
  };
  CHECK_THAT(fault({"--vary", "sessions.polcy.zones=1,2"}), Contains("Did you mean \"policy\"?"));
  CHECK_THAT(fault({"--vary", "sessions.classes.foo.vcpu=1,2"}),
             StartsWith("--vary sessions.classes.foo.vcpu: \"foo\": not in that list."));
  CHECK_THAT(fault({"--vary", zones, "--vary", "policy.zones=2,3"}), Contains("each path is varied once."));
  CHECK_THAT(fault({"--vary", zones, "-o", "x.csv", "--pareto", "hosts", "--shard", "1/2"}),
             Contains("without shards"));
  CHECK_THAT(planner({"sweep", scenario, "--vary", zones, "-o", "/nonexistent/x.csv"}).err,
             Contains("cannot be written: No such file or directory."));
}

TEST_CASE("sweep: by closed form rows of classes that share hosts say that they are an estimate") {
  const auto reason_of = [](const std::string& file, const std::string& vary) {
    const cli::Result result =
        planner({"sweep", PLANNER_SOURCE_DIR "/examples/" + file, "--vary", vary, "--closed-form", "--json"});
    REQUIRE(result.exit == 0);
    return Json::parse(result.out)["reason"];
  };
  const std::string classes = "sessions.classes.0.concurrent=";
  CHECK_THAT(reason_of("gpu-slices.json", classes + "100").get<std::string>(), Contains("an estimate"));
  CHECK(reason_of("first-sessions.json", classes + "100").is_null());
  CHECK_THAT(
      planner({"sweep", PLANNER_SOURCE_DIR "/examples/gpu-slices.json", "--vary", classes + "100", "--closed-form"})
          .out,
      Contains("Notes") && !Contains("Without a plan"));
}
