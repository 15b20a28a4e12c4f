// Replicas are placed a whole service at a time; held against placing them one by one.
#include <catch2/catch.hpp>
#include <random>

#include "planner/plan/models/placement/placement.hpp"

using namespace planner;
using plan::models::detail::Filling;
using plan::models::detail::Group;

namespace {

/// Every replica looks at every host: the fewest of its service, then the fullest, then the first.
std::vector<std::size_t> one_by_one(const std::vector<Group>& groups, std::size_t hosts, int gpus) {
  std::vector<int> free(hosts, gpus);
  std::vector<std::vector<std::size_t>> holds(hosts);
  std::vector<std::size_t> placed;
  for (const Group& g : groups) {
    for (double i = 0; i < g.count; ++i) {
      std::size_t best = hosts;
      const auto key = [&](std::size_t h) {
        return std::tuple(std::ranges::count(holds[h], g.services.front()), free[h], h);
      };
      for (std::size_t h = 0; h < hosts; ++h)
        if (free[h] >= g.gpus && (best == hosts || key(h) < key(best))) best = h;
      REQUIRE(best < hosts);
      free[best] -= g.gpus;
      holds[best].insert(holds[best].end(), g.services.begin(), g.services.end());
      placed.push_back(best);
    }
  }
  return placed;
}

/// Groups that fill some of the hosts, largest first; several may be of one service.
std::vector<Group> random_groups(std::mt19937& random, std::size_t hosts, int per_host) {
  const auto up_to = [&](int most) { return std::uniform_int_distribution<int>(1, most)(random); };
  std::vector<Group> groups;
  int left = static_cast<int>(hosts) * per_host;
  for (int gpus = per_host; gpus > 0; gpus /= 2)
    for (int kinds = up_to(3); kinds > 0 && left >= gpus; --kinds) {
      const int count = up_to(std::max(1, left / gpus / 2));
      groups.push_back({{static_cast<std::size_t>(up_to(4)), 9}, gpus, static_cast<double>(count)});
      left -= count * gpus;
    }
  return groups;
}

}  // namespace

TEST_CASE("replicas placed in bulk stand where they would one by one") {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const std::size_t hosts = 1 + random() % 12;
    const std::vector<Group> groups = random_groups(random, hosts, 8);
    Filling filling(hosts, 8);
    std::vector<std::size_t> placed;
    for (const Group& g : groups) filling.place(g, [&](std::size_t host) { placed.push_back(host); });
    CHECK(placed == one_by_one(groups, hosts, 8));
  }
}
