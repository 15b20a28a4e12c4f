#include "planner/math/choice.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <sstream>

#include "planner/io/choice_file.hpp"
#include "support/random_choice.hpp"

using namespace planner::math;
using planner::testing::FleetMake;
using planner::testing::RandomChoice;

namespace {

choice::Problem problem_of(const std::string& name) {
  std::ifstream file(std::string(PLANNER_SOURCE_DIR) + "/tests/data/residency/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  return planner::io::read_choice(text.str(), name).problem;
}

/// The cheapest plan by the definition alone: every choice at every grid point.
class Enumeration {
 public:
  explicit Enumeration(const choice::Problem& problem) : problem_(problem) { extend(0, {}); }
  [[nodiscard]] double least() const { return least_; }

 private:
  void extend(std::size_t model, const choice::Option& sum) {
    if (model == problem_.models.size()) return finish(sum);
    for (const choice::Option& o : problem_.models[model])
      extend(model + 1, {sum.gpus_held + o.gpus_held, sum.pool_mean + o.pool_mean, sum.pool_variance + o.pool_variance,
                         sum.dram_gb + o.dram_gb, sum.ssd_gb + o.ssd_gb, sum.penalty + o.penalty});
  }

  void finish(const choice::Option& sum) {
    constexpr double tolerance = 1e-7;  // of GPUs and GB: the format's
    if (sum.dram_gb > problem_.dram_cap + tolerance || sum.ssd_gb > problem_.ssd_cap + tolerance) return;
    for (const double variance : problem_.variance_grid) {
      if (sum.pool_variance > variance * (1 + 1e-12)) continue;
      const double gpus = sum.gpus_held + sum.pool_mean + problem_.z * std::sqrt(variance);
      const double hosts = std::max(0.0, std::ceil((gpus - tolerance) / problem_.host_gpus));
      const double storage = problem_.dram_cost * sum.dram_gb + problem_.ssd_cost * sum.ssd_gb;
      least_ = std::min(least_, problem_.host_cost * hosts + storage + sum.penalty);
    }
  }

  const choice::Problem& problem_;
  double least_ = choice::infinity;
};

/// Solves to a proof and looks at the plan again by the definition of the problem.
choice::Solution checked(const choice::Problem& problem) {
  choice::Solution found = choice::solve(problem, choice::until_proven);
  CHECK(found.proven);
  if (!found.plan) return found;
  CHECK(found.lower_bound <= found.plan->cost);
  const choice::Option sum = choice::total(problem, found.plan->choice);
  const double variance = problem.variance_grid[found.plan->grid_point];
  CHECK(sum.pool_variance <= variance * (1 + 1e-11));
  CHECK(sum.dram_gb <= problem.dram_cap + 1.1e-7);
  CHECK(sum.ssd_gb <= problem.ssd_cap + 1.1e-7);
  CHECK(sum.gpus_held + sum.pool_mean + problem.z * std::sqrt(variance) <=
        problem.host_gpus * found.plan->hosts + 1.1e-7);
  const double storage = problem.dram_cost * sum.dram_gb + problem.ssd_cost * sum.ssd_gb;
  CHECK(problem.host_cost * found.plan->hosts + storage + sum.penalty == Approx(found.plan->cost).epsilon(1e-12));
  return found;
}

void compare_with_enumeration(unsigned seed, int problems) {
  RandomChoice random(seed);
  int infeasible = 0;
  for (int i = 0; i < problems; ++i) {
    CAPTURE(seed, i);
    const choice::Problem problem = random.small();
    const choice::Solution found = checked(problem);
    const double least = Enumeration(problem).least();
    CHECK(found.plan.has_value() == (least < choice::infinity));
    if (found.plan)
      CHECK(found.plan->cost == Approx(least).epsilon(2e-9).margin(1e-9));
    else
      CHECK(found.lower_bound == choice::infinity);
    infeasible += !found.plan;
  }
  CHECK(infeasible > problems / 20);
  CHECK(infeasible < problems / 2);
}

}  // namespace

TEST_CASE("bare resident / on-demand instances are solved to their known optimum", "[choice]") {
  // Optima as their authors give them, by a solver of integer programs with its own feasibility tolerance.
  CHECK(checked(problem_of("b_20.json")).plan->cost == Approx(117.98479217).epsilon(1e-7));
  CHECK(checked(problem_of("b_200.json")).plan->cost == Approx(1082.60351056).epsilon(1e-7));
}

TEST_CASE("the solver agrees with enumeration", "[choice]") { compare_with_enumeration(1, 400); }

TEST_CASE("the solver agrees with enumeration on thousands of problems", "[choice][slow]") {
  for (unsigned seed = 2; seed < 12; ++seed) compare_with_enumeration(seed, 2000);
}

TEST_CASE("a capacity may be exceeded by the tolerance and by no more", "[choice]") {
  choice::Problem p;
  p.host_cost = 10, p.host_gpus = 8, p.variance_grid = {0};
  const auto hosts = [&p](double gpus) {
    p.models = {{choice::Option{gpus}}};
    return choice::solve(p, choice::until_proven).plan->hosts;
  };
  CHECK(hosts(8) == 1);
  CHECK(hosts(8 + 9e-8) == 1);
  CHECK(hosts(8 + 2e-7) == 2);
  CHECK(hosts(0) == 0);
}

TEST_CASE("fleets of other tiers, timeouts and hosts are proven optimal", "[choice]") {
  RandomChoice random(7);
  for (const double host_gpus : {4.0, 8.0, 16.0}) {
    checked(random.fleet({.models = 100, .host_gpus = host_gpus}));
    checked(random.fleet({.models = 100, .host_gpus = host_gpus, .load_gb_per_s = {6}, .timeouts_s = {60, 600}}));
    checked(random.fleet({.models = 100, .host_gpus = host_gpus, .dram_share = 0.02, .ssd_share = 0.05}));
    checked(random.fleet({.models = 100, .host_gpus = host_gpus, .dram_share = 1, .ssd_share = 2, .grid_points = 7}));
  }
}

TEST_CASE("a plan is found where capacities ask for far more hosts than the relaxation", "[choice]") {
  // Half of each option would do for the relaxation; whole, only the resident ones keep the SSD's capacity.
  choice::Problem p;
  p.host_cost = 1, p.host_gpus = 1, p.variance_grid = {0}, p.ssd_cap = 3;
  for (int m = 0; m < 4; ++m) p.models.push_back({{.gpus_held = 50'000.0}, {.ssd_gb = 4, .penalty = 1}});
  const choice::Solution hasty = choice::solve(p, {1e-9, 100'000});
  REQUIRE(hasty.plan.has_value());
  CHECK(hasty.plan->cost == 200'000);
  CHECK(hasty.lower_bound <= 200'000);
}

TEST_CASE("capacities that are too small by themselves are named", "[choice]") {
  choice::Problem p;
  p.variance_grid = {1, 4};
  p.dram_cap = 10, p.ssd_cap = 10;
  p.models = {{{0, 1, 5, 4, 20, 0}, {0, 1, 6, 3, 12, 0}}, {{0, 1, 0, 5, 0, 0}}};
  CHECK_FALSE(choice::solve(p).plan);
  const auto shortfalls = choice::shortfalls(p);
  REQUIRE(shortfalls.size() == 2);
  CHECK(shortfalls[0].row == choice::variance_row);
  CHECK(shortfalls[0].least == 5);
  CHECK(shortfalls[1].row == choice::ssd_row);
  CHECK(shortfalls[1].least == 12);
}
