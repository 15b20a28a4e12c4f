// Prices, quotes and quotas worked out by hand on the small world.
#include "planner/plan/prices/prices.hpp"

#include <catch2/catch.hpp>

#include "support/residency_world.hpp"

using namespace planner;
using namespace planner::testing;
using units::usd_per_h;

namespace {

constexpr auto per_s = units::request / units::second;

const plan::TeamPrice& price_of(const plan::PriceList& list, const std::string& team) {
  return *std::ranges::find(list.prices, team, &plan::TeamPrice::team);
}

}  // namespace

// A card costs 5 USD/h and answers 100 requests/s, 10 ms of a replica each. Peaks of 30 and 60 requests/s: 90 / 75 -> 2
// cards, one host, 10 USD/h, of which a pays 3 parts and b 6.
//   a alone, or with a replica of its own: 1 card, 30 % used, 5 USD/h: 5 / 3.33 - 1 = 50 % more; with b's card still
//   one host, so that the fleet costs nothing more. At x requests/s up to 75 it would need 1 card, and hold x / (x +
//   60) of 2: 10 % more from x = 50. quota of a: 2 x 0.75
//   replicas, less the 0.6 that b asks for half of the time, are 90 requests/s
TEST_CASE("two teams of one model, by hand", "[prices]") {
  const plan::PriceList list =
      plan::plan_prices(models_catalog(), models_question({demand("a", 30, 1), demand("b", 30, 2)}));
  CHECK(list.usd.in(usd_per_h) == Approx(10));
  REQUIRE(list.prices.size() == 2);
  const plan::TeamPrice &a = price_of(list, "a"), &b = price_of(list, "b");
  CHECK(a.usd.in(usd_per_h) == Approx(10.0 / 3));
  CHECK(b.usd.in(usd_per_h) == Approx(20.0 / 3));
  CHECK(*a.per_million.shared == Approx(10.0 / 3 / 32.4));  // 30 x 300 x 3,600 tokens an hour
  CHECK(*a.per_million.batch == Approx(5 / 108.0));         // 100 x 300 x 3,600
  CHECK(*a.per_million.dedicated == Approx(5 / 32.4));
  CHECK(!a.per_million.on_demand);
  REQUIRE(a.dedicated);
  CHECK(a.dedicated->replicas == 1);
  CHECK(a.dedicated->utilization == Approx(0.3));
  CHECK(a.dedicated->usd.in(usd_per_h) == Approx(5));
  CHECK(a.dedicated->premium == Approx(0.5));
  CHECK(a.dedicated->extra == UsdPerTime{});
  CHECK(a.dedicated->worth_from->in(per_s) >= 50);
  CHECK(a.dedicated->worth_from->in(per_s) <= 50 * 1.05);
  CHECK(b.dedicated->premium == Approx(-0.25));
  CHECK(b.dedicated->worth_from->in(per_s) == Approx(60));  // already
  CHECK(a.quota.guaranteed == Approx(30));
  CHECK(a.quota.burst == Approx(90));
  CHECK(a.quota.collision == 0);
  CHECK(list.apart->in(usd_per_h) == Approx(20));
  CHECK(list.teams.at(0).alone->in(usd_per_h) == Approx(10));
}

// What the printed rate promises holds when it is asked for, and a tenth below it does not yet.
TEST_CASE("from the printed rate on the premium is small", "[prices]") {
  const auto premium = [](double rate) {
    const auto list = plan::plan_prices(models_catalog(), models_question({demand("a", rate, 1), demand("b", 30, 2)}));
    return price_of(list, "a").dedicated->premium;
  };
  const auto list = plan::plan_prices(models_catalog(), models_question({demand("a", 2, 1), demand("b", 30, 2)}));
  const plan::TeamPrice& a = price_of(list, "a");
  CHECK(a.dedicated->premium > 1);
  const double rate = a.dedicated->worth_from->in(per_s);
  CHECK(premium(rate) <= 0.1);
  CHECK(premium(0.9 * rate) > 0.1);
}

// A model on demand is worth a card of its own once the plan holds it anyway.
TEST_CASE("the premium of a model on demand falls when it is held", "[prices]") {
  plan::ModelInputs in = residency_question({{"a", 0.001}, {"b", 0.001}, {"c", 0.001}});
  in.policy.pool_overflow_probability = 0.05;
  const auto c = residency_catalog({"a", "b", "c"});
  const plan::PriceList list = plan::plan_prices(c, in);
  for (std::size_t s = 0; s < in.services.size(); ++s) {
    const plan::DedicatedQuote& q = *list.prices[s].dedicated;
    REQUIRE(q.worth_from);
    if (q.premium <= 0.1) continue;
    plan::ModelInputs more = in;
    more.services[s].demand.front().rate = *q.worth_from;
    CHECK(plan::plan_prices(c, more).prices[s].dedicated->premium <= 0.1);
  }
}

// Two of three models share a card. What one may burst to is what the other's loads leave room for: 5 % of the time.
TEST_CASE("a burst of a model on demand leaves room for the loads of others", "[prices]") {
  plan::ModelInputs in = residency_question({{"a", 0.001}, {"b", 0.001}, {"c", 0.001}});
  in.policy.pool_overflow_probability = 0.05;
  const auto catalog = residency_catalog({"a", "b", "c"});
  const plan::PriceList list = plan::plan_prices(catalog, in);
  double on_demand = 0;
  for (const plan::TeamPrice& p : list.prices) {
    if (!p.tighter) continue;
    ++on_demand;
    const double burst = p.quota.burst;
    CHECK(burst > 4 * p.quota.guaranteed);
    // live for 10 s of load and about 1 s of service in every gap: held = 11 s x rate / (1 + 11 s x rate)
    CHECK(11 * burst / (1 + 11 * burst) == Approx(0.05).epsilon(0.03));
    CHECK(p.quota.collision <= 0.05);
    CHECK(p.quota.collision > 0.045);
  }
  CHECK(on_demand == 2);
}

// A law of four states, by hand.
TEST_CASE("others exceed what is left to them at most so often", "[prices]") {
  const std::vector<plan::prices::detail::State> states{{0, 0.5}, {1, 0.46}, {2, 0.03}, {3, 0.01}};
  CHECK(plan::prices::detail::room_for(states, 0.05) == 1);
  CHECK(plan::prices::detail::room_for(states, 0.03) == 2);
  CHECK(plan::prices::detail::room_for(states, 0) == 3);
  CHECK(plan::prices::detail::room_for({{10, 0.04}, {0, 0.96}}, 0.05) == Approx(0.4));  // the mean
  CHECK(plan::prices::detail::beyond(states, 1) == Approx(0.04));
}

// Teams that are never active at the same time do not collide.
TEST_CASE("bursts of teams at other hours do not meet", "[prices]") {
  plan::Demand day = demand("day", 60, 2), night = demand("night", 60, 2);
  day.active_hours_per_day = night.active_hours_per_day = 12;
  day.active_from = 8, night.active_from = 20;
  const plan::PriceList list = plan::plan_prices(models_catalog(), models_question({day, night}));
  for (const plan::TeamPrice& p : list.prices) {
    CHECK(p.quota.guaranteed == Approx(120));
    CHECK(p.quota.burst == Approx(150));
    CHECK(p.quota.collision == 0);
  }
}

// 9 of the 10 hours of each are hours of the other, who is at its peak half of the time: a burst leaves room for it,
// whoever of them begins first. 240 / 75 -> 4 cards, 300 requests/s at the target, less 120 of the other.
TEST_CASE("bursts of teams whose hours overlap meet", "[prices]") {
  plan::Demand early = demand("early", 60, 2), late = demand("late", 60, 2);
  early.active_hours_per_day = late.active_hours_per_day = 10;
  early.active_from = 8, late.active_from = 9;
  const plan::PriceList list = plan::plan_prices(models_catalog(), models_question({early, late}));
  for (const plan::TeamPrice& p : list.prices) {
    CHECK(p.quota.burst == Approx(180).epsilon(0.01));
    CHECK(p.quota.collision == 0);
  }
}

// Two of three models share a card on demand (models_residency_test.cpp): each claims 1.089 % of a card of 5 USD/h, and
// has 0.001 x 3,600 x 300 = 1,080 tokens an hour. A card of its own is a second host.
TEST_CASE("prices of models on demand", "[prices]") {
  plan::ModelInputs in = residency_question({{"a", 0.001}, {"b", 0.001}, {"c", 0.001}});
  in.policy.pool_overflow_probability = 0.05;
  const plan::PriceList list = plan::plan_prices(residency_catalog({"a", "b", "c"}), in);
  double waiting = 0;
  for (const plan::TeamPrice& p : list.prices) {
    CHECK(*p.per_million.on_demand == Approx(0.01089 * 5 / 0.00108).epsilon(1e-3));
    CHECK(p.dedicated->extra >= UsdPerTime{});
    if (!p.tighter) continue;
    ++waiting;
    CHECK(p.tighter->target.base() == Approx(15));
    CHECK(p.tighter->extra == UsdPerTime{});  // a load takes 10 s
  }
  CHECK(waiting == 2);
}

// What a is let off is borne by the others; where that puts b above its own limit, by c.
TEST_CASE("nobody pays more than alone, and the bill stays", "[prices]") {
  const auto usd = [](double x) { return x * usd_per_h; };
  const plan::models::Bills bills{{"a", usd(10)}, {"b", usd(10)}, {"c", usd(10)}};
  const auto pays = [&](const plan::models::Bills& alone) {
    std::vector<double> each;
    for (const auto& [team, factor] : plan::models::detail::capped(bills, alone)) each.push_back(10 * factor);
    return each;
  };
  CHECK(pays({}) == std::vector<double>{10, 10, 10});
  CHECK(pays({{"a", usd(12)}}) == std::vector<double>{10, 10, 10});
  const auto one = pays({{"a", usd(4)}});
  CHECK(one[0] == Approx(4));
  CHECK(one[1] == Approx(13));
  CHECK(one[2] == Approx(13));
  const auto rounded = pays({{"a", usd(10.0 / 3)}, {"b", usd(10.0 / 7)}});  // a limit is met but for its last digit
  CHECK(rounded[0] + rounded[1] + rounded[2] == Approx(30));
  const auto two = pays({{"a", usd(4)}, {"b", usd(12)}});
  CHECK(two[0] == Approx(4));
  CHECK(two[1] == Approx(12));
  CHECK(two[2] == Approx(14));
}
