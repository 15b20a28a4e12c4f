// Fleets that are paid by the hour: worked out by hand, and against enumeration.
#include <catch2/catch.hpp>

#include "planner/plan/models/models.hpp"
#include "planner/report/verify.hpp"
#include "support/random_models.hpp"

using namespace planner;
using namespace planner::testing;
using units::usd_per_h;

namespace {

void be_active(plan::Demand& d, double from, double hours) {
  d.active_from = from;
  d.active_hours_per_day = hours;
}

plan::ModelInputs elastic(const std::vector<std::pair<std::string, double>>& models) {
  plan::ModelInputs in = residency_question(models);
  in.policy.fleet = plan::FleetKind::elastic;
  for (plan::Service& s : in.services) s.demand[0].cold_wait_p99 = std::nullopt;
  return in;
}

}  // namespace

// One model for 12 hours a day, loaded in 10 s: a host of 10 USD/h for 12 h and 10 s.
TEST_CASE("an elastic fleet is paid for the hours that it is held", "[models][hours]") {
  plan::ModelInputs in = elastic({{"a", 1}});
  be_active(in.services[0].demand[0], 8, 12);
  Trace trace;
  const plan::ModelPlan p = plan::plan_models(residency_catalog({"a"}), in, &trace);
  CHECK(p.usd.in(usd_per_h) == Approx(10 * (12 + 10.0 / 3600) / 24));
  CHECK(p.hosts == 1);
  CHECK(p.proven);
  CHECK(p.services[0].decision == plan::Decision::active_hours);
  CHECK(*p.fleet.at(0).mean_hosts == Approx((12 + 10.0 / 3600) / 24));
  CHECK(p.all_resident->usd.in(usd_per_h) == Approx(10));
  for (const report::TraceFault& fault : report::verify(trace)) FAIL_CHECK(fault.id << ": " << fault.what);
  in.services[0].demand[0].active_from = std::nullopt;
  const plan::ModelPlan unsaid = plan::plan_models(residency_catalog({"a"}), in);
  CHECK(unsaid.usd.in(usd_per_h) == Approx(10));
}

// Three models on hosts of two cards: two at any hour and one by day. By day there are two hosts.
TEST_CASE("an elastic fleet grows by day", "[models][hours]") {
  plan::ModelInputs in = elastic({{"a", 1}, {"b", 1}, {"day", 1}});
  be_active(in.services[2].demand[0], 8, 10);
  const plan::ModelPlan p = plan::plan_models(residency_catalog({"a", "b", "day"}), in);
  CHECK(p.usd.in(usd_per_h) == Approx(10 + 10 * (10 + 10.0 / 3600) / 24));
  CHECK(p.hosts == 2);
  in.policy.spare_hosts = 1;
  CHECK(plan::plan_models(residency_catalog({"a", "b", "day"}), in).usd.in(usd_per_h) ==
        Approx(20 + 10 * (10 + 10.0 / 3600) / 24));
}

// Two models on one host of two cards, held all day for one of them. By cards each pays half; alone the other would pay
// for a host of its own for 6 h and 10 s.
TEST_CASE("in an elastic fleet nobody pays more than alone", "[models][hours]") {
  plan::ModelInputs in = elastic({{"a", 1}, {"b", 1}});
  be_active(in.services[1].demand[0], 8, 6);
  in.services[1].demand[0].team = "by-day";
  const plan::ModelPlan p = plan::plan_models(residency_catalog({"a", "b"}), in);
  const double alone = 10 * (6 + 10.0 / 3600) / 24;
  REQUIRE(p.teams.size() == 2);
  CHECK(p.usd.in(usd_per_h) == Approx(10));
  CHECK(p.teams[0].usd.in(usd_per_h) == Approx(10 - alone));
  CHECK(p.teams[1].usd.in(usd_per_h) == Approx(alone));
}

TEST_CASE("in an elastic fleet a team of an hour pays no more than alone, though its model is held all day",
          "[models][hours]") {
  const catalog::Catalog c = residency_catalog({"a"});
  plan::ModelInputs in = elastic({{"a", 1}});
  in.services[0].demand.push_back(in.services[0].demand[0]);
  in.services[0].demand[1].team = "one hour";
  be_active(in.services[0].demand[1], 23, 1);
  const plan::ModelPlan p = plan::plan_models(c, in);
  REQUIRE(p.teams.size() == 2);
  UsdPerTime sum{};
  for (const plan::TeamShare& share : p.teams) {
    const auto alone = plan::models::alone_cost(c, in, share.team);
    CAPTURE(share.team, share.usd.in(usd_per_h), alone->in(usd_per_h));
    CHECK(share.usd <= *alone * (1 + 1e-9));
    sum += share.usd;
  }
  CHECK(sum.base() == Approx((p.usd + p.wait_usd).base()));
  CHECK(p.teams[1].usd.in(usd_per_h) < 1);
}

TEST_CASE("small questions of elastic fleets have the optimum of full enumeration", "[models][hours]") {
  for (unsigned seed = 400; seed < 430; ++seed) {
    CAPTURE(seed);
    RandomWorld w = random_world(seed, 4, {"two", "four"});
    w.inputs.policy.fleet = plan::FleetKind::elastic;
    std::mt19937 random(seed);
    for (plan::Service& s : w.inputs.services)
      be_active(s.demand[0], static_cast<double>(random() % 24), static_cast<double>(4 + random() % 15));
    const plan::models::Asked asked = plan::models::ask(w.catalog, w.inputs);
    const plan::models::Market m = plan::models::market_of(w.catalog, w.inputs, asked);
    const auto answer = plan::models::decide(m);
    const UsdPerTime best = enumerated(m);
    CHECK(answer->fleet.objective().base() == Approx(best.base()).epsilon(1e-9));
    CHECK(answer->lower_bound <= best * (1 + 1e-9));
  }
}

TEST_CASE("an elastic fleet is never dearer than the same hosts paid all day", "[models][hours]") {
  for (unsigned seed = 400; seed < 415; ++seed) {
    CAPTURE(seed);
    RandomWorld w = random_world(seed, 5, {"two", "four"});
    std::mt19937 random(seed);
    for (plan::Service& s : w.inputs.services)
      be_active(s.demand[0], static_cast<double>(random() % 24), static_cast<double>(4 + random() % 10));
    const plan::ModelPlan owned = plan::plan_models(w.catalog, w.inputs);
    w.inputs.policy.fleet = plan::FleetKind::elastic;
    const plan::ModelPlan hourly = plan::plan_models(w.catalog, w.inputs);
    CHECK(hourly.usd + hourly.wait_usd <= (owned.usd + owned.wait_usd) * (1 + 1e-9));
  }
}
