// Laws that hold for every plan of models, on the acceptance scenario and parts of it.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "planner/io/catalog.hpp"
#include "planner/io/scenario.hpp"
#include "planner/plan/compiled.hpp"
#include "planner/report/models.hpp"

using namespace planner;

namespace {

const io::ModelScenario& twenty() {
  static const std::string path = PLANNER_SOURCE_DIR "/examples/twenty-models.json";
  static const auto scenario = io::read_model_scenario(io::read_scenario_text(path), path, io::builtin_catalog());
  return scenario;
}

/// Models of which some are loaded on demand.
const io::ModelScenario& seldom() {
  static const std::string path = PLANNER_SOURCE_DIR "/examples/seldom-used-models.json";
  static const auto scenario = io::read_model_scenario(io::read_scenario_text(path), path, io::builtin_catalog());
  return scenario;
}

/// The first few services, which are quick to plan.
plan::ModelInputs some(std::size_t first, std::size_t count) {
  plan::ModelInputs in = twenty().inputs;
  const auto begin = in.services.begin() + static_cast<std::ptrdiff_t>(first);
  in.services = {begin, begin + static_cast<std::ptrdiff_t>(count)};
  return in;
}

plan::ModelPlan planned(const plan::ModelInputs& in, const catalog::Catalog& catalog = twenty().catalog) {
  return plan::compiled::plan_models(catalog, in);
}

void multiply_rates(plan::ModelInputs& in, double by) {
  for (plan::Service& s : in.services)
    for (plan::Demand& d : s.demand) d.rate = d.rate * by;
}

}  // namespace

TEST_CASE("more traffic is never cheaper") {
  UsdPerTime before{};
  for (const double factor : {0.1, 0.5, 1.0, 1.7, 4.0, 12.0}) {
    plan::ModelInputs in = some(4, 5);
    multiply_rates(in, factor);
    const plan::ModelPlan p = planned(in);
    REQUIRE(p.status == plan::Status::ok);
    CHECK(p.usd >= before * (1 - 1e-9));
    before = p.usd;
  }
}

TEST_CASE("at a fixed GPU and degree more traffic never takes fewer GPUs") {
  double before = 0;
  for (double factor = 0.2; factor < 20; factor *= 1.3) {
    plan::ModelInputs in = some(4, 1);
    in.policy.sharing = plan::CardSharing::none;
    in.services[0].gpu = "h100-sxm";
    in.services[0].tensor_parallel = 2;
    multiply_rates(in, factor);
    const plan::ModelPlan p = planned(in);
    CHECK(p.services.at(0).gpus >= before);
    before = p.services[0].gpus;
  }
}

TEST_CASE("no plan is below its bound, and parts sum to the bill") {
  for (const double spares : {0.0, 1.0, 2.0}) {
    plan::ModelInputs in = some(0, 12);
    in.policy.spare_hosts = spares;
    const plan::ModelPlan p = planned(in);
    CHECK(p.lower_bound_usd <= p.usd * (1 + 1e-9));
    if (p.proven) CHECK(p.lower_bound_usd.base() == Approx(p.usd.base()));
    UsdPerTime services{}, fleet{};
    for (const plan::ServicePlan& s : p.services) services += s.usd;
    for (const plan::FleetPart& f : p.fleet) fleet += f.usd;
    CHECK(services.base() == Approx(p.usd.base()));
    CHECK(fleet.base() == Approx(p.usd.base()));
  }
}

TEST_CASE("every replica is placed once, groups stay inside one host, no GPU is used twice") {
  const plan::ModelPlan p = planned(twenty().inputs);
  std::map<std::string, double> cards;
  std::set<std::pair<std::string, double>> used;
  for (const plan::GpuPlacement& g : p.placement) {
    CHECK(used.insert({g.host, g.gpu_index}).second);
    CHECK(g.gpu_index < 8);
    for (const std::string& model : g.models) cards[model] += 1;
  }
  for (const plan::ServicePlan& s : p.services) {
    const bool shared = s.decision == plan::Decision::resident_shared;
    CHECK(cards[s.name] == (shared ? 1 : s.replicas * s.gpus_per_replica));
  }
}

TEST_CASE("no runner-up is cheaper, and every service has its promise kept or the miss said") {
  const plan::ModelPlan p = planned(twenty().inputs);
  for (const plan::ServicePlan& s : p.services) {
    if (s.runner_up) CHECK(s.runner_up->extra >= UsdPerTime{});
    CHECK(s.utilization <= twenty().inputs.policy.utilization_target * (1 + 1e-9));
    for (const plan::TeamService& t : s.teams) {
      const bool missed = t.ttft_target && *t.ttft_p95 > *t.ttft_target;
      const bool said = std::ranges::any_of(
          p.notes, [&](const std::string& note) { return note.starts_with(s.name + ", " + t.team + ":"); });
      CHECK(missed == said);
      if (missed) CHECK(*t.ttft_p95 <= *t.ttft_target * 1.35 * (1 + 1e-9));
    }
  }
}

TEST_CASE("twice the prices are twice the bill") {
  catalog::Catalog dear = twenty().catalog;
  for (auto& [id, host] : dear.hosts) {
    auto& price = host.price.on_demand.estimate;
    if (price.known()) price = Estimate<UsdPerTime>::exactly(price.value() * 2);
  }
  const plan::ModelInputs in = some(3, 6);
  CHECK(planned(in, dear).usd.base() == Approx(2 * planned(in).usd.base()));
}

TEST_CASE("a faster card never needs more replicas") {
  catalog::Catalog fast = twenty().catalog;
  catalog::Gpu& gpu = fast.gpus.at("h100-sxm");
  const auto faster = [](auto& fact) { fact.estimate.typical = fact.value() * 1.4; };
  faster(gpu.memory_bandwidth);
  faster(gpu.fp16);
  faster(gpu.fp8);
  faster(gpu.nvlink);
  plan::ModelInputs in = some(4, 8);
  for (plan::Service& s : in.services) s.gpu = "h100-sxm", s.tensor_parallel = 2;
  const plan::ModelPlan before = planned(in), after = planned(in, fast);
  REQUIRE(before.services.size() == after.services.size());
  for (std::size_t s = 0; s < before.services.size(); ++s) {
    CHECK(after.services[s].capacity_per_s >= before.services[s].capacity_per_s);
    CHECK(after.services[s].replicas <= before.services[s].replicas);
  }
}

TEST_CASE("the same question has the same answer, also under an overlay of an entry by itself") {
  const plan::ModelInputs in = some(4, 4);
  const std::string once = report::models_json({twenty().catalog, in, planned(in)});
  CHECK(once == report::models_json({twenty().catalog, in, planned(in)}));
  const catalog::Catalog same =
      io::overlay(twenty().catalog, "{\"gpus\": [" + io::entry_json(twenty().catalog, "h100-sxm") + "]}", "same");
  CHECK(once == report::models_json({same, in, planned(in, same)}));
}

TEST_CASE("the order of services changes their order alone") {
  plan::ModelInputs in = some(4, 5), turned = in;
  std::ranges::reverse(turned.services);
  CHECK(planned(in).usd.base() == Approx(planned(turned).usd.base()));
}

TEST_CASE("prices: shares sum to the bill, nobody pays more than alone, and company is never dearer") {
  const plan::PriceList list = plan::compiled::plan_prices(twenty().catalog, twenty().inputs);
  UsdPerTime shares{}, teams{}, alone{};
  for (const plan::TeamPrice& p : list.prices) {
    CAPTURE(p.team, p.service);
    shares += p.usd;
    REQUIRE(p.dedicated);
    CHECK(p.quota.burst >= p.quota.guaranteed);
    CHECK(p.quota.collision >= 0);
    CHECK(p.quota.collision <= 1);
    CHECK(*p.per_million.batch <= *p.per_million.shared);
    CHECK(*p.per_million.batch <= *p.per_million.dedicated);
  }
  for (const plan::TeamBill& t : list.teams) {
    REQUIRE(t.alone);
    CHECK(t.usd <= *t.alone * (1 + 1e-9));
    teams += t.usd;
    alone += *t.alone;
  }
  CHECK(shares.base() == Approx(list.usd.base()));
  CHECK(teams.base() == Approx(list.usd.base()));
  CHECK(alone.base() == Approx(list.apart->base()));
  CHECK(list.usd <= *list.apart);
}

TEST_CASE("waiting that costs more is never longer, and a plan is never dearer than the designs beside it") {
  double before = 1e300;
  for (const double usd_per_s : {0.0001, 0.001, 0.02, 0.5, 10.0}) {
    plan::ModelInputs in = seldom().inputs;
    in.policy.wait_cost = usd_per_s * (units::usd / units::second);
    const plan::ModelPlan p = planned(in, seldom().catalog);
    if (!p.proven) continue;
    const double waiting = p.wait_usd.base() / usd_per_s;
    CHECK(waiting <= before * (1 + 1e-9));
    before = waiting;
    for (const auto& other : {p.all_resident, p.dedicated_per_team})
      if (other) CHECK(p.usd + p.wait_usd <= (other->usd + other->wait_usd) * (1 + 1e-9));
  }
  CHECK(before < 1e300);
}
