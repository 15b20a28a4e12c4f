#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"

using Catch::Contains;
using Catch::StartsWith;
using cli::planner;
using nlohmann::json;

TEST_CASE("catalog answers how much is known, what there is, and all of one entry") {
  const cli::Result overview = planner({"catalog"});
  CHECK(overview.exit == 0);
  CHECK_THAT(overview.out, Contains("nobody has published.\n") && Contains("boundaries           16"));
  CHECK_THAT(planner({"catalog", "list", "boundaries"}).out, StartsWith("boundary") && Contains("firecracker"));
  CHECK_THAT(planner({"catalog", "show", "gvisor-kvm"}).out, StartsWith("gvisor-kvm: gVisor, KVM platform\n"));
  CHECK_THAT(planner({"catalog", "sources"}).out, Contains("rund-art"));
  CHECK_THAT(planner({"catalog", "sources", "rund-art"}).out, Contains("kata-qemu") && Contains("memory.fixed"));
}

TEST_CASE("catalog writes every format") {
  CHECK(json::parse(planner({"catalog", "--json"}).out)["gpus"].size() == 24);
  CHECK(json::parse(planner({"catalog", "list", "hosts", "--json"}).out)["hosts"].size() == 52);
  CHECK(json::parse(planner({"catalog", "show", "t4", "--json"}).out)["memory"]["value"] == 15360);
  CHECK(json::parse(planner({"catalog", "schema"}).out).contains("$defs"));
  CHECK_THAT(planner({"catalog", "--format", "csv"}).out, StartsWith("kind,entries,numbers,unknown\n"));
  CHECK_THAT(planner({"catalog", "show", "t4", "--format", "csv"}).out, Contains("memory,15360,,,,MiB,measured"));
  CHECK_THAT(planner({"catalog", "show", "t4", "--format", "markdown"}).out, StartsWith("# t4: Tesla T4\n"));
  CHECK_THAT(planner({"catalog", "list", "gpus", "--format", "markdown"}).out, StartsWith("| GPU |"));
}

TEST_CASE("catalog shows overlays, and says what is wrong with one") {
  const cli::TemporaryFile good(R"({"hosts": [{"id": "mine/big", "like": "aws/m7i.metal-48xl", "usd_per_h": 4.5}]})");
  const std::string folder = std::filesystem::path(good.path()).parent_path().string();
  CHECK_THAT(planner({"catalog", "show", "mine/big", "--catalog", folder}).out,
             Contains("4.5 USD/h") && Contains("given"));
  const cli::TemporaryFile bad(R"({"hosts": [{"id": "mine/big", "memory": "4 TB/s", "colour": "red"}]})");
  const std::string faulty = std::filesystem::path(bad.path()).parent_path().string();
  const cli::Result refused = planner({"catalog", "--catalog", faulty});
  CHECK(refused.exit == 2);
  CHECK_THAT(refused.err, Contains("scenario.json#/hosts/0/memory") && Contains("scenario.json#/hosts/0/colour"));
}

TEST_CASE("catalog: words that it cannot read") {
  const cli::Result misspelt = planner({"catalog", "show", "fircracker"});
  CHECK(misspelt.exit == 2);
  CHECK_THAT(misspelt.err, Contains("Did you mean \"firecracker\"?"));
  CHECK(planner({"catalog", "show"}).exit == 2);
  CHECK(planner({"catalog", "shwo", "t4"}).exit == 2);
  CHECK(planner({"catalog", "list", "hostz"}).exit == 2);
  CHECK(planner({"catalog", "show", "t4", "l4"}).exit == 2);
  CHECK(planner({"catalog", "--catalog", "no-such-folder"}).exit == 4);
}
