#include "planner/plan/mig/mig.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "planner/io/catalog.hpp"
#include "planner/report/verify.hpp"

using namespace planner;
using namespace planner::plan;
using namespace planner::unit;
using catalog::MigTable;

namespace {

const std::map<std::string, MigTable, std::less<>>& tables() { return io::builtin_catalog().mig_tables; }
const MigTable& table(const std::string& id) { return tables().at("mig/" + id); }

std::size_t index_of(const MigTable& t, const std::string& profile) {
  const catalog::MigProfile* found = catalog::find_profile(t, profile);
  REQUIRE(found != nullptr);
  return static_cast<std::size_t>(found - t.profiles.data());
}

bool plain(const std::string& name) { return name.find_first_of("+-") == std::string::npos; }
bool double_memory(const catalog::MigProfile& p) { return p.compute_slices == 1 && p.memory_slices == 2; }

std::vector<std::size_t> profiles(const MigTable& t, bool with_double_memory) {
  std::vector<std::size_t> chosen;
  for (std::size_t p = 0; p < t.profiles.size(); ++p)
    if (plain(t.profiles[p].name) && (with_double_memory || !double_memory(t.profiles[p]))) chosen.push_back(p);
  return chosen;
}

std::set<MigCounts> multisets(const MigTable& t, const std::vector<MigLayout>& layouts) {
  std::set<MigCounts> sets;
  for (const MigLayout& layout : layouts) sets.insert(counts_of(t, layout));
  return sets;
}

/// `3g.20gb` as `3g`, and where it starts.
std::set<std::string> shape_of(const MigTable& t, const MigLayout& layout) {
  std::set<std::string> shape;
  for (const MigPlacement& p : layout)
    shape.insert(t.profiles[p.profile].name.substr(0, 2) + "@" + std::to_string(p.start));
  return shape;
}

MigCounts counts(const MigTable& t, const std::vector<std::string>& names) {
  MigCounts wanted(t.profiles.size(), 0);
  for (const std::string& name : names) ++wanted[index_of(t, name)];
  return wanted;
}

bool fits_one(const std::string& id, const std::vector<std::string>& names, MigLayout occupied = {}) {
  return place_beside(table(id), counts(table(id), names), occupied).has_value();
}

std::vector<std::string> times(int n, const std::string& name) {
  return std::vector<std::string>(static_cast<std::size_t>(n), name);
}

std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

MigPlan ask(const std::string& gpu, std::vector<MigRequest> requests) {
  return plan_mig(io::builtin_catalog(), {.gpu = gpu, .requests = std::move(requests)});
}

std::string error_of(const MigInputs& inputs) {
  try {
    plan_mig(io::builtin_catalog(), inputs);
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace

// Counts computed from the published placements; "19 combinations" is also the figure of NVIDIA's MIG user guide.
TEST_CASE("layouts of one GPU", "[mig]") {
  struct Row {
    std::string id;
    bool with_double_memory;
    std::size_t layouts, maximal, sets, maximal_sets;
  };
  const auto row = GENERATE(Row{"a100-40", false, 298, 19, 37, 14}, Row{"a100-40", true, 723, 78, 77, 38},
                            Row{"h100-80", false, 298, 19, 37, 14}, Row{"h200-nvl", true, 298, 19, 37, 14},
                            Row{"b200", true, 723, 78, 77, 38}, Row{"a30", false, 26, 5, 9, 4},
                            Row{"rtx-pro-6000", false, 26, 5, 9, 4});
  const MigTable& t = table(row.id);
  const auto all = all_layouts(t, profiles(t, row.with_double_memory));
  const auto maximal = maximal_layouts(t, profiles(t, row.with_double_memory));
  CAPTURE(row.id, row.with_double_memory);
  CHECK(all.size() == row.layouts);  // the empty one counts
  CHECK(maximal.size() == row.maximal);
  CHECK(multisets(t, all).size() == row.sets + 1);
  CHECK(multisets(t, maximal).size() == row.maximal_sets);
}

TEST_CASE("the nineteen maximal layouts are six ways for the left half, three for the right, and the whole", "[mig]") {
  using Half = std::set<std::string>;
  const std::vector<Half> left{{"4g@0"},
                               {"3g@0"},
                               {"2g@0", "2g@2"},
                               {"2g@0", "1g@2", "1g@3"},
                               {"1g@0", "1g@1", "2g@2"},
                               {"1g@0", "1g@1", "1g@2", "1g@3"}};
  const std::vector<Half> right{{"3g@4"}, {"2g@4", "1g@6"}, {"1g@4", "1g@5", "1g@6"}};
  std::set<Half> expected{{"7g@0"}};
  for (const Half& l : left)
    for (const Half& r : right) {
      Half both = l;
      both.insert(r.begin(), r.end());
      expected.insert(both);
    }
  const MigTable& t = table("a100-40");
  std::set<Half> found;
  for (const MigLayout& layout : maximal_layouts(t, profiles(t, false))) found.insert(shape_of(t, layout));
  CHECK(expected.size() == 19);
  CHECK(found == expected);
}

TEST_CASE("every layout obeys the rules that a second check spells out", "[mig]") {
  for (const auto& [id, t] : tables()) {
    std::vector<std::size_t> all(t.profiles.size());
    for (std::size_t p = 0; p < all.size(); ++p) all[p] = p;
    for (const MigLayout& layout : all_layouts(t, all)) {
      int end = 0, compute = 0, extended = 0, whole = 0, other_media = 0;
      for (const MigPlacement& p : layout) {
        const catalog::MigProfile& profile = t.profiles[p.profile];
        REQUIRE(p.start >= end);
        end = p.start + profile.memory_slices;
        compute += profile.compute_slices;
        extended += profile.media == catalog::MediaEngines::extended;
        whole += profile.media == catalog::MediaEngines::all;
        other_media += profile.media == catalog::MediaEngines::share;
      }
      REQUIRE(end <= t.memory_slices);
      REQUIRE(compute <= t.compute_slices);
      REQUIRE((whole == 0 ? extended <= 1 : whole + extended + other_media == 1));
    }
  }
}

TEST_CASE("two 3g leave the seventh compute slice stranded", "[mig]") {
  CHECK(fits_one("a100-40", {"3g.20gb", "3g.20gb"}));
  CHECK_FALSE(fits_one("a100-40", {"3g.20gb", "3g.20gb", "1g.5gb"}));  // Project-HAMi/HAMi mig_topology_test.go
  CHECK(ask("a100-40-sxm", {{"3g.20gb", 2}, {"1g.5gb", 1}}).gpus == 2);
}

TEST_CASE("sets that fit one GPU, and sets that do not", "[mig]") {
  struct Row {
    std::string id;
    std::vector<std::string> set;
    bool fits;
    std::string source;
  };
  const std::string parted = "NVIDIA/mig-parted known_configs_test.go", balanced = "mig-parted all-balanced";
  const std::vector<Row> rows{
      {"a100-40", times(7, "1g.5gb"), true, parted},
      {"a100-40", times(8, "1g.5gb"), false, parted},
      {"a100-40", times(6, "1g.5gb"), true, parted},
      {"a100-40", times(3, "1g.5gb") + times(2, "2g.10gb"), true, parted},
      {"a100-40", times(2, "1g.5gb") + times(2, "2g.10gb"), true, parted},
      {"a100-40", times(2, "1g.5gb") + times(1, "2g.10gb"), true, parted},
      {"a100-40", times(4, "1g.5gb") + times(2, "2g.10gb"), false, parted},
      {"a100-40", {"1g.5gb", "1g.5gb", "2g.10gb", "3g.20gb"}, true, balanced},
      {"h100-94", {"1g.12gb", "1g.12gb", "2g.24gb", "3g.47gb"}, true, balanced},
      {"gb200", {"1g.23gb", "1g.23gb", "2g.47gb", "3g.93gb"}, true, balanced},
      {"b300", {"1g.34gb", "1g.34gb", "2g.67gb", "3g.135gb"}, true, balanced},
      {"rtx-pro-6000", {"1g.24gb", "1g.24gb", "2g.48gb"}, true, balanced},
      {"a100-40", times(3, "2g.10gb") + times(1, "1g.5gb"), true, "Project-HAMi/HAMi issue 1054"},
      {"a100-40", {"7g.40gb"}, true, "Project-HAMi/HAMi issue 1054"},
      {"h100-80", {"7g.80gb", "1g.10gb"}, false, "NVIDIA MIG user guide"},
      {"a100-80", times(4, "1g.20gb"), true, "NVIDIA/go-nvml mock a100.go"},
      {"a100-80", times(5, "1g.20gb"), false, "NVIDIA/go-nvml mock a100.go"},
      {"a30", times(4, "1g.6gb"), true, "NVIDIA/go-nvml mock a30.go"},
  };
  for (const Row& row : rows) {
    INFO(row.id << ", " << row.set.size() << " instances, " << row.source);
    CHECK(fits_one(row.id, row.set) == row.fits);
  }
}

TEST_CASE("what already lies on a GPU stays", "[mig]") {  // NVIDIA/k8s-test-infra issue 886
  const MigTable& t = table("a100-40");
  const std::size_t three = index_of(t, "3g.20gb"), four = index_of(t, "4g.20gb");
  CHECK_FALSE(fits_one("a100-40", {"4g.20gb"}, {{three, 0}}));
  CHECK(fits_one("a100-40", {"4g.20gb"}, {{three, 4}}));
  const auto beside_four = place_beside(t, counts(t, {"3g.20gb"}), {{four, 0}});
  REQUIRE(beside_four.has_value());
  CHECK(*beside_four == MigLayout{{three, 4}});
}

TEST_CASE("placements as NVML gives them", "[mig]") {  // NVIDIA/go-nvml pkg/nvml/mock/gpus/{a100,a30}.go
  struct Row {
    std::string id, profile;
    std::vector<int> starts;
    int size, instances;
  };
  const std::vector<Row> rows{{"a100-40", "1g.5gb", {0, 1, 2, 3, 4, 5, 6}, 1, 7},
                              {"a100-40", "1g.10gb", {0, 2, 4, 6}, 2, 4},
                              {"a100-40", "2g.10gb", {0, 2, 4}, 2, 3},
                              {"a100-40", "3g.20gb", {0, 4}, 4, 2},
                              {"a100-40", "4g.20gb", {0}, 4, 1},
                              {"a100-40", "7g.40gb", {0}, 8, 1},
                              {"a30", "1g.6gb", {0, 1, 2, 3}, 1, 4},
                              {"a30", "2g.12gb", {0, 2}, 2, 2},
                              {"a30", "4g.24gb", {0}, 4, 1}};
  for (const Row& row : rows) {
    const MigTable& t = table(row.id);
    const std::size_t p = index_of(t, row.profile);
    std::vector<int> starts;
    for (const MigPlacement& placement : all_placements(t, {p})) starts.push_back(placement.start);
    INFO(row.id << " " << row.profile);
    CHECK(starts == row.starts);
    CHECK(t.profiles[p].memory_slices == row.size);
    std::size_t most = 0;
    for (const MigLayout& layout : all_layouts(t, {p})) most = std::max(most, layout.size());
    CHECK(most == static_cast<std::size_t>(row.instances));
  }
}

TEST_CASE("media engines are shared by the whole GPU", "[mig]") {
  CHECK_FALSE(fits_one("a30", {"1g.6gb+me", "2g.12gb+me"}));  // one set of JPEG and OFA
  CHECK(fits_one("a30", {"1g.6gb+me", "2g.12gb"}));
  CHECK_FALSE(fits_one("rtx-pro-6000", {"1g.24gb+me.all", "1g.24gb"}));
  CHECK(fits_one("rtx-pro-6000", {"1g.24gb+me.all", "1g.24gb-me", "2g.48gb-me"}));
  CHECK(ask("a100-40-sxm", {{"1g.5gb+me", 3}}).gpus == 3);
}

TEST_CASE("fleets of one GPU's worth of slices, by enumeration", "[mig]") {
  const MigTable& t = table("a100-40");
  const auto sets = multisets(t, all_layouts(t, profiles(t, true)));
  std::map<MigCounts, std::int64_t> known{{MigCounts(t.profiles.size(), 0), 0}};
  const auto fewest = [&](const auto& self, const MigCounts& left) -> std::int64_t {
    if (const auto it = known.find(left); it != known.end()) return it->second;
    std::int64_t best = 1000;
    for (const MigCounts& set : sets) {
      MigCounts rest = left;
      bool part = set != MigCounts(set.size(), 0);
      for (std::size_t p = 0; p < rest.size(); ++p) part &= (rest[p] -= set[p]) >= 0;
      if (part) best = std::min(best, 1 + self(self, rest));
    }
    return known[left] = best;
  };
  std::mt19937_64 random(1);
  for (int i = 0; i < 40; ++i) {
    MigCounts wanted(t.profiles.size(), 0);
    for (const std::size_t p : profiles(t, true)) wanted[p] = static_cast<std::int64_t>(random() % 3);
    const MigPacking packed = pack_mig(t, wanted);
    CHECK(packed.proven);
    CHECK(packed.gpus == fewest(fewest, wanted));
  }
}

TEST_CASE("ten thousand mixed slices are packed and proven on every table", "[mig]") {
  std::mt19937_64 random(2);
  for (const auto& [id, t] : tables())
    for (int round = 0; round < 5; ++round) {
      MigCounts wanted(t.profiles.size(), 0);
      for (int i = 0; i < 10'000; ++i) ++wanted[random() % wanted.size()];
      const MigPacking packed = pack_mig(t, wanted);
      MigCounts held(t.profiles.size(), 0);
      for (const MigPattern& pattern : packed.patterns) {
        MigStrip strip(t);
        for (const MigPlacement& placement : pattern.layout) {
          REQUIRE(strip.can_place(placement));
          strip.place(placement);
          held[placement.profile] += pattern.gpus;
        }
      }
      CAPTURE(id, round);
      CHECK(held == wanted);
      CHECK(packed.proven);
      CHECK(packed.gpus == packed.lower_bound);
    }
}

TEST_CASE("a plan names what binds", "[mig]") {
  CHECK(ask("h100-sxm", {{"1g.10gb", 14}}).binding == "compute slices");
  CHECK(ask("h100-sxm", {{"3g.40gb", 4}}).binding == "memory slices");
  CHECK(ask("h100-sxm", {{"4g.40gb", 2}, {"1g.10gb", 1}}).binding == "instances of 4g.40gb");
  CHECK(ask("h100-sxm", {{"3g.40gb", 2}, {"1g.10gb", 1}}).binding == "memory slices");
  CHECK(ask("h100-sxm", {{"3g.40gb", 3}, {"2g.20gb", 1}, {"1g.20gb", 1}}).binding == "memory slices");
  CHECK(ask("a100-40-sxm", {{"3g.20gb", 1}, {"2g.10gb", 1}, {"1g.10gb", 1}}).gpus == 1);
  CHECK(ask("mig/a30", {{"1g.6gb", 0}}).gpus == 0);
}

TEST_CASE("a set that does not fit one GPU says why and what would hold it", "[mig]") {
  const auto reason = [](const MigInputs& inputs) {
    const MigPlan plan = plan_mig(io::builtin_catalog(), inputs);
    CHECK(plan.status == Status::infeasible);
    return plan.reasons.at(0);
  };
  CHECK(reason({.gpu = "a100-40-sxm", .requests = {{"1g.5gb", 8}}, .one_gpu = true}) ==
        "The compute slices of one GPU are too few. 2 empty GPUs would hold them.");
  CHECK(reason({.gpu = "a100-40-sxm", .requests = {{"4g.20gb", 1}}, .occupied = {{"3g.20gb", 0}}}) ==
        "The slices would do, but no layout has the starting places for them beside the instances that are there. An "
        "empty GPU would hold them.");
}

TEST_CASE("what cannot be read is said", "[mig]") {
  CHECK_THAT(error_of({.gpu = "h100-sx"}), Catch::Contains("gpu: \"h100-sx\": no GPU of that id is known. Known: "));
  CHECK_THAT(error_of({.gpu = "l4"}), Catch::Contains("gpu: \"l4\": this GPU has no MIG. Known: a100-40-pcie"));
  CHECK_THAT(error_of({.gpu = "a30", .requests = {{"1g.5gb", 1}, {"1g.6gb", -1}}}),
             Catch::Contains("profile: \"1g.5gb\": mig/a30 has no such profile. Known: 1g.6gb") &&
                 Catch::Contains("1g.6gb: -1: must be a count of 0 to 1,000,000,000."));
  CHECK(error_of({.gpu = "a30", .occupied = {{"2g.12gb", 1}}}) ==
        "occupied: 2g.12gb@1: cannot lie there beside the others. It may start at 0, 2.");
}

TEST_CASE("the derivation of a MIG plan verifies", "[mig]") {
  Trace trace;
  plan_mig(io::builtin_catalog(), {.gpu = "h100-sxm", .requests = {{"1g.10gb", 10}, {"2g.20gb", 3}, {"3g.40gb", 2}}},
           &trace);
  for (const report::TraceFault& fault : report::verify(trace)) FAIL_CHECK(fault.id << ": " << fault.what);
  CHECK(trace.steps().back().id == "gpus");
}
