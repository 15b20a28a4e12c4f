// The size of a pool: the least at which every member's starts find room, though only a few members are looked at.
#include <catch2/catch.hpp>
#include <random>

#include "planner/plan/models/fleet/pool.hpp"

using namespace planner;
using namespace planner::plan::models;

namespace {

constexpr std::size_t per_host = 8;

std::vector<OnDemand> random_members(std::mt19937& engine) {
  const auto real = [&] { return static_cast<double>(engine()) / 4294967296.0; };
  std::vector<OnDemand> members(2 + engine() % 13);
  for (OnDemand& d : members) {
    d.gpus = std::exp2(static_cast<double>(engine() % 4));
    d.claim = 0.01 + 0.5 * real();
  }
  return members;
}

double worst_at(Pool pool, const std::vector<const OnDemand*>& members, double gpus) {
  pool.gpus = gpus;
  return std::ranges::max(overflow_by_member(pool, members, per_host));
}

}  // namespace

TEST_CASE("a pool is the least in which every member finds room", "[models][pool]") {
  std::mt19937 engine(7);
  int whole_hosts = 0;
  for (int i = 0; i < 200; ++i) {
    CAPTURE(i);
    const std::vector<OnDemand> all = random_members(engine);
    const double allowed = i % 2 == 0 ? 0.01 : 0.001;
    std::vector<const OnDemand*> members;
    double largest = 0;
    for (const OnDemand& d : all) members.push_back(&d), largest = std::max(largest, d.gpus);
    const Pool pool = pool_of(std::vector<std::size_t>(all.size()), members, per_host, allowed);
    CHECK(worst_at(pool, members, pool.gpus) <= allowed);
    whole_hosts += pool.gpus > per_host;
    for (double gpus = largest; gpus < pool.gpus; gpus += gpus < per_host ? 1 : per_host)
      CHECK(worst_at(pool, members, gpus) > allowed);
  }
  CHECK(whole_hosts > 50);
  CHECK(whole_hosts < 190);
}
