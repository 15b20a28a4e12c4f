// A plan's replicas that are held by the hour, played day after day.
#include <catch2/catch.hpp>

#include "planner/plan/models/models.hpp"
#include "planner/plan/simulation/models.hpp"
#include "support/residency_world.hpp"

using namespace planner;
using namespace planner::testing;

namespace {

constexpr plan::SimulationInputs quick{.events = 1e5};

/// One model by day, one by night, one at any hour, on hosts of two cards; a load takes 10 s, or up to 20 s.
struct ByHoursWorld {
  catalog::Catalog catalog = residency_catalog({"day", "night", "any"});
  plan::ModelInputs inputs = residency_question({{"day", 1}, {"night", 1}, {"any", 1}});

  explicit ByHoursWorld(plan::FleetKind fleet, double slowest = 10) {
    catalog.loading.engine.process.estimate = {10.0 * units::second, 10.0 * units::second, slowest * units::second};
    inputs.policy.fleet = fleet;
    for (plan::Service& s : inputs.services) s.demand[0].cold_wait_p99 = std::nullopt;
    hours(0, 8);
    hours(1, 20);
  }
  [[nodiscard]] plan::SimulationPlan played() const {
    const plan::ModelPlan p = plan::plan_models(catalog, inputs);
    REQUIRE(p.services[0].decision == plan::Decision::active_hours);
    CHECK(p.services[1].parts.at(0).spans.at(0).to > 24);  // until six in the morning
    return plan::plan_simulation(p, quick);
  }

 private:
  void hours(std::size_t service, double from) {
    inputs.services[service].demand[0].active_from = from;
    inputs.services[service].demand[0].active_hours_per_day = 10;
  }
};

}  // namespace

TEST_CASE("replicas whose loads are known are up when their hours begin", "[simulate][hours]") {
  for (const plan::FleetKind fleet : {plan::FleetKind::owned, plan::FleetKind::elastic}) {
    const plan::SimulationPlan played = ByHoursWorld(fleet).played();
    REQUIRE(played.figures.size() >= 4);
    for (const plan::SimulatedFigure& f : played.figures) {
      CAPTURE(f.subject, f.figure, f.predicted);
      CHECK(f.predicted == 0);
      CHECK(f.simulated.upper() == 0);
      CHECK(f.inside == true);
    }
  }
}

TEST_CASE("one day in ten begins late by what the p90 of a load leaves", "[simulate][hours]") {
  for (const plan::FleetKind fleet : {plan::FleetKind::owned, plan::FleetKind::elastic}) {
    const plan::SimulationPlan played = ByHoursWorld(fleet, 20).played();
    for (const plan::SimulatedFigure& f : played.figures) {
      CAPTURE(f.subject, f.figure, f.predicted, f.simulated.mean, f.simulated.half_width);
      CHECK(f.inside == true);
      if (f.figure == "days_that_begin_late") CHECK(f.predicted == Approx(0.1).epsilon(1e-4));
      if (f.figure == "requests_that_wait") CHECK(f.predicted < 1e-4);
    }
  }
}
