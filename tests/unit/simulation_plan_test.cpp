#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "planner/plan/simulation/sessions.hpp"
#include "planner/report/simulation.hpp"

using namespace planner;
using namespace planner::units;
using Catch::Contains;
using Catch::StartsWith;
using nlohmann::json;

namespace {

constexpr plan::SimulationInputs quick{.events = 100'000};

/// One class of 2,000 sessions in two zones, of which one may go; its pool of 30 is refilled in 3 s.
struct World {
  plan::SessionInputs inputs{};
  plan::SessionPlan plan{};

  World() {
    inputs.policy.zones = 2;
    inputs.policy.survive_zones = 1;
    plan::SessionClass c;
    c.name = "snippet";
    c.lifetime = 300.0 * second;
    inputs.classes = {c};
    plan::Tier tier;
    tier.session_class = "snippet";
    tier.sessions = 2'000.0 * session;
    plan.tiers = {tier};
    plan::WarmPool pool;
    pool.session_class = "snippet";
    pool.scope = "zone";
    pool.pools = 1;
    pool.sessions_per_pool = 30;
    pool.refill = 3.0 * second;  // 20 on order
    pool.miss_probability = math::erlang_b(30, 20);
    plan.warm_pools = {pool};
  }

  void add_hosts(double mtbf_hours) {
    plan::Headroom h;
    h.trust = "anonymous";
    h.host = "big";
    h.base_hosts = 18;
    h.zones = 2;
    h.failures = 2 * 2;
    h.mtbf = mtbf_hours * hour;
    plan.headroom = {h};
  }

  [[nodiscard]] plan::SimulationPlan play(const plan::SimulationInputs& how = quick,
                                          const plan::RunsDone& progress = {}) const {
    return plan::plan_simulation(inputs, plan, how, progress);
  }
};

const plan::SimulatedFigure& figure(const plan::SimulationPlan& plan, const std::string& name) {
  for (const plan::SimulatedFigure& f : plan.figures)
    if (f.figure == name) return f;
  throw std::out_of_range(name);
}

}  // namespace

TEST_CASE("churn and warm pool of a class as its plan predicts them", "[simulate]") {
  const plan::SimulationPlan played = World().play();
  CHECK(played.figures.size() == 4);
  CHECK(figure(played, "starts_per_s").predicted == Approx(2'000.0 / 300.0));
  CHECK(figure(played, "sessions_alive").predicted == Approx(2'000.0));
  CHECK(figure(played, "sessions_ready").predicted == Approx(30.0 - 20.0 * (1.0 - math::erlang_b(30, 20))));
  for (const plan::SimulatedFigure& f : played.figures) CHECK(f.inside == true);
  CHECK(played.figures[0].subject == "snippet, one pool of 30 per zone");
  CHECK(played.events > 80'000);
  CHECK(played.notes.back() ==
        "Host failures are not played: no time between failures is known. Set policy.host_mtbf.");
}

TEST_CASE("a wrong prediction lies outside", "[simulate]") {
  World world;
  world.plan.warm_pools[0].miss_probability *= 3.0;
  CHECK(figure(world.play(), "miss_probability").inside == false);
}

TEST_CASE("misses that wait have a mean wait", "[simulate]") {
  World world;
  world.inputs.policy.warm_pool_meaning = plan::PoolMiss::waits_for_refill;
  world.plan.warm_pools[0].miss_probability = math::poisson_tail(30, 20);
  const plan::SimulationPlan played = world.play({.events = 400'000});
  CHECK(figure(played, "miss_probability").inside == true);
  CHECK(figure(played, "mean_wait_s").inside == true);
}

TEST_CASE("failing hosts against the headroom", "[simulate]") {
  World world;
  world.add_hosts(500);  // 18 of 20 hosts of a zone; repaired in a day
  const plan::SimulationPlan played = world.play();
  const plan::SimulatedFigure& few = figure(played, "too_few_hosts");
  CHECK(few.subject == "anonymous on big, 18 of 20 hosts of a zone");
  CHECK(few.predicted == Approx(1.0 - math::binomial_tail(18, 20, 500.0 / 524.0)));
  CHECK(few.inside == true);
  CHECK(figure(played, "hosts_up").inside == true);
  CHECK(played.notes.size() == 1);
}

TEST_CASE("where every request was cold, those that are not were never seen", "[simulate]") {
  const plan::RunsDone nobody;
  plan::detail::Playing playing({.replications = 2}, 1, nobody);
  playing.play({{"m", "cold_fraction", 0.99}, {"m", "live_share", 0.99}}, [](std::uint64_t) {
    return plan::detail::Played{{1.0, 1.0}, 10};
  });
  const plan::SimulationPlan played = std::move(playing).plan();
  CHECK(played.figures[0].inside == std::nullopt);
  CHECK(played.figures[1].inside == false);
}

TEST_CASE("what was never seen is neither inside nor outside", "[simulate]") {
  World world;
  world.add_hosts(1e6);
  const plan::SimulationPlan played = world.play({.events = 2'000});
  CHECK(figure(played, "too_few_hosts").inside == std::nullopt);
  const json written = json::parse(report::simulation_json({plan::Status::ok, quick, played}));
  CHECK(written["unseen"] == 1);
  CHECK(written["figures"].back()["inside"].is_null());
}

TEST_CASE("a simulation repeats itself, and its progress runs to the end", "[simulate]") {
  std::vector<std::size_t> seen;
  const plan::SimulationPlan once = World().play(quick, [&](std::size_t done, std::size_t all) {
    seen.push_back(done);
    CHECK(all == 20);
  });
  CHECK(seen.size() == 20);
  CHECK(std::is_sorted(seen.begin(), seen.end()));
  CHECK(seen.back() == 20);
  CHECK(World().play().figures[2].simulated.mean == once.figures[2].simulated.mean);
  plan::SimulationInputs other = quick;
  other.seed = 2;
  CHECK(World().play(other).figures[2].simulated.mean != once.figures[2].simulated.mean);
}

TEST_CASE("a simulation written out", "[simulate]") {
  const plan::SimulationPlan played = World().play();
  CHECK_THAT(report::simulation_table({plan::Status::ok, quick, played}),
             StartsWith("All 4 figures that were seen lie inside their 99 %"));
  CHECK_THAT(report::simulation_csv({plan::Status::ok, quick, played}),
             StartsWith("subject,figure,predicted,tolerance,simulated,low,high,inside\n"));
  CHECK_THAT(report::simulation_markdown({plan::Status::ok, quick, played}), Contains("| sessions alive | 2,000 |"));
  CHECK_THAT(report::simulation_table({plan::Status::infeasible, quick, {}}),
             StartsWith("Nothing to play: the plan is infeasible."));
  World wrong;
  wrong.plan.warm_pools[0].miss_probability = 0.5;
  CHECK_THAT(report::simulation_table({plan::Status::ok, quick, wrong.play()}),
             StartsWith("1 of 4 figures lie outside their 99 % interval."));
}
