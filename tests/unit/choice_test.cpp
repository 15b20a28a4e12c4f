#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "planner/math/choice/solve.hpp"

using namespace planner::math;
using Json = nlohmann::json;

namespace {

choice::Option option_of(const Json& o) {
  return {o["gpu_res"], o["rho"], o["var"], o["dram"], o["ssd"], o["pen"]};
}

choice::Problem problem_of(const std::string& name) {
  const Json j = Json::parse(std::ifstream(std::string(PLANNER_SOURCE_DIR) + "/tests/data/residency/" + name));
  choice::Problem p;
  p.host_cost = j["host_cost"];
  p.host_gpus = j["host_gpus"];
  p.dram_cost = j["dram_cost_per_gb_h"];
  p.ssd_cost = j["ssd_cost_per_gb_h"];
  p.dram_cap = j["dram_cap"];
  p.ssd_cap = j["ssd_cap"];
  p.z = j["z"];
  p.variance_grid = j["var_grid"].get<std::vector<double>>();
  for (const Json& model : j["models"]) {
    p.models.emplace_back();
    for (const Json& o : model["opts"]) p.models.back().push_back(option_of(o));
  }
  return p;
}

void solves(const std::string& name, double optimum) {
  const choice::Problem problem = problem_of(name);
  const choice::Solution found = choice::solve(problem, {});
  CHECK(found.proven);
  REQUIRE(found.plan.has_value());
  CHECK(found.plan->cost == Approx(optimum).epsilon(1e-7));
  CHECK(found.lower_bound <= optimum * (1 + 1e-8));  // the given optima are to a solver's feasibility tolerance
  double held = 0.0, variance = 0.0, dram = 0.0, ssd = 0.0;
  for (std::size_t m = 0; m < problem.models.size(); ++m) {
    const choice::Option& o = problem.models[m][found.plan->choice[m]];
    held += o.gpus_held + o.pool_mean;
    variance += o.pool_variance;
    dram += o.dram_gb;
    ssd += o.ssd_gb;
  }
  const double grid = problem.variance_grid[found.plan->grid_point];
  CHECK(variance <= grid + 1e-9);
  CHECK(dram <= problem.dram_cap + 1e-6);
  CHECK(ssd <= problem.ssd_cap + 1e-6);
  CHECK(held + problem.z * std::sqrt(grid) <= problem.host_gpus * found.plan->hosts + 1e-6);
}

}  // namespace

TEST_CASE("bare resident / on-demand instances are solved to their known optimum", "[choice]") {
  solves("b_20.json", 117.98479217);
  solves("b_200.json", 1082.60351056);
}
