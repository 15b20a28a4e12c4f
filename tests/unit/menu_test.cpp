// Choosing one option for every item against enumeration of all choices.
#include "planner/math/menu.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

using namespace planner::math;

namespace {

/// Whole boxes of ten, at a price for each counter: what hosts are to GPUs.
MenuProblem boxes(std::mt19937& random, std::size_t items, std::size_t counters) {
  std::uniform_int_distribution<int> options(1, 3), amount(0, 25), price(3, 9);
  MenuProblem problem;
  for (std::size_t k = 0; k < counters; ++k) problem.rates.push_back(price(random) / 10.0);
  for (std::size_t i = 0; i < items; ++i) {
    auto& item = problem.items.emplace_back();
    for (int o = options(random); o > 0; --o) {
      Amounts amounts(counters, 0);
      amounts[static_cast<std::size_t>(random()) % counters] = amount(random);
      item.push_back(amounts);
    }
  }
  problem.cost = [rates = problem.rates](const Amounts& totals) {
    double sum = 0;
    for (std::size_t k = 0; k < totals.size(); ++k)
      sum += 10 * rates[k] * std::ceil(static_cast<double>(totals[k]) / 10);
    return sum;
  };
  return problem;
}

double cheapest_by_enumeration(const MenuProblem& p, std::size_t item, Amounts totals) {
  if (item == p.items.size()) return p.cost(totals);
  double best = std::numeric_limits<double>::infinity();
  for (const Amounts& o : p.items[item])
    best = std::min(best, cheapest_by_enumeration(p, item + 1, menu::sum(totals, o)));
  return best;
}

double cost_of(const MenuProblem& p, const MenuChoice& choice) {
  Amounts totals(p.rates.size(), 0);
  for (std::size_t i = 0; i < p.items.size(); ++i) totals = menu::sum(totals, p.items[i][choice.options[i]]);
  return p.cost(totals);
}

}  // namespace

TEST_CASE("the cheapest choice is that of enumeration") {
  std::mt19937 random(20);
  for (int round = 0; round < 60; ++round) {
    const MenuProblem problem = boxes(random, 7, 1 + static_cast<std::size_t>(round) % 3);
    const double best = cheapest_by_enumeration(problem, 0, Amounts(problem.rates.size(), 0));
    const MenuResult result = choose(problem);
    REQUIRE(!result.choices.empty());
    CHECK(result.choices.front().cost == Approx(best));
    CHECK(result.lower_bound == Approx(best));
    for (const MenuChoice& c : result.choices) CHECK(cost_of(problem, c) == Approx(c.cost));
  }
}

TEST_CASE("with few states the bound still holds") {
  std::mt19937 random(21);
  int loose = 0;
  for (int round = 0; round < 60; ++round) {
    const MenuProblem problem = boxes(random, 8, 3);
    const double best = cheapest_by_enumeration(problem, 0, Amounts(3, 0));
    const MenuResult result = choose(problem, {.states = 2});
    CHECK(result.lower_bound <= best + 1e-9);
    REQUIRE(!result.choices.empty());
    CHECK(result.choices.front().cost >= best - 1e-9);
    loose += result.lower_bound < best - 1e-9 ? 1 : 0;
  }
  CHECK(loose > 0);  // else nothing was dropped and the case is not tried
}
