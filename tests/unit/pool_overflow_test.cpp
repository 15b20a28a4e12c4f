#include "planner/math/pool_overflow.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "planner/math/fragmentation.hpp"

using namespace planner::math;

namespace {

/// All 2^n states of the models, one by one.
struct Enumerated {
  double time_share = 0, overflow = 0, blocking = 0;
};

Enumerated enumerate(const std::vector<PoolModel>& models, std::size_t pool, std::size_t starting) {
  Enumerated out;
  double within = 0;
  for (std::size_t state = 0; state < std::size_t{1} << models.size(); ++state) {
    double p = 1, others_p = 1;
    std::size_t used = 0, others = 0;
    for (std::size_t m = 0; m < models.size(); ++m) {
      const bool live = (state >> m & 1U) != 0;
      p *= live ? models[m].live_share : 1 - models[m].live_share;
      used += live ? models[m].gpus : 0;
      if (m == starting) continue;
      others_p *= live ? models[m].live_share : 1 - models[m].live_share;
      others += live ? models[m].gpus : 0;
    }
    out.time_share += used > pool ? p : 0;
    if ((state >> starting & 1U) != 0) continue;  // each state of the others once
    const bool no_room = others + models[starting].gpus > pool;
    out.overflow += no_room ? others_p : 0;
    if (others <= pool) within += others_p, out.blocking += no_room ? others_p : 0;
  }
  out.blocking /= within;
  return out;
}

}  // namespace

TEST_CASE("pool overflow against all states", "[pool]") {
  std::mt19937 engine(3);
  const auto real = [&] { return static_cast<double>(engine()) / 4294967296.0; };
  for (int i = 0; i < 40; ++i) {
    CAPTURE(i);
    std::vector<PoolModel> models;
    for (int m = 0; m < 9; ++m) models.push_back({std::size_t{1} << engine() % 5, i % 4 == 0 ? 0.01 * real() : real()});
    const std::size_t pool = engine() % 50;
    const PoolOverflow overflow(models, pool);
    for (std::size_t m = 0; m < models.size(); ++m) {
      const Enumerated all = enumerate(models, pool, m);
      CHECK(overflow.time_share() == Approx(all.time_share).epsilon(1e-12).margin(1e-300));
      CHECK(overflow.overflow(m) == Approx(all.overflow).epsilon(1e-12).margin(1e-300));
      const double alone = law_of_others(models, m, pool).without_room(pool, models[m].gpus);
      CHECK(alone == Approx(all.overflow).epsilon(1e-12).margin(1e-300));
      CHECK(overflow.blocking(m) == Approx(all.blocking).epsilon(1e-12).margin(1e-300));
    }
  }
}

TEST_CASE("blocking of models that are alike is Engset's call congestion", "[pool]") {
  // Ten sources, five servers, 0.5 erlang per idle source; the truncated binomial with nine sources, to 50 digits.
  const std::vector<PoolModel> models(10, {1, 0.5 / 1.5});
  CHECK(PoolOverflow(models, 5).blocking(3) == Approx(0.10696095076400679).epsilon(1e-13));
}

TEST_CASE("overflow on hosts whose free GPUs lie at random, by listing states and ways to lie", "[pool]") {
  const std::vector<PoolModel> models{{1, 0.4}, {1, 0.2}, {2, 0.3}, {2, 0.1}, {4, 0.25}, {3, 0.15}};
  const SpreadHosts hosts(2, 4);
  const PoolOverflow overflow(models, hosts.capacity());
  const std::size_t starting = 5;  // three GPUs
  double expected = 0;
  for (std::size_t state = 0; state < 32; ++state) {
    double p = 1;
    std::size_t used = 0;
    for (std::size_t m = 0; m < 5; ++m) {
      const bool live = (state >> m & 1U) != 0;
      p *= live ? models[m].live_share : 1 - models[m].live_share;
      used += live ? models[m].gpus : 0;
    }
    double ways = 0, without = 0;
    for (std::size_t a = 0; a <= 4; ++a)
      for (std::size_t b = 0; b <= 4; ++b)
        if (a + b + used == 8) ways += 1, without += std::max(a, b) < 3;
    expected += used > 8 ? p : p * without / ways;
  }
  CHECK(overflow.overflow_on_hosts(starting, hosts.room_for(3)) == Approx(expected));
  CHECK(overflow.overflow_on_hosts(starting, hosts.room_for(3)) > overflow.overflow(starting));
  const SpreadHosts one(1, 8);
  CHECK(overflow.overflow_on_hosts(starting, one.room_for(3)) == Approx(overflow.overflow(starting)));
}

TEST_CASE("law: a larger pool never overflows more often, and one for all never does", "[pool]") {
  const std::vector<PoolModel> models{{1, 0.3}, {2, 0.1}, {4, 0.05}, {8, 0.2}, {16, 0.01}};
  double before = 1;
  for (std::size_t pool = 0; pool <= 31; ++pool) {
    const PoolOverflow overflow(models, pool);
    CHECK(overflow.overflow(4) <= before * (1 + 1e-14));
    CHECK(overflow.blocking(4) <= 1 + 1e-14);
    if (pool < 16) CHECK(overflow.overflow(4) == Approx(1));
    before = overflow.overflow(4);
  }
  CHECK(PoolOverflow(models, 31).time_share() == 0);
  CHECK(PoolOverflow(models, 31).overflow(4) == 0);
}

TEST_CASE("rare overflows keep their digits", "[pool]") {
  // Twelve models live a millionth of the time; seven at once have probability C(12,7) 1e-42 (1 - 1e-6)^5 and so on.
  const std::vector<PoolModel> models(12, {1, 1e-6});
  double expected = 0, ways = 792;
  for (int k = 7; k <= 12; ++k) {
    expected += ways * std::pow(1e-6, k) * std::pow(1 - 1e-6, 12 - k);
    ways *= (12.0 - k) / (k + 1);
  }
  CHECK(PoolOverflow(models, 6).time_share() == Approx(expected).epsilon(1e-12));
}
