// Plans for models worked out by hand on a small world with round numbers.
#include <catch2/catch.hpp>

#include "planner/plan/models/models.hpp"
#include "support/models_world.hpp"

using namespace planner;
using namespace planner::testing;
using units::usd_per_h;

// A step takes 10 ms, a hundred sequences run at once, an answer has 100 tokens: 100 / (100 x 10 ms) = 100 requests/s.
// Mean 60 requests/s, peak 120: at a utilisation of 0.75 that is 120 / 75 = 1.6 -> 2 replicas of one card, one host.
//   electricity 1 kW x 1.5 x 0.10 USD/kWh = 0.15 USD/h; host 10.15 USD/h
//   tokens: 60 x 3,600 x 200 = 43.2 million in and 21.6 million out an hour; prompts take no time, so that all is paid
//   for output: 10.15 / 21.6 = 0.4699 USD per million
TEST_CASE("a model's replicas, host, power and price of tokens by hand", "[models]") {
  plan::ModelInputs in = models_question({demand("team", 60, 2)});
  in.policy.pue = 1.5;
  in.policy.electricity = 0.10 * units::usd_per_kwh;
  in.policy.rack_power = 1.9 * units::kW;
  const plan::ModelPlan p = plan::plan_models(models_catalog(), in);
  REQUIRE(p.status == plan::Status::ok);
  REQUIRE(p.services.size() == 1);
  const plan::ServicePlan& s = p.services[0];
  CHECK(s.batch == 100);
  CHECK(s.limit == unit::BatchLimit::sequences);
  CHECK(s.capacity_per_s == Approx(100));
  CHECK(s.replicas == 2);
  CHECK(s.gpus_per_replica == 1);
  CHECK(s.utilization == Approx(0.6));
  CHECK(s.tpot_p95->in(units::ms) == Approx(10));
  CHECK(p.hosts == 1);
  CHECK(p.gpus == 2);
  CHECK(p.usd.in(usd_per_h) == Approx(10.15));
  CHECK(p.lower_bound_usd.in(usd_per_h) == Approx(10.15));
  CHECK(p.proven);
  CHECK(*p.kw == Approx(1.5));
  CHECK(*p.racks == 1);
  CHECK(*s.usd_per_million_output == Approx(10.15 / 21.6).epsilon(1e-6));
  CHECK(*s.usd_per_million_input == Approx(0).margin(1e-6));
  CHECK(p.placement.size() == 2);
}

TEST_CASE("a spare host covers the loss of one", "[models]") {
  plan::ModelInputs in = models_question({demand("team", 60, 2)});
  in.policy.spare_hosts = 1;
  const plan::ModelPlan p = plan::plan_models(models_catalog(), in);
  CHECK(p.hosts == 2);
  CHECK(p.usd.in(usd_per_h) == Approx(20));
  CHECK(p.fleet.at(0).spares == 1);
}

// A replica of the spare's card sustains a little less, and still one carries the peak: it takes over. Where two are
// needed it does not.
TEST_CASE("a spare takes over where it needs no more replicas", "[models]") {
  const auto options = [](double spare_replicas) {
    plan::models::ServiceOptions s;
    for (const auto& [capacity, replicas] : {std::pair{10.0, 1.0}, {9.0, spare_replicas}}) {
      auto offer = std::make_unique<plan::models::Offer>();
      offer->replica.point.capacity = capacity * (units::request / units::second);
      offer->peak.replicas = replicas;
      s.candidates.push_back({s.offers.size(), offer.get()});
      s.offers.push_back(std::move(offer));
    }
    return s;
  };
  std::vector<plan::models::HostType> types(2);
  for (plan::models::HostType& t : types) t.gpus = 2;
  const auto covers = [&](double spare_replicas) {
    std::vector<plan::models::ServiceOptions> services;
    services.push_back(options(spare_replicas));
    return plan::models::detail::covers(services, types, 1, 0);
  };
  CHECK(covers(1));
  CHECK(!covers(2));
}

// Two teams with a peak of 120 requests/s each, 12 hours a day. Together 240 / 75 = 3.2 -> 4 cards, two hosts. If one
// starts when the other ends, 120 / 75 -> 2 cards, one host.
TEST_CASE("peaks that do not meet need half of the cards", "[models]") {
  plan::Demand day = demand("day", 60, 2), night = demand("night", 60, 2);
  day.active_hours_per_day = night.active_hours_per_day = 12;
  const plan::ModelPlan unsaid = plan::plan_models(models_catalog(), models_question({day, night}));
  CHECK(unsaid.hosts == 2);
  REQUIRE(unsaid.peaks_apart);
  CHECK(unsaid.peaks_apart->usd.in(usd_per_h) == Approx(10));
  CHECK(std::ranges::any_of(unsaid.notes, [](const std::string& note) {
    return note.find("taken to peak together, which costs at most 10 USD/h: small") != std::string::npos;
  }));
  day.active_from = 8;
  night.active_from = 20;
  const plan::ModelPlan said = plan::plan_models(models_catalog(), models_question({day, night}));
  CHECK(said.hosts == 1);
  CHECK(!said.peaks_apart);
  CHECK(said.services[0].peak_requests_per_s == Approx(120));
  CHECK(said.services[0].requests_per_h == Approx(60 * 3600));  // 60/s for 12 hours each
}

// Five models of 0.01 requests/s each are busy 0.01 x 100 x 20 ms = 2 % of the time at half speed, and take well under
// a fifth of a card: one card, one host instead of three.
TEST_CASE("small models share a card by memory", "[models]") {
  catalog::Catalog catalog = models_catalog();
  plan::ModelInputs in = models_question({});
  in.services.clear();
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    catalog.models[name] = small_model(name);
    in.services.push_back({.model = name, .demand = {demand("team", 0.01, 1)}});
  }
  CHECK(plan::plan_models(catalog, in).hosts == 3);
  in.policy.sharing = plan::CardSharing::memory;
  const plan::ModelPlan p = plan::plan_models(catalog, in);
  CHECK(p.hosts == 1);
  CHECK(p.proven);
  double share = 0, gpus = 0;
  for (const plan::ServicePlan& s : p.services) {
    share += s.decision == plan::Decision::resident_shared ? s.card_share : 0;
    gpus += s.gpus;
    CHECK(s.usd.in(usd_per_h) > 0);
  }
  CHECK(share <= 1);
  CHECK(gpus == Approx(2));  // one of them has a card of its own, since the host has two
}

// A card of 100 GiB in two slices of half a card each; a small model takes one. Five models: three cards, of which two
// have no second model, so that hosts of two have room for a card each of four of them.
TEST_CASE("small models share cards by MIG slices", "[models]") {
  catalog::Catalog catalog = models_catalog();
  catalog.gpus["card"].mig = "mig/card";
  catalog::MigTable table{.id = "mig/card", .gpus = {"card"}, .memory_slices = 2, .compute_slices = 2};
  table.profiles = {{.name = "1g", .compute_slices = 1, .memory_slices = 1, .starts = {0, 1}, .max_instances = 2}};
  table.profiles[0].memory = fact(49.0 * units::GiB);
  catalog.mig_tables["mig/card"] = table;
  plan::ModelInputs in = models_question({});
  in.services.clear();
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    catalog.models[name] = small_model(name);
    in.services.push_back({.model = name, .demand = {demand("team", 0.01, 1)}});
  }
  in.policy.sharing = plan::CardSharing::mig;
  const plan::ModelPlan p = plan::plan_models(catalog, in);
  CHECK(p.hosts == 2);  // 5 halves are 3 cards
  CHECK(p.proven);
  double sharing = 0;
  for (const plan::ServicePlan& s : p.services) {
    sharing += s.mig_profile == "1g" ? 1 : 0;
    CHECK((s.mig_profile.empty() || s.card_share == 0.5));
  }
  CHECK(sharing == 2);
}

TEST_CASE("a model that fits nowhere is an answer with its reason", "[models]") {
  catalog::Catalog catalog = models_catalog();
  catalog.gpus["card"].memory = fact(32.0 * units::MiB);
  const plan::ModelPlan p = plan::plan_models(catalog, models_question({demand("team", 1, 1)}));
  CHECK(p.status == plan::Status::infeasible);
  CHECK(p.reasons.at(0) == "small: no candidate GPU holds it and meets its targets");
  CHECK(p.rejected.at(0).code == "fit.weights");
}

// A step takes 10 ms, so that 9 ms per token is missed by 11 %, which is within the error of the estimate, and 5 ms by
// 100 %, which is not.
TEST_CASE("targets within the error of the estimate are planned for and said", "[models]") {
  plan::Demand close = demand("team", 1, 1), far = close;
  close.tpot_p95 = 9.0 * units::ms;
  far.tpot_p95 = 5.0 * units::ms;
  const plan::ModelPlan p = plan::plan_models(models_catalog(), models_question({close}));
  CHECK(p.status == plan::Status::ok);
  CHECK(std::ranges::any_of(p.notes, [](const std::string& note) {
    return note.starts_with("small, team: the 95th percentile of the time per token is 10 ms, asked 9 ms");
  }));
  REQUIRE(p.missed_targets.size() == 1);
  CHECK(p.missed_targets[0].service == "small");
  CHECK(p.missed_targets[0].team == "team");
  CHECK(p.missed_targets[0].what == plan::LatencyTarget::per_token);
  CHECK(p.missed_targets[0].estimate.base() == Approx(0.010));
  CHECK(p.missed_targets[0].target.base() == Approx(0.009));
  close.tpot_p95 = 11.0 * units::ms;
  CHECK(plan::plan_models(models_catalog(), models_question({close})).missed_targets.empty());
  CHECK(plan::plan_models(models_catalog(), models_question({far})).status == plan::Status::infeasible);
}

TEST_CASE("faults of inputs that were made by hand come all at once", "[models]") {
  plan::ModelInputs in = models_question({demand("team", 0, 1)});
  in.engine = "none";
  in.gpu_hosts = {"three"};
  in.policy.utilization_target = 1;
  try {
    plan::plan_models(models_catalog(), in);
    FAIL("no fault was found");
  } catch (const InputError& fault) {
    CHECK(fault.issues().size() == 4);
  }
}

// A card of the two costs 10 / 2 = 5 USD/h = 0.0013889 USD/s. Waiting costs 0.02 USD/s and a load takes L; the root of
// rate x 0.02 x (L + rate L^2 / 2) = 0.0013889 is put back into that equation.
TEST_CASE("the rate from which a model is better held balances its cards and its waits", "[models]") {
  const UsdPerTime card = 5.0 * usd_per_h, wait = 0.02 * (units::usd / units::second);
  for (const double load : {1.0, 30.0, 300.0}) {
    const auto rate = plan::models::break_even(card, load * units::second, wait);
    REQUIRE(rate);
    const double r = rate->base();
    CHECK(r * 0.02 * (load + r * load * load / 2) == Approx(5.0 / 3600));
  }
  CHECK_FALSE(plan::models::break_even(card, std::nullopt, wait));
  CHECK_FALSE(plan::models::break_even(card, 30.0 * units::second, std::nullopt));
}

// Asked in 6 of 24 hours, requests meet four times as many others as their daily mean says.
TEST_CASE("where teams ask in some hours only, more requests meet in a load", "[models]") {
  const UsdPerTime card = 5.0 * usd_per_h, wait = 0.02 * (units::usd / units::second);
  plan::Demand d = demand("day", 1, 1);
  d.active_hours_per_day = 6;
  const double uneven = plan::models::unevenness({d});
  CHECK(uneven == Approx(4));
  const double r = plan::models::break_even(card, 300.0 * units::second, wait, uneven)->base();
  const double at_work = 4 * r;  // for a quarter of the day
  CHECK(at_work * 0.02 * (300 + at_work * 300.0 * 300 / 2) / 4 == Approx(5.0 / 3600));
}

// Hosts of 1 kW, electricity of cooling apart: a rack of 1.9 kW feeds one of them, so that 2 hosts (one spare) need 2
// racks, although their 2 kW are little more than one rack's. A rack of 0.9 kW feeds none.
TEST_CASE("hosts stand whole in racks", "[models]") {
  plan::ModelInputs in = models_question({demand("team", 60, 2)});
  in.policy.spare_hosts = 1;
  in.policy.pue = 1.5;
  in.policy.rack_power = 1.9 * units::kW;
  CHECK(plan::plan_models(models_catalog(), in).racks == 2);
  in.policy.rack_power = 2.0 * units::kW;
  CHECK(plan::plan_models(models_catalog(), in).racks == 1);
  in.policy.rack_power = 0.9 * units::kW;
  CHECK_FALSE(plan::plan_models(models_catalog(), in).racks.has_value());
}

TEST_CASE("requests that no engine takes are refused", "[models]") {
  plan::ModelInputs long_prompts = models_question({demand("team", 1, 1)});
  long_prompts.services[0].demand[0].input_tokens = 100000.0 * (units::token / units::request);
  CHECK_THROWS_WITH(plan::plan_models(models_catalog(), long_prompts), Catch::Contains("at most 100000 tokens"));
  plan::ModelInputs short_limit = models_question({demand("team", 1, 1)});
  short_limit.services[0].max_len = 200;
  CHECK_THROWS_WITH(plan::plan_models(models_catalog(), short_limit), Catch::Contains("at most 200 tokens"));
  catalog::Catalog catalog = models_catalog();
  catalog.models["small"].task = catalog::Task::embed;
  CHECK_THROWS_WITH(plan::plan_models(catalog, models_question({demand("team", 1, 1)})),
                    Catch::Contains("writes no tokens"));
}
