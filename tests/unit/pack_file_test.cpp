#include "planner/io/pack_file.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

#include "packing_tools.hpp"
#include "planner/base/error.hpp"

using namespace planner;
using Catch::Contains;

namespace {

std::string text_of(const std::string& file) {
  std::ifstream stream(std::string(PLANNER_SOURCE_DIR) + "/tests/data/packing/" + file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

math::PackResult packed(const std::string& file) {
  const plan::PackInputs in = io::read_pack(text_of(file), file);
  const math::PackResult result = math::pack(in.problem);
  CHECK(packing_tools::fault(in.problem, result) == "");
  return result;
}

std::string error_of(const std::string& text) {
  try {
    io::read_pack(text, "f");
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("fifty thousand items of twenty types are packed and proven", "[packing]") {
  for (const auto& [file, optimum] : {std::pair{"a1_20c_2r_50000.vbp", 11807}, std::pair{"a2_20c_2r_50000.vbp", 789},
                                      std::pair{"a3_20c_4r_50000.vbp", 2587}}) {
    const math::PackResult result = packed(file);
    CAPTURE(file);
    CHECK(result.bins == optimum);
    CHECK(result.lower_bound_bins == optimum);
    CHECK(result.proven);
  }
}

TEST_CASE("published instances are solved to their known optimum", "[packing][slow]") {
  std::istringstream table(text_of("published/known.csv"));
  std::string line;
  std::getline(table, line);
  REQUIRE(line == "instance,paper_LB,OPT,paper_best_heuristic");
  int read = 0;
  while (std::getline(table, line)) {
    const std::string name = line.substr(0, line.find(','));
    const std::string rest = line.substr(line.find(',', line.find(',') + 1) + 1);
    const int optimum = std::stoi(rest);
    const math::PackResult result = packed("published/" + name + ".vbp");
    CAPTURE(name);
    CHECK(result.bins == optimum);
    CHECK(result.lower_bound_bins == optimum);
    ++read;
  }
  CHECK(read == 81);
}

TEST_CASE("the .vbp form", "[packing]") {
  const plan::PackInputs in = io::read_pack("2\n10 20\n3\n 1 2 7\n3 4 5\n0 0 0\n", "f");
  CHECK(in.problem.bins.at(0).capacity == std::vector<std::int64_t>{10, 20});
  REQUIRE(in.problem.items.size() == 3);
  CHECK(in.problem.items[1].size == std::vector<std::int64_t>{3, 4});
  CHECK(in.problem.items[1].count == 5);
}

TEST_CASE("faults of a .vbp file are said by line and column", "[packing]") {
  CHECK(error_of("2\n10 10\n2\n3 4 5\n3 -4 x\n") ==
        "f: line 5, column 3: size 2 of item type 2 -4: must be 0 or more.\n"
        "f: line 5, column 6: the count of item type 2 x: must be a whole number.");
  CHECK(error_of("2\n10 10\n2\n3 4 5\n3") ==
        "f: line 5, column 2: end of file: size 2 of item type 2 is missing here. The file seems cut short.");
  CHECK(error_of("") ==
        "f: line 1, column 1: end of file: the number of resources is missing here. The file seems cut "
        "short.");
  CHECK(error_of("1 10 1 3 3 9") ==
        "f: line 1, column 12: more numbers: the last item type ends the file. Check the number of item types.");
  CHECK_THAT(error_of("1 10 1 99999999999999999999 3"), Contains("must be at most 9007199254740992."));
  CHECK_THAT(error_of("1 10 6000"), Contains("the number of item types 6000: must be at most 5000."));
  CHECK_THAT(error_of("1000000000 1 1"), Contains("the number of resources 1000000000: must be at most 100."));
  const std::string another_kind(100'000, 'a');
  CHECK(error_of(another_kind).size() < 300);
}

TEST_CASE("the JSON form takes units, decimals, several bins and limits", "[packing]") {
  const plan::PackInputs in = io::read_pack(R"({
    "bins": [{"id": "small", "capacity": {"cpu": 96, "memory": "384 GiB"}, "cost": 4.8, "available": 3},
             {"capacity": {"cpu": 192, "memory": "768 GiB", "gpu": 8}}],
    "items": [{"id": "web", "size": {"cpu": 0.25, "memory": "512 MiB"}, "count": 30}, {"size": {"gpu": 1}}]})",
                                            "f");
  CHECK(in.bins == std::vector<std::string>{"small", "bin 2"});
  CHECK(in.items == std::vector<std::string>{"web", "item 2"});
  REQUIRE(in.resources.size() == 3);
  CHECK(in.resources[0].unit == 0.01);  // the largest decimal step of which 0.25 is a multiple
  CHECK(in.problem.items[0].size == std::vector<std::int64_t>{25, 512LL << 20, 0});
  CHECK(in.problem.items[1].count == 1);
  CHECK(in.problem.bins[0].capacity == std::vector<std::int64_t>{9600, 384LL << 30, 0});
  CHECK(in.problem.bins[0].available == 3);
  CHECK(in.problem.bins[1].available == math::unlimited);
  CHECK(in.problem.bins[1].cost == 1.0);
}

TEST_CASE("the JSON form takes lists, too", "[packing]") {
  const plan::PackInputs in =
      io::read_pack(R"({"bins": [{"capacity": [10, 20]}], "items": [{"size": [3, 0.5], "count": 2}]})", "f");
  CHECK(in.problem.bins[0].capacity == std::vector<std::int64_t>{10, 200});
  CHECK(in.problem.items[0].size == std::vector<std::int64_t>{3, 5});
}

TEST_CASE("faults of a JSON problem come all at once", "[packing]") {
  CHECK(error_of(R"({"bins": [{"capacity": {"cpu": 10}, "cost": -1, "cst": 2}],
                     "items": [{"id": "a", "size": {"cpu": "3 GiB"}, "count": 1.5}, {"id": "a", "size": {"cpuu": 1}},
                               {"size": {"cpu": 0.0000000000001}}, {"size": {"cpu": -2}}, {"size": [1, 2]}, {}]})") ==
        "f#/bins/0/cost: -1: must be at least 0.\n"
        "f#/bins/0/cst: \"cst\": there is no such field. Did you mean \"cost\"? Known: available, capacity, cost, id.\n"
        "f#/items/0/size/cpu: \"3 GiB\": the bins give this resource in another unit.\n"
        "f#/items/0/count: 1.5: must be a whole number between 0 and 1,000,000,000,000.\n"
        "f#/items/1/id: \"a\": another item has this id.\n"
        "f#/items/1/size: \"cpuu\": is not known here. Did you mean \"cpu\"? Known: cpu.\n"
        "f#/items/2/size/cpu: 1e-13: has more than nine decimals.\n"
        "f#/items/3/size/cpu: -2: must be 0 or more.\n"
        "f#/items/4/size: 2 numbers: needs 1, one for each resource of the bins.\n"
        "f#/items/5/size: absent: this field must be given.");
  CHECK(error_of(R"({"bins": [], "items": []})") == "f#/bins: none: at least one type of bin is needed.");
  CHECK_THAT(error_of(R"({"bins": )"), Contains("f: line 1"));
}
