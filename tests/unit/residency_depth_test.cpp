// Choices and shadow prices: worked out by hand, and against enumeration.
#include <catch2/catch.hpp>

#include "planner/plan/residency/residency.hpp"
#include "planner/report/verify.hpp"
#include "support/random_models.hpp"

using namespace planner;
using namespace planner::testing;
using units::usd_per_h;

namespace {

/// Three models on hosts of two cards for 10 USD/h: one is held, two share the other card (models_residency_test.cpp).
plan::ModelInputs three_on_two_cards() {
  plan::ModelInputs in = residency_question({{"a", 0.001}, {"b", 0.001}, {"c", 0.001}});
  in.policy.pool_overflow_probability = 0.05;
  return in;
}

/// The cheapest of all choices in which one service has this candidate.
UsdPerTime enumerated_with(const plan::models::Market& m, std::size_t service, std::size_t candidate) {
  plan::models::Menu menu = plan::models::full_menu(m.services);
  menu[service] = {&m.services[service].candidates[candidate]};
  return enumerated(m, menu);
}

}  // namespace

// One card more for something else: all three share the other, 12.147 - 11.431 = 0.716 USD/h. One card free of charge:
// all three share it without a host, 3 x 0.7157 of waiting, 9.284 USD/h less. Two of three wait 3.5608 x 10.05 = 35.79 s an hour each; to
// hold all costs 10 USD/h more, which pays from 10 USD/h / 71.57 s/h = 0.1397 USD/s on.
TEST_CASE("shadow prices of a card and of waiting, by hand", "[residency]") {
  Trace trace;
  const plan::ResidencyPlan r = plan::plan_residency(residency_catalog({"a", "b", "c"}), three_on_two_cards(), &trace);
  REQUIRE(r.shadow.cards.size() == 1);
  const plan::CardPrice& card = r.shadow.cards[0];
  CHECK(card.idle == 0);
  CHECK(card.part_of_host.in(usd_per_h) == Approx(5));
  CHECK(card.one_more.in(usd_per_h) == Approx(0.7157).epsilon(1e-3));
  CHECK(card.one_less.in(usd_per_h) == Approx(9.2843).epsilon(1e-4));
  CHECK(r.shadow.waiting.seconds_per_h == Approx(71.57).epsilon(1e-3));
  REQUIRE(r.shadow.waiting.resident_from);
  CHECK(r.shadow.waiting.resident_from->in(units::usd_per_s) == Approx(0.1397).epsilon(1e-3));
  CHECK(r.shadow.waiting.target_more == UsdPerTime{});
  CHECK(r.shadow.host_memory.gib_more == UsdPerTime{});
  for (const report::TraceFault& fault : report::verify(trace)) FAIL_CHECK(fault.id << ": " << fault.what);
}

// The target is as long as a load and its second: with one second less none can be loaded, and a second host is needed.
TEST_CASE("a second of a target that just holds, by hand", "[residency]") {
  plan::ModelInputs in = three_on_two_cards();
  for (plan::Service& s : in.services) s.demand[0].cold_wait_p99 = 10.5 * units::second;
  const plan::WaitPrice w = plan::plan_residency(residency_catalog({"a", "b", "c"}), in).shadow.waiting;
  REQUIRE(w.target_less);
  CHECK(w.target_less->in(usd_per_h) == Approx(10 - 1.4314).epsilon(1e-3));
}

// Host memory that holds the weights of both members of the pool, and not a byte more. They load as fast from the disk.
TEST_CASE("host memory is worth what it saves", "[residency]") {
  plan::ModelInputs in = three_on_two_cards();
  in.load.local_nvme = std::nullopt;
  in.load.host_cache = 1.0 * units::GiB;
  const plan::MemoryPrice m = plan::plan_residency(residency_catalog({"a", "b", "c"}), in).shadow.host_memory;
  CHECK(m.used > Bytes{});
  CHECK(m.gib_less.in(usd_per_h) == Approx(10 - 1.4314).epsilon(1e-3));
  CHECK(m.all == m.gib_less);
  CHECK(m.gib_more == UsdPerTime{});
}

TEST_CASE("every listed choice costs what enumeration says", "[residency]") {
  int listed = 0;
  for (unsigned seed = 100; seed < 115; ++seed) {
    const RandomWorld w = random_world(seed, 3, {"two", "four"});
    const plan::models::Asked asked = plan::models::ask(w.catalog, w.inputs);
    const plan::models::Market m = plan::models::market_of(w.catalog, w.inputs, asked);
    const plan::models::Decided decided = *plan::models::decide(m);
    for (std::size_t s = 0; s < m.services.size(); ++s)
      for (std::size_t c = 0; c < m.services[s].candidates.size(); ++c) {
        CAPTURE(seed, s, c);
        const auto extra = plan::residency::extra_of(m, decided, s, m.services[s].candidates[c]);
        REQUIRE(extra);
        const UsdPerTime best = enumerated_with(m, s, c);
        CHECK((decided.fleet.objective() + *extra).base() == Approx(best.base()).epsilon(1e-9));
        ++listed;
      }
  }
  CHECK(listed > 100);
}

// A card more never costs less than nothing, and never more than a host; two cheaper ways are the same as one host
// less.
TEST_CASE("a card is worth something between nothing and a host", "[residency]") {
  for (unsigned seed = 0; seed < 15; ++seed) {
    CAPTURE(seed);
    const RandomWorld w = random_world(seed, 4, {"two", "four"});
    const plan::models::Asked asked = plan::models::ask(w.catalog, w.inputs);
    const plan::models::Market m = plan::models::market_of(w.catalog, w.inputs, asked);
    const plan::models::Fleet fleet = plan::models::decide(m)->fleet;
    for (const plan::CardPrice& c : plan::residency::card_prices(m, fleet)) {
      const UsdPerTime host = 2 * w.catalog.hosts.at(c.host).price.on_demand.value();
      for (const UsdPerTime price : {c.one_more, c.one_less}) {
        CHECK(price >= UsdPerTime{});
        CHECK(price <= host * (1 + 1e-9));
      }
    }
  }
}
