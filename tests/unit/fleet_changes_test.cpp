#include <catch2/catch.hpp>

#include "planner/plan/fleet.hpp"

using namespace planner::plan;

namespace {

FleetChange only(const std::vector<FleetChange>& changes) {
  REQUIRE(changes.size() == 1);
  return changes[0];
}

}  // namespace

TEST_CASE("an existing fleet: hosts to buy, free and convert") {
  // 10 hosts: 6 for a, 4 for b. Wanted: 3 for a, 9 for b. Ten stay, of them 3 + 4 as they are, 3 move from a to b; 2
  // are bought.
  const FleetChange grown = only(fleet_changes({{"h", "a", 6}, {"h", "b", 4}}, {{"h", "a", 3}, {"h", "b", 9}}));
  CHECK(grown.have == 10);
  CHECK(grown.need == 12);
  CHECK(grown.buy == 2);
  CHECK(grown.free == 0);
  CHECK(grown.convert == 3);
  // Wanted: 5 for c alone. Five are freed, the five that stay all change.
  const FleetChange shrunk = only(fleet_changes({{"h", "a", 6}, {"h", "b", 4}}, {{"h", "c", 5}}));
  CHECK(shrunk.buy == 0);
  CHECK(shrunk.free == 5);
  CHECK(shrunk.convert == 5);
}

TEST_CASE("an existing fleet: types apart, and purposes that are not told") {
  const auto changes = fleet_changes({{"old", "", 7}}, {{"new", "a", 2}, {"old", "a", 3}});
  REQUIRE(changes.size() == 2);
  CHECK(changes[0].host == "new");
  CHECK(changes[0].buy == 2);
  CHECK(changes[0].convert == 0);
  CHECK(changes[1].free == 4);
  CHECK_FALSE(changes[1].convert.has_value());
}
