// The catalog as people read it.
#include <catch2/catch.hpp>
#include <sstream>

#include "planner/base/error.hpp"
#include "planner/io/catalog.hpp"
#include "report/catalog/catalog_cells.hpp"
#include "report/catalog/catalog_report.hpp"

using namespace planner;
using namespace planner::report;
using Catch::Matchers::Contains;

namespace {

const catalog::Catalog& built_in() { return io::builtin_catalog(); }

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::size_t widest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, shown_width(line));
  return widest;
}

}  // namespace

TEST_CASE("the overview counts what is known and what is not") {
  std::size_t known = 0, unknown = 0;
  const auto count = [&](std::string_view id) {
    const auto entry = OrderedJson::parse(io::entry_json(built_in(), id));
    for (const EntryNumber& n : numbers_of(entry)) is_known(*n.fact) ? ++known : ++unknown;
  };
  for (const auto& [id, entry] : built_in().boundaries) count(id);
  for (const auto& [id, entry] : built_in().gpus) count(id);
  const std::string table = catalog_kinds(built_in()).csv();
  std::size_t counted = 0, blanks = 0;
  for (const char* kind : {"boundaries,16,", "gpus,24,"}) {
    const auto at = table.find(kind);
    REQUIRE(at != table.npos);
    const std::string rest = table.substr(at + std::string(kind).size());
    counted += std::stoul(rest);
    blanks += std::stoul(rest.substr(rest.find(',') + 1));
  }
  CHECK(counted == known + unknown);
  CHECK(blanks == unknown);
  CHECK_THAT(first_line(catalog_overview(built_in()).text()),
             Contains("numbers from") && Contains("nobody has published"));
}

TEST_CASE("an entry shows each number with range, basis, sources, conditions and disagreement") {
  const std::string text = catalog_entry(built_in(), "firecracker").text();
  CHECK(first_line(text) == "firecracker: Firecracker microVM (bare, without Kata)");
  CHECK_THAT(text, Contains("memory.fixed                   47 MiB  44.9 to 70.4     derived: volt"));
  CHECK_THAT(text, Contains("loss.disk.fraction            unknown"));
  CHECK_THAT(text, Contains("Sources disagree: 3 to 5 MiB (monitor alone)"));
  CHECK_THAT(text, Contains("mps, time-slice: not"));
  CHECK_THAT(text, Contains("host kernel code exercised: 77,392 of 806,318 lines"));
  CHECK(widest_line(text) <= 80);
}

TEST_CASE("modes with one answer stand together, and offers name their cards") {
  const std::string none = catalog_entry(built_in(), "firecracker").text();
  CHECK_THAT(none, Contains("- whole, mig, mig-vgpu, time-sliced-vgpu, mps, time-slice: not offered."));
  CHECK_THAT(catalog_entry(built_in(), "gvisor-systrap").text(), Contains("whole: by nvproxy on t4"));
  CHECK_THAT(catalog_entry(built_in(), "qemu-q35").text(), Contains("with a licence"));
}

TEST_CASE("measured starts are shown by what is on the host") {
  CHECK_THAT(catalog_entry(built_in(), "kata-fc").text(),
             Contains("2,000  1: 3.942, 10: 35.51, 100: 369.4, 200: not run"));
}

TEST_CASE("numbers of an entry are written at full precision as CSV") {
  const std::string csv = catalog_entry_numbers(built_in(), "kata-qemu").csv();
  CHECK(first_line(csv) == "number,value,low,typical,high,unit,basis,sources,conditions,note,disagreement");
  CHECK_THAT(csv, Contains("sharing.template.slope,,,0.0009,,1,derived,\"rund-art, derived\""));
}

TEST_CASE("entries of a kind are listed, also those without columns of their own") {
  CHECK_THAT(catalog_list(built_in(), "hosts").text(), Contains("aws/m7i.metal-48xl"));
  CHECK_THAT(catalog_list(built_in(), "background").text(), Contains("platform/e2b"));
  CHECK_THAT(catalog_list(built_in(), "sources").text(), Contains("fc-spec") && !Contains("2,0"));  // years
  for (const char* part : {"limits", "gpu_sharing", "reliability", "loading"})
    CHECK_THAT(catalog_list(built_in(), part).csv(), Catch::StartsWith("number,typical,range\n"));
  CHECK_THAT(catalog_list_json(built_in(), "limits"), Contains("\"pods_per_node\""));
  CHECK_THAT(catalog_list_json(built_in(), "gpus"), Contains("\"id\": \"h100-sxm\""));
  CHECK_THAT(catalog_json(built_in()), Contains(io::content_hash(built_in())));
}

TEST_CASE("a source names the numbers that rest on it") {
  const std::string text = catalog_source(built_in(), "volt").text();
  CHECK_THAT(text, Contains("firecracker  memory.slope"));
  CHECK_THAT(catalog_source(built_in(), "zeroboot").text(), Contains("No number rests on it"));
}

TEST_CASE("what is not there is answered with the nearest names") {
  CHECK_THROWS_WITH(catalog_entry(built_in(), "fircracker"), Contains("Did you mean \"firecracker\"?"));
  CHECK_THROWS_WITH(catalog_list(built_in(), "boundary"), Contains("\"boundaries\""));
  CHECK_THROWS_WITH(catalog_source(built_in(), "vult"), Contains("\"volt\""));
  CHECK_THROWS_AS(catalog_entry(built_in(), ""), InputError);
}
