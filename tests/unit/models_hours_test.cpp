// Replicas that follow the hours of their teams: worked out by hand, and
// against enumeration.
#include <catch2/catch.hpp>

#include "planner/plan/models/models.hpp"
#include "planner/report/verify.hpp"
#include "support/random_models.hpp"

using namespace planner;
using namespace planner::testing;
using units::usd_per_h;

namespace {

/// Resident models, each with one team; loads take 10 s.
plan::ModelInputs resident_question(const std::vector<std::pair<std::string, double>>& models) {
  plan::ModelInputs in = residency_question(models);
  for (plan::Service& s : in.services) s.demand[0].cold_wait_p99 = std::nullopt;
  return in;
}

void active(plan::Demand& d, double from, double hours) {
  d.active_from = from;
  d.active_hours_per_day = hours;
}

double count(const plan::ModelPlan& p, plan::Decision decision) {
  return static_cast<double>(std::ranges::count(p.services, decision, &plan::ServicePlan::decision));
}

}  // namespace

// Three models on hosts of two cards for 10 USD/h: one works by day, one by
// night, one at any hour. Held all day they take two hosts; by turns the first
// two have one card, and one host will do.
TEST_CASE("models that are asked at other hours take turns on a card", "[models][hours]") {
  plan::ModelInputs in = resident_question({{"day", 1}, {"night", 1}, {"any", 1}});
  active(in.services[0].demand[0], 8, 10);
  active(in.services[1].demand[0], 20, 10);
  Trace trace;
  const plan::ModelPlan p = plan::plan_models(residency_catalog({"day", "night", "any"}), in, &trace);
  CHECK(p.usd.in(usd_per_h) == Approx(10));
  CHECK(p.proven);
  CHECK(count(p, plan::Decision::active_hours) == 2);
  CHECK(p.services[2].decision == plan::Decision::resident);
  REQUIRE(p.services[0].parts.size() == 1);
  CHECK(p.services[0].parts[0].hours_per_day == Approx(10 + 10.0 / 3600));
  CHECK(p.services[0].gpus == Approx(0.5));
  CHECK(p.all_resident->usd.in(usd_per_h) == Approx(20));
  REQUIRE(p.services[0].runner_up);
  CHECK(p.services[0].runner_up->decision == plan::Decision::resident);
  CHECK(p.services[0].runner_up->extra.in(usd_per_h) == Approx(10));
  REQUIRE(p.placement.size() == 2);
  double shared = 0;
  for (const plan::GpuPlacement& g : p.placement)
    if (g.models == std::vector<std::string>{"day", "night"}) ++shared;
  CHECK(shared == 1);
  for (const report::TraceFault& fault : report::verify(trace)) FAIL_CHECK(fault.id << ": " << fault.what);
}

// The second would have to load in the last seconds of the first.
TEST_CASE("hours that follow each other leave no time to load", "[models][hours]") {
  plan::ModelInputs in = resident_question({{"day", 1}, {"night", 1}, {"any", 1}});
  active(in.services[0].demand[0], 8, 12);
  active(in.services[1].demand[0], 20, 10);
  CHECK(plan::plan_models(residency_catalog({"day", "night", "any"}), in).usd.in(usd_per_h) == Approx(20));
}

TEST_CASE("where turns save no host every model is held all day", "[models][hours]") {
  plan::ModelInputs in = resident_question({{"day", 1}, {"night", 1}});
  active(in.services[0].demand[0], 8, 10);
  active(in.services[1].demand[0], 20, 10);
  const plan::ModelPlan p = plan::plan_models(residency_catalog({"day", "night"}), in);
  CHECK(count(p, plan::Decision::resident) == 2);
  in.load.local_nvme = std::nullopt;  // nobody says how long a load takes
  CHECK(count(plan::plan_models(residency_catalog({"day", "night"}), in), plan::Decision::resident) == 2);
}

// A card answers 75 requests/s. 30 at any hour and 90 by day are two replicas
// by day and one by night, when the second card is another model's.
TEST_CASE("a part of the replicas follows the hours", "[models][hours]") {
  plan::ModelInputs in = resident_question({{"busy", 30}, {"night", 1}});
  plan::Demand day = demand("day", 90, 1);
  active(day, 8, 10);
  in.services[0].demand.push_back(day);
  active(in.services[1].demand[0], 20, 10);
  const plan::ModelPlan p = plan::plan_models(residency_catalog({"busy", "night"}), in);
  CHECK(p.usd.in(usd_per_h) == Approx(10));
  CHECK(p.services[0].decision == plan::Decision::part);
  CHECK(p.services[0].replicas == 2);
  REQUIRE(p.services[0].parts.size() == 2);
  CHECK(p.services[0].parts[0].replicas == 1);
  CHECK(p.services[0].parts[0].hours_per_day == 24);
  CHECK(p.services[0].parts[1].replicas == 1);
  CHECK(p.services[0].gpus == Approx(1.5));
  CHECK(p.services[1].decision == plan::Decision::active_hours);
}

TEST_CASE("small questions with hours have the optimum of full enumeration", "[models][hours]") {
  int turns = 0;
  for (unsigned seed = 200; seed < 240; ++seed) {
    CAPTURE(seed);
    RandomWorld w = random_world(seed, 4, {"two", "four"});
    std::mt19937 random(seed);
    for (plan::Service& s : w.inputs.services)
      active(s.demand[0], static_cast<double>(random() % 24), static_cast<double>(4 + random() % 10));
    const plan::models::Asked asked = plan::models::ask(w.catalog, w.inputs);
    const plan::models::Market m = plan::models::market_of(w.catalog, w.inputs, asked);
    const auto answer = plan::models::decide(m);
    const UsdPerTime best = enumerated(m);
    CHECK(answer->fleet.objective().base() == Approx(best.base()).epsilon(1e-9));
    CHECK(answer->lower_bound <= best * (1 + 1e-9));
    for (const plan::models::Candidate* c : answer->fleet.chosen) turns += c->by_hours != nullptr ? 1 : 0;
  }
  CHECK(turns > 10);
}

// Whoever is on a card is never there with another, and each replica has a card
// in its hours.
TEST_CASE("no two replicas hold a card at once", "[models][hours]") {
  for (unsigned seed = 200; seed < 240; ++seed) {
    RandomWorld w = random_world(seed, 6, {"two", "four"});
    std::mt19937 random(seed);
    for (plan::Service& s : w.inputs.services)
      active(s.demand[0], static_cast<double>(random() % 24), static_cast<double>(2 + random() % 8));
    const plan::models::Asked asked = plan::models::ask(w.catalog, w.inputs);
    const plan::models::Market m = plan::models::market_of(w.catalog, w.inputs, asked);
    const plan::models::Fleet fleet = plan::models::decide(m)->fleet;
    for (const auto& turns : fleet.turns)
      for (const plan::models::Turn& turn : turns) {
        for (const std::size_t a : turn.services)
          for (const std::size_t b : turn.services) {
            if (a == b) continue;
            const plan::Demand &first = w.inputs.services[a].demand[0], &second = w.inputs.services[b].demand[0];
            CHECK(!plan::models::active_at(first, *second.active_from));
            CHECK(!plan::models::active_at(first, *second.active_from - 10.0 / 3600));
          }
        CHECK(turn.held_hours() <= 24);
      }
  }
}
