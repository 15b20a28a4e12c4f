// Laws of laying catalogs over each other, and what is said of faulty ones.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "catalog/facts.hpp"
#include "planner/base/error.hpp"
#include "planner/io/catalog.hpp"

using namespace planner;
using namespace planner::io;
using namespace planner::units;
using Catch::Matchers::Contains;
using planner::test::ordered_json;

namespace {

catalog::Catalog laid_over(const std::string& text) { return overlay(builtin_catalog(), text, "mine.json"); }

std::vector<std::string> faults_of(const std::string& text) {
  std::vector<std::string> faults;
  try {
    laid_over(text);
  } catch (const InputError& e) {
    for (const Issue& i : e.issues()) faults.push_back(i.code + " " + to_string(i));
  }
  return faults;
}

std::string first_fault(const std::string& text) {
  const auto faults = faults_of(text);
  return faults.empty() ? "" : faults[0];
}

template <class Map>
ordered_json entries_of(const Map& entries) {
  ordered_json list = ordered_json::array();
  for (const auto& [id, entry] : entries) list.push_back(ordered_json::parse(entry_json(builtin_catalog(), id)));
  return list;
}

ordered_json whole_catalog() {
  const catalog::Catalog& c = builtin_catalog();
  return {{"sources", entries_of(c.sources)},
          {"boundaries", entries_of(c.boundaries)},
          {"gpus", entries_of(c.gpus)},
          {"mig_tables", entries_of(c.mig_tables)},
          {"hosts", entries_of(c.hosts)},
          {"reserves", entries_of(c.reserves)},
          {"background", entries_of(c.background)},
          {"models", entries_of(c.models)},
          {"engines", entries_of(c.engines)},
          {"number_formats", entries_of(c.number_formats)},
          {"efficiencies", entries_of(c.efficiencies)},
          {"limits", ordered_json::parse(entry_json(c, "limits"))},
          {"gpu_sharing", ordered_json::parse(entry_json(c, "gpu_sharing"))},
          {"reliability", ordered_json::parse(entry_json(c, "reliability"))},
          {"loading", ordered_json::parse(entry_json(c, "loading"))}};
}

}  // namespace

TEST_CASE("every entry laid over itself changes nothing") {
  const std::string before = content_hash(builtin_catalog());
  CHECK(content_hash(overlay(builtin_catalog(), whole_catalog().dump(), "itself")) == before);
  CHECK(content_hash(overlay(builtin_catalog(), "{}", "nothing")) == before);
}

TEST_CASE("what is written is the whole catalog: alone it gives the same one") {
  CHECK(content_hash(overlay({}, whole_catalog().dump(), "alone")) == content_hash(builtin_catalog()));
}

TEST_CASE("an overlay changes what it names and nothing else") {
  const auto changed = laid_over(R"({"boundaries": [{"id": "firecracker", "memory": {"fixed": "60 MiB"}}]})");
  const catalog::Boundary& b = changed.boundaries.at("firecracker");
  CHECK(b.memory.fixed.value() == 60.0 * MiB);
  CHECK(b.memory.fixed.estimate == Estimate<Bytes>::exactly(60.0 * MiB));
  CHECK(b.memory.fixed.basis == Basis::given);
  CHECK(b.memory.slope.value() == builtin_catalog().boundaries.at("firecracker").memory.slope.value());
  CHECK(content_hash(changed) != content_hash(builtin_catalog()));
}

TEST_CASE("a host is defined like another one, with a price of one's own") {
  const auto changed = laid_over(R"({"hosts": [{"id": "mine/big", "like": "aws/m7i.metal-48xl", "memory_gib": 1536,
                                                "usd_per_h": 4.5}, {"id": "onprem/dgx-h100", "usd_per_h": 38.0}]})");
  const catalog::Host& big = changed.hosts.at("mine/big");
  CHECK(big.memory.value() == 1536.0 * GiB);
  CHECK(big.vcpus.value() == 192.0 * vcpu);
  CHECK(big.price.on_demand.value().in(usd_per_h) == Approx(4.5));
  CHECK(big.price.reserved_3y.value().in(usd_per_h) == Approx(4.5));
  CHECK(big.price.date.empty());
  CHECK(changed.hosts.at("onprem/dgx-h100").price.on_demand.value().in(usd_per_h) == Approx(38));
}

TEST_CASE("an entry that replaces another starts afresh, null makes a number unknown, lists are replaced") {
  const auto changed = laid_over(R"({"hosts": [{"id": "aws/c7i.metal-48xl", "replaces": true, "memory": "1 TiB"}],
                                     "gpus": [{"id": "t4", "power": null}],
                                     "boundaries": [{"id": "kata-qemu", "sharing": []}]})");
  CHECK_FALSE(changed.hosts.at("aws/c7i.metal-48xl").vcpus.known());
  CHECK_FALSE(changed.gpus.at("t4").power.known());
  CHECK(changed.gpus.at("t4").memory.known());
  CHECK(changed.boundaries.at("kata-qemu").sharing.empty());
}

TEST_CASE("numbers with low, typical and high, sources and conditions are read as catalog files have them") {
  const auto changed = laid_over(R"({"sources": [{"id": "lab", "title": "Our lab", "where": "rack 7"}],
    "boundaries": [{"id": "gvisor-systrap", "start": {"cold": {"low": 40, "typical": 55, "high": 90, "unit": "ms",
      "sources": ["lab"], "basis": "measured", "conditions": "our image"}}}]})");
  const Fact<Seconds>& cold = changed.boundaries.at("gvisor-systrap").start.cold;
  CHECK(cold.value().in(ms) == Approx(55));
  CHECK(cold.estimate.high->in(ms) == Approx(90));
  CHECK(cold.cited() == "lab (measured)");
  CHECK(cold.conditions == "our image");
}

TEST_CASE("faults of a catalog tell where, what and the way out") {
  CHECK(first_fault(R"({"boundarys": []})") ==
        "input.unknown_field mine.json#/boundarys: \"boundarys\": there is no such field. Did you mean \"boundaries\"? "
        "Known: background, boundaries, efficiencies, engines, gpu_sharing, gpus, hosts, limits, loading, mig_tables, models, "
        "number_formats, prices, reliability, reserves, sources.");
  CHECK_THAT(first_fault(R"({"hosts": [{"memory": "1 GiB"}]})"), Contains("input.missing mine.json#/hosts/0/id"));
  CHECK_THAT(first_fault(R"({"hosts": [{"id": "a", "memory": "1 s"}]})"),
             Contains("input.unit_mismatch mine.json#/hosts/0/memory"));
  CHECK_THAT(first_fault(R"({"hosts": [{"id": "a", "gpu": "h100sxm"}]})"),
             Contains("mine.json#/hosts/0/gpu") && Contains("Did you mean \"h100-sxm\""));
  CHECK_THAT(first_fault(R"({"hosts": [{"id": "a"}, {"id": "a"}]})"),
             Contains("input.duplicate_id mine.json#/hosts/1/id"));
  CHECK_THAT(first_fault(R"({"hosts": [{"id": "a", "like": "aws/m7i.metal"}]})"), Contains("aws/m7i.metal-24xl"));
  CHECK_THAT(first_fault(R"({"boundaries": [{"id": "gvisor-kvm", "kernel": "user"}]})"), Contains("\"userspace\""));
  CHECK_THAT(first_fault(R"({"boundaries": [{"id": "x", "memory": {"fixed": {"value": 3, "unit": "s"}}}]})"),
             Contains("input.unit_mismatch mine.json#/boundaries/0/memory/fixed/unit"));
  CHECK_THAT(first_fault(R"({"boundaries": [{"id": "x", "memory": {"fixed": {"value": 3}}}]})"),
             Contains("input.unit_missing"));
  CHECK_THAT(
      first_fault(R"({"boundaries": [{"id": "x", "memory": {"fixed": {"low": 3, "typical": 2, "unit": "MiB"}}}]})"),
      Contains("input.order"));
  CHECK_THAT(first_fault(R"({"boundaries": [{"id": "x", "memory": {"fixed": {"typical": -2, "unit": "MiB"}}}]})"),
             Contains("input.out_of_range"));
  CHECK_THAT(first_fault(R"({"gpus": [{"id": "t4", "power": {"value": 1, "unit": "W", "sources": ["nobody"]}}]})"),
             Contains("mine.json#/gpus/0/power") && Contains("\"nobody\""));
  CHECK_THAT(first_fault(R"({"prices": {"date": "2026-01-01", "entries": [{"host": "aws/none"}]}})"),
             Contains("mine.json#/prices/entries/0/host"));
  CHECK(faults_of(R"({"hosts": [{"id": "a", "memory": 5, "vcpus": "x", "colour": 1}]})").size() == 3);
}

TEST_CASE("a folder of files is laid over in any order") {
  const auto folder = std::filesystem::temp_directory_path() / "planner_overlay_test";
  std::filesystem::create_directories(folder / "prices");
  std::ofstream(folder / "a.json")
      << R"({"prices": {"date": "2027-01-01", "entries": [{"host": "mine/x", "on_demand": "2 USD/h"}]}})";
  std::ofstream(folder / "b.json") << R"({"hosts": [{"id": "mine/x", "memory": "64 GiB", "gpu": "mine-gpu"}]})";
  std::ofstream(folder / "prices" / "c.json") << R"({"gpus": [{"id": "mine-gpu", "memory": "80 GiB"}]})";
  const auto changed = overlay_dir(builtin_catalog(), folder.string());
  CHECK(changed.hosts.at("mine/x").price.on_demand.value().in(usd_per_h) == Approx(2));
  CHECK(changed.hosts.at("mine/x").price.date == "2027-01-01");
  CHECK(changed.gpus.contains("mine-gpu"));
  std::ofstream(folder / "d.json") << R"({"hosts": [{"id": "mine/x"}]})";
  CHECK_THROWS_WITH(overlay_dir(builtin_catalog(), folder.string()),
                    Contains("d.json#/hosts/0/id") && Contains("twice"));
  std::filesystem::remove_all(folder);
  CHECK_THROWS_AS(overlay_dir(builtin_catalog(), folder.string()), FileError);
}

TEST_CASE("the files of the project are the built-in catalog") {
  CHECK(content_hash(load_catalog_dir(PLANNER_SOURCE_DIR "/models")) == content_hash(builtin_catalog()));
}
