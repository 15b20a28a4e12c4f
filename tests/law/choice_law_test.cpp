#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>

#include "planner/math/choice.hpp"
#include "support/random_choice.hpp"

using namespace planner::math::choice;
using planner::testing::FleetMake;
using planner::testing::RandomChoice;

namespace {

/// Room that sums of doubles take, relative to the cost.
constexpr double digits = 1e-9;

void over_random_problems(unsigned seed, int count, const std::function<void(const Problem&, RandomChoice&)>& law) {
  RandomChoice random(seed);
  for (int i = 0; i < count; ++i) {
    CAPTURE(seed, i);
    law(i % 3 == 2 ? random.fleet({.models = random.whole(10, 40)}) : random.small(), random);
  }
}

double cost_of(const Problem& problem) {
  const Solution s = solve(problem, until_proven);
  REQUIRE(s.proven);
  return s.plan ? s.plan->cost : infinity;
}

double waiting_of(const Problem& problem, double factor) {
  Problem dearer = problem;
  for (auto& options : dearer.models)
    for (Option& o : options) o.penalty *= factor;
  const Solution s = solve(dearer, until_proven);
  REQUIRE(s.proven);
  return s.plan ? total(problem, s.plan->choice).penalty : 0.0;
}

/// Starts from the option with the fewest of everything but cost, then improves one model at a time while that helps.
std::optional<Plan> greedy(const Problem& problem) {
  std::vector<std::size_t> choice;
  for (const auto& options : problem.models) {
    const auto size = [](const Option& o) { return o.dram_gb + o.ssd_gb + o.pool_variance; };
    const auto least = std::min_element(options.begin(), options.end(),
                                        [&](const Option& a, const Option& b) { return size(a) < size(b); });
    choice.push_back(static_cast<std::size_t>(least - options.begin()));
  }
  std::optional<Plan> best = priced(problem, choice);
  for (bool better = best.has_value(); std::exchange(better, false);)
    for (std::size_t m = 0; m < choice.size(); ++m)
      for (std::size_t o = 0; o < problem.models[m].size(); ++o) {
        auto other = best->choice;
        other[m] = o;
        if (auto plan = priced(problem, other); plan && plan->cost < best->cost * (1 - digits))
          best = plan, better = true;
      }
  return best;
}

}  // namespace

TEST_CASE("law: a higher price of waiting never brings more waiting", "[choice]") {
  over_random_problems(31, 40, [](const Problem& problem, RandomChoice&) {
    double before = infinity;
    for (const double factor : {0.0, 0.3, 1.0, 2.0, 10.0}) {
      const double waiting = waiting_of(problem, factor);
      CHECK(waiting <= before * (1 + digits) + 1e-6);
      before = waiting;
    }
  });
}

TEST_CASE("law: looser capacities and finer grids are never dearer", "[choice]") {
  over_random_problems(32, 40, [](const Problem& problem, RandomChoice& random) {
    const double cost = cost_of(problem);
    std::vector<Problem> looser(5, problem);
    looser[0].dram_cap += random.real(0, 30);
    looser[1].ssd_cap += random.real(0, 30);
    looser[2].z *= random.real(0, 1);
    auto& grid = looser[3].variance_grid;
    grid.push_back(grid.back() * 2 + 1);
    looser[4].variance_grid.insert(looser[4].variance_grid.begin(), 0.5 * problem.variance_grid.front());
    for (const Problem& p : looser) CHECK(cost_of(p) <= cost * (1 + digits));
  });
}

TEST_CASE("law: an option less is never cheaper, and the runner-up says by how much dearer", "[choice]") {
  over_random_problems(33, 40, [](const Problem& problem, RandomChoice& random) {
    const Solution s = solve(problem, until_proven);
    if (!s.plan) return;
    const auto m = static_cast<std::size_t>(random.whole(0, static_cast<int>(problem.models.size()) - 1));
    const auto runner_up = runner_up_exact(problem, *s.plan, m, until_proven);
    Problem without = problem;
    auto& options = without.models[m];
    options.erase(options.begin() + static_cast<std::ptrdiff_t>(s.plan->choice[m]));
    const double cost = options.empty() ? infinity : cost_of(without);
    CHECK(runner_up.has_value() == (cost < infinity));
    if (!runner_up) return;
    CHECK(runner_up->option != s.plan->choice[m]);
    CHECK(s.plan->cost + runner_up->extra_cost == Approx(cost));
  });
}

TEST_CASE("law: the optimum lies below every alternative, and every bound below the optimum", "[choice]") {
  over_random_problems(34, 60, [](const Problem& problem, RandomChoice&) {
    const double cost = cost_of(problem);
    if (const auto plan = greedy(problem)) CHECK(cost <= plan->cost * (1 + digits));
    for (const std::size_t work : {0U, 1'000U, 30'000U}) {
      const Solution hasty = solve(problem, {0.0, work});
      CHECK(hasty.lower_bound <= cost * (1 + digits));
      if (hasty.plan) CHECK(hasty.plan->cost >= cost * (1 - digits));
    }
    const Solution rough = solve(problem, {0.01, until_proven.work});
    if (rough.plan) CHECK(rough.plan->cost - rough.lower_bound <= (0.01 + digits) * rough.plan->cost);
  });
}

TEST_CASE("law: neither order nor units matter", "[choice]") {
  over_random_problems(35, 60, [](const Problem& problem, RandomChoice&) {
    const double cost = cost_of(problem);
    Problem turned = problem;
    std::reverse(turned.models.begin(), turned.models.end());
    for (auto& options : turned.models) std::reverse(options.begin(), options.end());
    if (cost < infinity) CHECK(cost_of(turned) == Approx(cost).epsilon(1e-8));
    Problem cents = problem;
    cents.host_cost *= 100, cents.dram_cost *= 100, cents.ssd_cost *= 100;
    for (auto& options : cents.models)
      for (Option& o : options) o.penalty *= 100;
    if (cost < infinity) CHECK(cost_of(cents) == Approx(100 * cost).epsilon(1e-8));
  });
}

TEST_CASE("law: one more of something saves no more than its shadow price says, while grid point and hosts stay",
          "[choice]") {
  over_random_problems(36, 60, [](const Problem& problem, RandomChoice& random) {
    const Solution s = solve(problem, until_proven);
    if (!s.plan) return;
    const ShadowPrices price = shadow_prices(problem, *s.plan);
    Problem more = problem;
    const double gb = random.real(0, 20);
    more.dram_cap += gb;
    more.variance_grid = {problem.variance_grid[s.plan->grid_point]};
    const Solution with_more = solve(more, until_proven);
    REQUIRE(with_more.plan.has_value());
    Problem relaxed = problem;
    relaxed.variance_grid = more.variance_grid;
    Instance instance(relaxed);
    Relaxation at = start_relaxation(instance.at(0, s.plan->hosts), basis_at({}));
    DualAscent{}.climb(instance.at(0, s.plan->hosts), at, infinity);
    if (with_more.plan->hosts == s.plan->hosts)
      CHECK(with_more.plan->cost >= at.bound - price.dram * gb - 1e-6 * (1 + s.plan->cost));
  });
}
