#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>

#include "packing_tools.hpp"

using namespace planner::math;
using packing_tools::Counts;
using packing_tools::fault;
using packing_tools::fits;
using packing_tools::RandomProblems;

namespace {

void over_random_problems(std::uint64_t seed, const std::function<void(const PackProblem&, RandomProblems&)>& law) {
  RandomProblems random(seed);
  for (int i = 0; i < 40; ++i) {
    CAPTURE(seed, i);
    law(random.next(1 + static_cast<std::size_t>(i % 3)), random);
  }
}

/// First fit decreasing, item by item.
std::int64_t first_fit_decreasing(const PackProblem& problem) {
  std::vector<std::int64_t> sizes, room;
  for (const PackItem& item : problem.items)
    sizes.insert(sizes.end(), static_cast<std::size_t>(item.count), item.size[0]);
  std::sort(sizes.rbegin(), sizes.rend());
  for (const std::int64_t size : sizes) {
    const auto bin = std::find_if(room.begin(), room.end(), [&](std::int64_t r) { return r >= size; });
    if (bin == room.end())
      room.push_back(problem.bins[0].capacity[0] - size);
    else
      *bin -= size;
  }
  return static_cast<std::int64_t>(room.size());
}

}  // namespace

TEST_CASE("law: a packing is valid, at or above its bound, and the same every time", "[packing]") {
  over_random_problems(21, [](const PackProblem& problem, RandomProblems&) {
    const PackResult once = pack(problem), again = pack(problem);
    CHECK(fault(problem, once) == "");
    CHECK(once.cost == again.cost);
    CHECK(once.patterns.size() == again.patterns.size());
    CHECK(pack_bound(problem).lower_bound <= once.cost * (1 + 1e-9));
  });
}

TEST_CASE("law: the order of items, bins and resources does not matter", "[packing]") {
  over_random_problems(22, [](const PackProblem& problem, RandomProblems&) {
    PackProblem turned = problem;
    std::reverse(turned.items.begin(), turned.items.end());
    std::reverse(turned.bins.begin(), turned.bins.end());
    for (PackItem& item : turned.items) std::reverse(item.size.begin(), item.size.end());
    for (PackBin& bin : turned.bins) std::reverse(bin.capacity.begin(), bin.capacity.end());
    const PackResult a = pack(problem), b = pack(turned);
    REQUIRE((a.proven && b.proven));
    CHECK(a.cost == Approx(b.cost));
  });
}

TEST_CASE("law: splitting an item type in two does not matter", "[packing]") {
  over_random_problems(23, [](const PackProblem& problem, RandomProblems&) {
    PackProblem split = problem;
    split.items.push_back({problem.items[0].size, 1});
    split.items[0].count -= 1;
    CHECK(pack(split).cost == Approx(pack(problem).cost));
    CHECK(fault(split, pack(split)) == "");
  });
}

TEST_CASE("law: a finer unit does not matter, and dearer bins scale the cost", "[packing]") {
  over_random_problems(24, [](const PackProblem& problem, RandomProblems&) {
    PackProblem finer = problem;
    for (PackItem& item : finer.items)
      for (std::int64_t& n : item.size) n *= 1024;
    for (PackBin& bin : finer.bins) {
      for (std::int64_t& n : bin.capacity) n *= 1024;
      bin.cost *= 3;
    }
    CHECK(pack(finer).cost == Approx(3 * pack(problem).cost));
  });
}

TEST_CASE("law: twice the items cost at most twice as much, and never less", "[packing]") {
  over_random_problems(25, [](const PackProblem& problem, RandomProblems&) {
    PackProblem twice = problem;
    for (PackItem& item : twice.items) item.count *= 2;
    const PackResult once = pack(problem), both = pack(twice);
    REQUIRE((once.proven && both.proven));
    CHECK(both.cost <= 2 * once.cost * (1 + 1e-9));
    CHECK(both.lower_bound >= once.lower_bound * (1 - 1e-9));
  });
}

TEST_CASE("law: more of an item, or a larger one, is never cheaper; a larger bin never dearer", "[packing]") {
  over_random_problems(26, [](const PackProblem& problem, RandomProblems&) {
    PackProblem more = problem, larger = problem, roomier = problem;
    more.items[0].count += 1;
    for (std::int64_t& n : larger.items[0].size) n += n < 9;
    for (std::int64_t& n : roomier.bins[0].capacity) n += 1;
    const double cost = pack(problem).cost;
    CHECK(pack(more).cost >= cost * (1 - 1e-9));
    CHECK(pack(larger).cost >= cost * (1 - 1e-9));
    CHECK(pack(roomier).cost <= cost * (1 + 1e-9));
  });
}

TEST_CASE("law: where sizes divide each other, first fit decreasing is optimal", "[packing]") {  // Coffman et al. 1987
  RandomProblems random(27);
  for (int i = 0; i < 40; ++i) {
    PackProblem problem{{}, {{{8}}}};
    for (const std::int64_t size : {1, 2, 4, 8}) problem.items.push_back({{size}, random.between(0, 200)});
    const PackResult result = pack(problem);
    CHECK(result.proven);
    CHECK(result.bins == first_fit_decreasing(problem));
  }
}

TEST_CASE("law: no filling of a bin is worth more at the bound's prices than the bin costs", "[packing]") {
  over_random_problems(28, [](const PackProblem& problem, RandomProblems&) {
    const PackBound bound = pack_bound(problem);
    double worth_of_all = 0;
    for (std::size_t i = 0; i < problem.items.size(); ++i)
      worth_of_all += bound.prices[i] * static_cast<double>(problem.items[i].count);
    CHECK(worth_of_all <= bound.lower_bound * (1 + 1e-9));
    for (std::size_t t = 0; t < problem.bins.size(); ++t) {
      Counts items(problem.items.size(), 0);
      const std::function<void(std::size_t, double)> fill = [&](std::size_t i, double worth) {
        REQUIRE(worth <= problem.bins[t].cost * (1 + 1e-9));
        for (; i < items.size() && items[i] < problem.items[i].count; ++i) {
          ++items[i];
          if (fits(problem, t, items)) fill(i, worth + bound.prices[i]);
          --items[i];
        }
      };
      fill(0, 0.0);
    }
  });
}
