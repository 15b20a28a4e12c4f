// Loads of a pool that share a link, in a plan.
#include <catch2/catch.hpp>

#include "planner/plan/models/models.hpp"
#include "support/residency_world.hpp"

using namespace planner;
using namespace planner::testing;

namespace {

/// Three models on demand, on two cards, of which each request loads: 10 s of a process, and 10 s from a disk that one
/// of them fills.
struct SharedDisk {
  catalog::Catalog catalog = residency_catalog({"a", "b", "c"});
  plan::ModelInputs inputs = residency_question({{"a", 0.004}, {"b", 0.004}, {"c", 0.004}});

  explicit SharedDisk(double loader_share_of_disk = 1) {
    for (catalog::LoadPath& path : catalog.loading.loaders[0].paths) path.link_share = fact(1.0);
    inputs.policy.pool_overflow_probability = 0.01;
    inputs.policy.wait_cost = 0.002 * (units::usd / units::second);
    const Bytes weights = planned().services.at(0).weights_per_gpu;
    inputs.load.local_nvme = weights / (10.0 * units::second) / loader_share_of_disk;
    for (catalog::LoadPath& path : catalog.loading.loaders[0].paths)
      path.limit = fact(weights / (10.0 * units::second));
  }
  [[nodiscard]] plan::ModelPlan planned() const { return plan::plan_models(catalog, inputs); }
};

std::vector<plan::ServicePlan> on_demand_of(const plan::ModelPlan& plan) {
  std::vector<plan::ServicePlan> found;
  for (const plan::ServicePlan& s : plan.services)
    if (s.decision == plan::Decision::on_demand) found.push_back(s);
  return found;
}

}  // namespace

// Each of the others starts every 10 + 10 + 1 + 250 s and reads for 10 s of that: its share of the disk is 3.7 %, and
// the mean of processor sharing 10 / (1 - 0.037) s.
TEST_CASE("the mean load with another one under way is that of processor sharing", "[models][contention]") {
  const plan::ModelPlan p = SharedDisk().planned();
  const auto members = on_demand_of(p);
  REQUIRE(members.size() == 3);
  const double others = static_cast<double>(members.size() - 1) * 10 / (20 + 1.01 + 250);
  for (const plan::ServicePlan& s : members) {
    CHECK(s.reading->base() == Approx(10));
    CHECK(s.slowdown == Approx(1));
    CHECK(s.load->base() == Approx(20));
    CHECK(s.load_beside->base() == Approx(10 + 10 / (1 - others)).epsilon(1e-3));
    CHECK(*s.wait_p99 > 1.05 * *s.load);
    const UsdPerTime waits = s.peak_requests_per_s * s.mean_wait->base() * *SharedDisk().inputs.policy.wait_cost;
    CHECK(waits.base() == Approx((s.wait_usd + s.beside_usd).base()));
  }
  CHECK(p.beside_usd > UsdPerTime{});
  CHECK(p.proven);  // of loads alone, which others only make dearer
}

TEST_CASE("a disk that carries two loads at full speed slows neither", "[models][contention]") {
  const plan::ModelPlan p = SharedDisk(0.5).planned();
  for (const plan::ServicePlan& s : on_demand_of(p)) {
    CHECK(s.slowdown == 0);
    CHECK(*s.load_beside == *s.load);
    CHECK(s.beside_usd == UsdPerTime{});
  }
  CHECK(on_demand_of(p).size() == 3);
}

TEST_CASE("models that the pool has no room for together do not meet", "[models][contention]") {
  SharedDisk world;
  world.inputs.policy.pool_overflow_probability = 0.3;
  const plan::ModelPlan p = world.planned();
  REQUIRE(p.pool.gpus == 1);
  for (const plan::ServicePlan& s : on_demand_of(p)) CHECK(*s.load_beside == *s.load);
}

TEST_CASE("a target that others break is said first", "[models][contention]") {
  SharedDisk world;
  for (plan::Service& s : world.inputs.services) s.demand[0].cold_wait_p99 = 60.0 * units::second;
  CHECK(world.planned().missed_targets.empty());
  for (plan::Service& s : world.inputs.services) s.demand[0].cold_wait_p99 = 20.5 * units::second;
  const plan::ModelPlan p = world.planned();
  REQUIRE(p.missed_targets.size() == on_demand_of(p).size());
  const plan::MissedTarget& missed = p.missed_targets.at(0);
  CHECK(missed.what == plan::LatencyTarget::cold_wait);
  CHECK(missed.target.base() == Approx(20.5));
  CHECK(missed.estimate > missed.target);
  CHECK(std::ranges::any_of(p.notes, [](const std::string& note) {
    return note.find("a load alone would keep it: others of its pool load over the same link") != std::string::npos;
  }));
}
