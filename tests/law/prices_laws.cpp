// Quotes next to a plan against the fleet solved again, on the scenarios that are small enough for both.
#include <catch2/catch.hpp>

#include "planner/io/catalog.hpp"
#include "planner/io/scenario.hpp"
#include "planner/plan/compiled.hpp"
#include "planner/plan/prices/prices.hpp"

using namespace planner;
using plan::prices::Others;
using plan::prices::Served;
using units::usd_per_h;

namespace {

io::ModelScenario scenario_of(const std::string& name) {
  const std::string path = PLANNER_SOURCE_DIR "/examples/" + name;
  return io::read_model_scenario(io::read_scenario_text(path), path, io::builtin_catalog());
}

/// A decided scenario, and what stands beside it.
struct World {
  explicit World(const std::string& name)
      : scenario(scenario_of(name)),
        asked(plan::models::ask(scenario.catalog, scenario.inputs)),
        market(plan::models::market_of(scenario.catalog, scenario.inputs, asked)),
        fleet(plan::models::decide(market)->fleet),
        beside(market, asked.team_hours, fleet) {}
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  io::ModelScenario scenario;
  plan::models::Asked asked;
  plan::models::Market market;
  plan::models::Fleet fleet;
  plan::prices::Beside beside;
};

}  // namespace

TEST_CASE("prices: a fleet next to the plan is never cheaper than the one solved again, and mostly costs the same") {
  for (const char* name : {"twenty-models.json", "seldom-used-models.json", "day-and-night-models.json",
                           "small-models.json", "sleeping-models.json"}) {
    const World w(name);
    int quotes = 0, same_extra = 0, same_cards = 0;
    for (std::size_t s = 0; s < w.market.services.size(); ++s) {
      const plan::Service& asked = w.scenario.inputs.services[s];
      for (std::size_t t = 0; t < asked.demand.size(); ++t) {
        CAPTURE(name, w.market.services[s].id, asked.demand[t].team);
        const auto next = w.beside.apart(asked, s, t, Others::make_room);
        const auto solved = plan::prices::solved_apart(w.market, asked, s, t);
        const auto stay = w.beside.apart(asked, s, t, Others::stay);
        REQUIRE(next.has_value() == solved.has_value());
        if (!next) continue;
        CHECK(next->objective.in(usd_per_h) >= solved->objective.in(usd_per_h) * (1 - 1e-9));
        CHECK(next->objective <= stay->objective);
        CHECK(next->cards == stay->cards);
        ++quotes;
        same_extra += next->objective.in(usd_per_h) <= solved->objective.in(usd_per_h) * (1 + 1e-9) ? 1 : 0;
        same_cards += next->cards.in(usd_per_h) == Approx(solved->cards.in(usd_per_h)) ? 1 : 0;
      }
    }
    CAPTURE(name, quotes, same_extra, same_cards);
    CHECK(same_extra >= 0.75 * quotes);
    CHECK(same_cards >= 0.75 * quotes);
  }
}

TEST_CASE("prices: every team of many models has its quotes, and the list says that they are next to the plan") {
  const io::ModelScenario once = scenario_of("twenty-models.json");
  plan::ModelInputs in = once.inputs;
  for (plan::Service s : once.inputs.services) {
    s.name = "again-" + std::to_string(in.services.size());
    for (plan::Demand& d : s.demand) d.rate = d.rate * 0.3;
    in.services.push_back(std::move(s));
  }
  const plan::PriceList list = plan::compiled::plan_prices(once.catalog, in);
  UsdPerTime shares{};
  for (const plan::TeamPrice& p : list.prices) {
    CAPTURE(p.team, p.service);
    shares += p.usd;
    REQUIRE(p.dedicated);
    CHECK(p.dedicated->extra >= UsdPerTime{});
    CHECK((p.dedicated->premium > in.policy.dedicated_premium || p.dedicated->worth_from));
  }
  CHECK(shares.base() == Approx(list.usd.base()));
  REQUIRE(list.notes.size() == 1);
  CHECK_THAT(list.notes.front(), Catch::Contains("at most"));
  CHECK(plan::compiled::plan_prices(once.catalog, once.inputs).notes.empty());
}
