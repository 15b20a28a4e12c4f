// Moves from what runs, and room for a second version: worked out by hand, and against enumeration.
#include <catch2/catch.hpp>
#include <numeric>

#include "planner/plan/models/models.hpp"
#include "planner/report/verify.hpp"
#include "support/random_models.hpp"

using namespace planner;
using namespace planner::testing;
using units::usd_per_h;

namespace {

/// What runs once a plan is carried out.
plan::RunningFleet running(const plan::ModelPlan& p) {
  plan::RunningFleet fleet;
  for (const plan::GpuPlacement& g : p.placement) fleet.gpus.push_back({g.host, g.gpu_index, g.models});
  for (const plan::ServicePlan& s : p.services)
    if (s.decision != plan::Decision::on_demand) fleet.gpus_per_replica[s.name] = s.gpus_per_replica;
  return fleet;
}

plan::ModelInputs held(const std::vector<std::pair<std::string, double>>& models) {
  plan::ModelInputs in = residency_question(models);
  for (plan::Service& s : in.services) s.demand[0].cold_wait_p99 = std::nullopt;
  return in;
}

double replicas(const std::vector<plan::Move>& moves) {
  return std::accumulate(moves.begin(), moves.end(), 0.0, [](double sum, const auto& m) { return sum + m.replicas; });
}

}  // namespace

TEST_CASE("from its own plan nothing moves", "[models][moves]") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    RandomWorld w = random_world(seed, 6, {"two", "four"});
    const plan::ModelPlan before = plan::plan_models(w.catalog, w.inputs);
    w.inputs.running = running(before);
    if (w.inputs.running.gpus.empty()) continue;
    const plan::ModelPlan after = plan::plan_models(w.catalog, w.inputs);
    REQUIRE(after.moves);
    CHECK(after.moves->loads == 0);
    CHECK(after.moves->unload.empty());
    CHECK(after.usd == before.usd);
  }
}

// Three models on two hosts of two cards; a fourth takes the card that is free, and nobody else moves. Then the first
// goes, and what is left stays where it is, but for the model on the host that is closed.
TEST_CASE("a model more is one load, and a model less closes the host that runs least", "[models][moves]") {
  const catalog::Catalog c = residency_catalog({"a", "b", "c", "d"});
  plan::ModelInputs in = held({{"b", 1}, {"c", 1}, {"d", 1}});
  const plan::ModelPlan three = plan::plan_models(c, in);
  in = held({{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}});
  in.running = running(three);
  const plan::ModelPlan four = plan::plan_models(c, in);
  REQUIRE(four.moves);
  CHECK(four.moves->loads == 1);
  CHECK(four.moves->lower_bound == 1);
  REQUIRE(four.moves->load.size() == 1);
  CHECK(four.moves->load[0].service == "a");
  CHECK(four.moves->unload.empty());
  in = held({{"b", 1}, {"d", 1}});
  in.running = running(four);
  const plan::ModelPlan two = plan::plan_models(c, in);
  CHECK(two.hosts == 1);
  CHECK(two.moves->loads <= 1);
  CHECK(replicas(two.moves->unload) == 2 + two.moves->loads);
}

// Two host types that cost the same: whichever runs stays.
TEST_CASE("of fleets that cost the same the one that runs is taken", "[models][moves]") {
  catalog::Catalog c = residency_catalog({"a", "b", "c"});
  c.hosts["twin"] = gpu_host("twin", "card", 2, 10);
  plan::ModelInputs in = held({{"a", 1}, {"b", 1}});
  for (plan::Service& s : in.services) s.tensor_parallel = 1;
  for (const std::string type : {"two", "twin"}) {
    in.gpu_hosts = {type};
    const plan::RunningFleet runs = running(plan::plan_models(c, in));
    plan::ModelInputs both = in;
    both.gpu_hosts = {"two", "twin"};
    both.running = runs;
    CHECK(plan::plan_models(c, both).moves->loads == 0);
    both.services.push_back(held({{"c", 1}}).services[0]);
    CHECK(plan::plan_models(c, both).moves->loads == 1);
  }
}

TEST_CASE("a model at another degree is loaded anew", "[models][moves]") {
  const catalog::Catalog c = residency_catalog({"a", "b"});
  plan::ModelInputs in = held({{"a", 1}, {"b", 1}});
  for (plan::Service& s : in.services) s.tensor_parallel = 1;
  const plan::ModelPlan before = plan::plan_models(c, in);
  in.running = running(before);
  in.services[0].tensor_parallel = 2;
  const plan::ModelPlan after = plan::plan_models(c, in);
  CHECK(after.moves->lower_bound == 1);
  CHECK(after.moves->loads >= 1);
  CHECK(after.moves->loads <= 2);
}

namespace {

/// The fewest loads over all ways to put replicas of one card on hosts of so many, by trying each.
double fewest_loads(const std::vector<std::string>& wanted, const std::vector<std::vector<std::string>>& runs,
                    std::size_t hosts, std::size_t cards, std::size_t next,
                    std::vector<std::vector<std::string>>& put) {
  if (next == wanted.size()) {
    std::vector<std::size_t> order(std::max(hosts, runs.size()));
    std::iota(order.begin(), order.end(), std::size_t{0});
    double best = 1e9;
    do {
      double loads = 0;
      for (std::size_t h = 0; h < hosts; ++h) {
        std::vector<std::string> there = order[h] < runs.size() ? runs[order[h]] : std::vector<std::string>{};
        for (const std::string& model : put[h]) {
          const auto it = std::ranges::find(there, model);
          if (it == there.end())
            ++loads;
          else
            there.erase(it);
        }
      }
      best = std::min(best, loads);
    } while (std::ranges::next_permutation(order).found);
    return best;
  }
  double best = 1e9;
  for (std::size_t h = 0; h < hosts; ++h) {
    if (put[h].size() == cards) continue;
    put[h].push_back(wanted[next]);
    best = std::min(best, fewest_loads(wanted, runs, hosts, cards, next + 1, put));
    put[h].pop_back();
  }
  return best;
}

}  // namespace

TEST_CASE("no placement takes fewer loads", "[models][moves]") {
  int moved = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    std::mt19937 random(seed);
    const std::vector<std::string> names{"a", "b", "c", "d", "e", "f"};
    const auto some = [&] {
      std::vector<std::pair<std::string, double>> models;
      for (const std::string& name : names)
        if (random() % 3 > 0) models.emplace_back(name, 1);
      return models.empty() ? std::vector<std::pair<std::string, double>>{{"a", 1}} : models;
    };
    const catalog::Catalog c = residency_catalog(names);
    plan::ModelInputs in = held(some());
    for (plan::Service& s : in.services) s.tensor_parallel = 1;
    const plan::ModelPlan before = plan::plan_models(c, in);
    in = held(some());
    for (plan::Service& s : in.services) s.tensor_parallel = 1;
    in.running = running(before);
    const plan::ModelPlan after = plan::plan_models(c, in);
    std::map<std::string, std::vector<std::string>> runs;
    for (const plan::RunningGpu& g : in.running.gpus) runs[g.host].push_back(g.models.front());
    std::vector<std::vector<std::string>> hosts;
    for (const auto& [host, models] : runs) hosts.push_back(models);
    std::vector<std::string> wanted;
    for (const plan::Service& s : in.services) wanted.push_back(s.model);
    std::vector<std::vector<std::string>> put(static_cast<std::size_t>(after.hosts));
    CAPTURE(seed);
    CHECK(after.moves->loads == fewest_loads(wanted, hosts, put.size(), 2, 0, put));
    CHECK(after.moves->loads >= after.moves->lower_bound);
    CHECK(after.moves->loads <= static_cast<double>(wanted.size()));
    moved += after.moves->loads > 0 ? 1 : 0;
  }
  CHECK(moved > 10);
}

// Two models of a card each fill a host of two cards. With room for a second version of either, they take three cards
// and a second host; for both, four cards, and still two hosts.
TEST_CASE("room for a second version, by hand", "[models][upgrade]") {
  const catalog::Catalog c = residency_catalog({"a", "b"});
  plan::ModelInputs in = held({{"a", 1}, {"b", 1}});
  for (const auto& [models, hosts] : {std::pair{0.0, 1.0}, {1.0, 2.0}, {2.0, 2.0}}) {
    in.policy.upgrade_room = models;
    Trace trace;
    const plan::ModelPlan p = plan::plan_models(c, in, &trace);
    CHECK(p.hosts == hosts);
    CHECK(p.proven);
    CHECK(p.fleet.at(0).upgrade_room == models);
    CHECK(p.fleet.at(0).gpus_used == 2 + models);
    CHECK(p.without_upgrade_room.has_value() == (models > 0));
    if (models > 0) CHECK(p.without_upgrade_room->usd.in(usd_per_h) == Approx(10));
    for (const report::TraceFault& fault : report::verify(trace)) FAIL_CHECK(fault.id << ": " << fault.what);
  }
}

// A new version reaches every service of its model, so that replicas of their own never need less room than shared ones.
TEST_CASE("a model that several services serve has room for all of its second versions", "[models][upgrade]") {
  const catalog::Catalog c = residency_catalog({"a", "b"});
  plan::ModelInputs in = held({{"a", 1}, {"b", 1}});
  in.policy.upgrade_room = 1;
  in.services.push_back(in.services[0]);
  in.services[0].name = "a of one team", in.services[2].name = "a of another";
  CHECK(plan::plan_models(c, in).fleet.at(0).upgrade_room == 2);

  in.services.pop_back();
  in.services[0].demand.push_back(in.services[0].demand[0]);
  in.services[0].demand[1].team = "another";
  const plan::ModelPlan shared = plan::plan_models(c, in);
  REQUIRE(shared.dedicated_per_team);
  CHECK(shared.fleet.at(0).gpus_used == 3);
  CHECK(shared.usd.in(usd_per_h) == Approx(20));
  CHECK(shared.dedicated_per_team->usd.in(usd_per_h) == Approx(30));  // a, a and b, and two cards for second versions of a
}

TEST_CASE("small questions with room for an upgrade have the optimum of full enumeration", "[models][upgrade]") {
  for (unsigned seed = 300; seed < 330; ++seed) {
    CAPTURE(seed);
    RandomWorld w = random_world(seed, 4, {"two", "four"});
    w.inputs.policy.upgrade_room = 1 + seed % 3;
    const plan::models::Asked asked = plan::models::ask(w.catalog, w.inputs);
    const plan::models::Market m = plan::models::market_of(w.catalog, w.inputs, asked);
    const auto answer = plan::models::decide(m);
    const UsdPerTime best = enumerated(m);
    CHECK(answer->lower_bound <= best * (1 + 1e-9));
    CHECK(answer->fleet.objective() >= best * (1 - 1e-9));
    if (w.inputs.policy.upgrade_room < 3)  // the bound counts two
      CHECK(answer->fleet.objective().base() == Approx(best.base()).epsilon(1e-9));
  }
}
