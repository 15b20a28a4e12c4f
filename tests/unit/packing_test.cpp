#include "planner/math/packing.hpp"

#include <catch2/catch.hpp>

#include "packing_tools.hpp"

using namespace planner;
using namespace planner::math;
using packing_tools::Enumeration;
using packing_tools::fault;
using packing_tools::RandomProblems;

namespace {

void check_against_enumeration(const PackProblem& problem, double tolerance = 1e-12) {
  const PackResult result = pack(problem);
  const double optimum = Enumeration(problem).optimum();
  CHECK(fault(problem, result) == "");
  CHECK(result.lower_bound <= optimum * (1 + 1e-12));
  CHECK(result.cost >= optimum * (1 - 1e-12));
  if (result.proven) CHECK(result.cost == Approx(optimum).epsilon(tolerance));
}

std::string text_of(const PackProblem& problem) {
  try {
    pack(problem);
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("packings of small random problems are optimal by enumeration", "[packing]") {
  const std::size_t bin_types = GENERATE(1U, 2U, 3U);
  RandomProblems random(bin_types);
  std::size_t proven = 0, tried = 60;
  for (std::size_t i = 0; i < tried; ++i) {
    const PackProblem problem = random.next(bin_types);
    CAPTURE(i, bin_types);
    check_against_enumeration(problem);
    proven += pack(problem).proven;
  }
  CHECK(proven >= tried * 98 / 100);
}

TEST_CASE("bin costs without a common unit", "[packing]") {
  RandomProblems random(5);
  int proven = 0;
  for (int i = 0; i < 30; ++i) {
    PackProblem problem = random.next(2);
    for (PackBin& bin : problem.bins) bin.cost *= std::sqrt(2.0 + static_cast<double>(i));
    CAPTURE(i);
    check_against_enumeration(problem, 2e-8);
    proven += pack(problem).proven;
  }
  CHECK(proven >= 28);
}

TEST_CASE("whole bins round the bound up whatever they cost", "[packing]") {
  PackProblem problem{{{{6}, 3}, {{4}, 8}}, {{{10}, 1234.5 / 730}}};  // 5.5 bins in the linear program
  CHECK(pack(problem).proven);
  CHECK(pack(problem).lower_bound_bins == 6);
  problem.bins.push_back({{20}, 2 * 1234.5 / 730});
  CHECK(pack(problem).proven);
}

TEST_CASE("sizes and capacities of zero, by enumeration", "[packing]") {
  RandomProblems random(13);
  for (int i = 0; i < 60; ++i) {
    PackProblem problem = random.next(1 + static_cast<std::size_t>(i % 2));
    for (PackItem& item : problem.items)
      for (std::int64_t& n : item.size)
        if (random.between(0, 2) == 0) n = 0;
    for (std::int64_t& n : problem.bins[0].capacity)
      if (random.between(0, 5) == 0) n = random.between(0, 3);
    CAPTURE(i);
    const PackResult result = pack(problem);
    if (result.status == PackStatus::packed)
      check_against_enumeration(problem);
    else
      CHECK(std::isinf(Enumeration(problem).optimum()));
  }
}

TEST_CASE("bins that run out", "[packing]") {
  RandomProblems random(7);
  for (int i = 0; i < 60; ++i) {
    PackProblem problem = random.next(2);
    problem.bins[0].available = random.between(0, 3);
    problem.bins[1].available = random.between(0, 4);
    CAPTURE(i, problem.bins[0].available, problem.bins[1].available);
    const double optimum = Enumeration(problem).optimum();
    const PackResult result = pack(problem);
    if (result.status == PackStatus::packed) {
      CHECK(fault(problem, result) == "");
      CHECK(result.lower_bound <= optimum * (1 + 1e-12));
      CHECK(result.cost >= optimum * (1 - 1e-12));
    } else if (result.proven) {
      CHECK(std::isinf(optimum));
    }
  }
}

TEST_CASE("items may have other sizes in other bins, or not be allowed there", "[packing]") {
  RandomProblems random(11);
  for (int i = 0; i < 60; ++i) {
    PackProblem problem = random.next(2);
    const std::size_t resources = problem.bins[0].capacity.size();
    for (std::size_t item = 0; item < problem.items.size(); ++item)
      problem.bins[0].sizes.push_back(random.between(0, 3) == 0 ? std::vector<std::int64_t>{}
                                                                : random.numbers(resources, 1, 9));
    CAPTURE(i);
    check_against_enumeration(problem);
  }
}

TEST_CASE("equal items are one class, and patterns still count each item type", "[packing]") {
  const PackProblem problem{{{{3}, 5}, {{4}, 2}, {{3}, 4}, {{3}, 0}, {{3}, 1}}, {{{10}}}};
  const PackResult result = pack(problem);
  CHECK(fault(problem, result) == "");
  CHECK(result.bins == 4);  // twelve items, three to a bin at most: 3+3+3, 3+3+4, 4+3+3, ...
  CHECK(result.proven);
}

TEST_CASE("items that fit nowhere are named", "[packing]") {
  const PackProblem problem{{{{3, 1}, 5}, {{11, 1}, 2}, {{1, 9}, 1}}, {{{10, 8}}, {{5, 8}}}};
  const PackResult result = pack(problem);
  CHECK(result.status == PackStatus::misfit);
  CHECK(result.misfits == std::vector<std::size_t>{1, 2});
  CHECK(pack_bound(problem).misfits == result.misfits);
}

TEST_CASE("nothing to pack needs no bin", "[packing]") {
  const PackResult result = pack({{{{3}, 0}}, {{{10}}}});
  CHECK(result.bins == 0);
  CHECK(result.proven);
  CHECK(result.patterns.empty());
}

TEST_CASE("too few bins is proven where volume alone says so", "[packing]") {
  PackProblem problem{{{{5}, 10}}, {{{10}, 1.0, 4}}};
  const PackResult result = pack(problem);
  CHECK(result.status == PackStatus::exhausted);
  CHECK(result.proven);
  problem.bins[0].available = 5;
  CHECK(pack(problem).status == PackStatus::packed);
}

TEST_CASE("sizes of zero take no room", "[packing]") {
  const PackResult result = pack({{{{0, 0}, 1'000'000}, {{4, 0}, 3}}, {{{10, 0}}}});
  CHECK(result.bins == 2);
  CHECK(result.proven);
}

// A bin holds one of the first kind, which takes all of the second resource, and nine of the other, which take none of
// it: ten bins of 1 + 9. A bound that stops at the spent resource would not see the nine.
TEST_CASE("what takes none of a spent resource still goes into the bin", "[packing]") {
  math::PackProblem problem;
  problem.bins.push_back({{10, 1, 0}});
  problem.items = {{{1, 1, 0}, 10}, {{1, 0, 0}, 90}};
  CHECK(math::pack(problem).bins == 10);
  CHECK(math::pack_bound(problem).lower_bound == Approx(10.0));
  problem.bins.push_back({{10, 0, 0}, 1.5});
  CHECK(math::pack_bound(problem).lower_bound <= 10.0);
}

TEST_CASE("bins given by their layouts", "[packing]") {
  // A bin holds one large item or two small ones, never both.
  PackBin bin;
  bin.layouts = {{1, 0}, {0, 2}};
  const PackResult result = pack({{{{}, 7}, {{}, 9}}, {bin}});
  CHECK(result.bins == 12);
  CHECK(result.proven);
}

TEST_CASE("prices are those of the bound", "[packing]") {
  // 3 of {6} and 8 of {4} in bins of 10: the large ones need a bin each, one small one fits beside.
  const PackResult result = pack({{{{6}, 3}, {{4}, 8}}, {{{10}}}});
  const PackBound bound = pack_bound({{{{6}, 3}, {{4}, 8}}, {{{10}}}});
  REQUIRE(bound.prices.size() == 2);
  CHECK(3 * bound.prices[0] + 8 * bound.prices[1] == Approx(5.5));  // 3 + (8 - 3) / 2
  CHECK(bound.lower_bound == Approx(6));                            // whole bins
  CHECK(result.bins == 6);
}

TEST_CASE("numbers that make no sense are named, all at once", "[packing]") {
  CHECK(text_of({{{{-3}, 5}, {{1, 2}, -1}}, {{{10}, -2.0}}}) ==
        "/items/1/count: -1: must be 0 or more.\n"
        "/bins/0/cost: -2.000000: must be a number of 0 or more.\n"
        "/items/0/size/0: -3: must be 0 or more.\n"
        "/items/1/size: 2 numbers: needs 1, one per resource of the bin.");
  CHECK(text_of({{}, {}}) == "/bins: none: at least one type of bin is needed.");
  CHECK(text_of({{{{1}, 1}}, {{{}}}}) ==
        "/bins/0/capacity: none: needs at least one resource.\n"
        "/items/0/size: 1 numbers: needs 0, one per resource of the bin.");
  CHECK(text_of({{{{std::int64_t{1} << 54}, 1}}, {{{1}}}}) ==
        "/items/0/size/0: 18014398509481984: must be at most 9007199254740992. Use a larger unit.");
}

TEST_CASE("effort bounds the search and the gap is told", "[packing][slow]") {
  RandomProblems random(3);
  PackProblem problem{{}, {{std::vector<std::int64_t>(10, 1'000'000)}}};
  for (int i = 0; i < 100; ++i) problem.items.push_back({random.numbers(10, 2'000, 60'000), random.between(1, 5000)});
  const PackResult result = pack(problem, {.operations = 2'000'000});
  CHECK(fault(problem, result) == "");
  CHECK_FALSE(result.proven);
  CHECK(result.lower_bound < result.cost);
  CHECK(pack(problem, {.operations = 2'000'000}).cost == result.cost);
}
