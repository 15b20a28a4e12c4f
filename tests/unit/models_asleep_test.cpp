// Models that are woken on cards which they share with others asleep: worked out by hand, and against enumeration.
#include <catch2/catch.hpp>

#include "planner/plan/models/models.hpp"
#include "planner/plan/simulation/models.hpp"
#include "support/asleep_world.hpp"

using namespace planner;
using namespace planner::testing;
using plan::models::Fleet;
using plan::models::Pool;
using units::usd_per_h;

// Three models of 3.6 requests an hour; a request takes 1.01 s, waking 1 s and falling asleep 1 s. Hosts have two cards
// for 10 USD/h.
//   cycle = 1 + (e^(0.001 x 1.01) - 1) / 0.001 + 1,000 = 1,002.0105 s -> 3.59278 wakes an hour
//   claim = (1 + 1.0105 + 1) / 1,002.0105 = 0.30045 %, which is what the other one of a card finds it taken
//   waiting: the first of a wake 1 s, those that come meanwhile 0.001 / 2 s; those that come while it falls asleep
//     (1 - e^-0.001) x 1.001 x 2 s = 0.0020 s: 3.59278 x 1.0025 s x 0.02 USD/s = 0.07204 USD/h
//   one resident, two asleep on the other card: 10.144 USD/h; loads of 10 s would cost 11.43 USD/h
TEST_CASE("engines asleep share a card and wake on it", "[models][asleep]") {
  RandomWorld w = sleeping_world({{"a", 0.001}, {"b", 0.001}, {"c", 0.001}}, 5.0 * units::GiB);
  w.inputs.policy.pool_overflow_probability = 0.01;
  const plan::ModelPlan p = plan::plan_models(w.catalog, w.inputs);
  CHECK(p.proven);
  CHECK(p.usd.in(usd_per_h) == Approx(10));
  CHECK(p.wait_usd.in(usd_per_h) == Approx(2 * 0.07204).epsilon(1e-4));
  REQUIRE(p.pool.parts.size() == 1);
  const plan::PoolPart& group = p.pool.parts[0];
  CHECK(group.block == 1);
  CHECK(group.gpus == 1);
  CHECK(group.models.size() == 2);
  CHECK(group.overflow_probability == Approx(0.0030045).epsilon(5e-3));
  CHECK(group.kept_asleep.in(units::GiB) == Approx(10));
  double asleep = 0;
  for (const plan::ServicePlan& s : p.services) {
    if (s.tier != plan::WeightTier::gpu_sleep) continue;
    ++asleep;
    CHECK(s.sleep_level == 1);
    CHECK(s.load_from == plan::WeightTier::host_ram);
    CHECK(s.load->base() == Approx(1));
    CHECK(s.falls_asleep->base() == Approx(1));
    CHECK(s.kept_asleep.in(units::GiB) == Approx(5));
    CHECK(s.cold_starts_per_h == Approx(3.59278).epsilon(1e-4));
    const double up = 1 + (std::exp(0.001 * s.service_time->base()) - 1) / 0.001;  // 1.01 s, and what it runs beside
    CHECK(group.overflow_probability == Approx((up + 1) / (up + 1000)));
    CHECK(s.gpus == Approx(0.5));
    CHECK(group.host_memory / s.weights_per_gpu == Approx(2));
  }
  CHECK(asleep == 2);
  CHECK(std::ranges::count_if(p.placement, [](const auto& g) { return g.models.size() == 2; }) == 1);
}

TEST_CASE("an engine that cannot sleep, or that leaves nobody knows what, is not put to sleep", "[models][asleep]") {
  const auto sleeps = [](const RandomWorld& w) {
    for (const plan::models::ServiceOptions& s : plan::models::ask(w.catalog, w.inputs).services)
      if (std::ranges::any_of(s.candidates, &plan::models::Candidate::sleeps)) return true;
    return false;
  };
  RandomWorld w = sleeping_world({{"a", 0.001}, {"b", 0.001}}, 5.0 * units::GiB);
  CHECK(sleeps(w));
  w.inputs.load.sleep = false;
  CHECK_FALSE(sleeps(w));
  w.inputs.load.sleep = true;
  w.catalog.engines.at("engine").sleep_levels = 0;
  CHECK_FALSE(sleeps(w));
  w = sleeping_world({{"a", 0.001}, {"b", 0.001}}, 5.0 * units::GiB);
  w.catalog.engines.at("engine").non_torch.clear();
  CHECK_FALSE(sleeps(w));
  w = sleeping_world({{"a", 0.001}, {"b", 0.001}}, 13.0 * units::GiB);  // more than an eighth of 100 GiB
  CHECK_FALSE(sleeps(w));
}

// Level 1 keeps the weights in host memory, where there is room for those of one model; the other reads them again, for
// five seconds.
TEST_CASE("where host memory is short, engines asleep drop their weights", "[models][asleep]") {
  RandomWorld w = sleeping_world({{"a", 0.001}, {"b", 0.001}, {"c", 0.001}}, 5.0 * units::GiB);
  w.inputs.policy.pool_overflow_probability = 0.01;
  const Bytes weights = plan::plan_models(w.catalog, w.inputs).services[0].weights_per_gpu;
  w.catalog.loading.loaders[0].paths[0].limit = fact(weights / (5.0 * units::second));
  w.inputs.load.host_cache = 1.5 * weights;
  const plan::ModelPlan p = plan::plan_models(w.catalog, w.inputs);
  std::vector<double> levels;
  for (const plan::ServicePlan& s : p.services)
    if (s.sleep_level > 0) levels.push_back(s.sleep_level);
  std::ranges::sort(levels);
  CHECK(levels == std::vector{1.0, 2.0});
  CHECK(p.pool.parts.at(0).host_memory <= w.inputs.load.host_cache);
}

// Each keeps 5 GiB of the 12.5 that a member leaves to the others: three may share a card, and the fourth may not.
TEST_CASE("what engines asleep keep bounds how many share a card", "[models][asleep]") {
  RandomWorld w = sleeping_world({{"a", 1e-6}, {"b", 1e-6}, {"c", 1e-6}, {"d", 1e-6}}, 5.0 * units::GiB);
  const plan::models::Asked asked = plan::models::ask(w.catalog, w.inputs);
  std::vector<plan::models::Sleeper> sleepers;
  for (std::size_t s = 0; s < asked.services.size(); ++s) {
    const auto& candidates = asked.services[s].candidates;
    const auto asleep = std::ranges::find_if(candidates, &plan::models::Candidate::sleeps);
    REQUIRE(asleep != candidates.end());
    sleepers.push_back({s, asleep->on_demand});
  }
  const std::vector<Pool> groups = plan::models::sleeping_groups(sleepers, 0.01);
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].members.size() == 3);
  CHECK(groups[1].members.size() == 1);
  CHECK(groups[0].gpus == 1);
}

namespace {

using Groups = std::vector<std::vector<plan::models::Sleeper>>;

/// All ways to divide sleepers into groups of one degree that have room beside each other.
void divide(const std::vector<plan::models::Sleeper>& all, std::size_t next, Groups& groups,
            std::vector<Groups>& found) {
  if (next == all.size()) {
    if (std::ranges::all_of(groups, plan::models::sleep_together)) found.push_back(groups);
    return;
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (groups[g].front().on_demand->gpus != all[next].on_demand->gpus) continue;
    groups[g].push_back(all[next]);
    divide(all, next + 1, groups, found);
    groups[g].pop_back();
  }
  groups.push_back({all[next]});
  divide(all, next + 1, groups, found);
  groups.pop_back();
}

/// The same choice with its engines asleep divided so that it costs least, by trying all divisions of a host type.
UsdPerTime least_by_division(const plan::models::Market& m, Fleet fleet) {
  for (std::size_t t = 0; t < m.types.size(); ++t) {
    std::vector<plan::models::Sleeper> all;
    for (std::size_t s = 0; s < fleet.chosen.size(); ++s)
      if (fleet.chosen[s]->host == t && fleet.chosen[s]->sleeps()) all.push_back({s, fleet.chosen[s]->on_demand});
    std::vector<Groups> divisions;
    Groups none;
    divide(all, 0, none, divisions);
    std::optional<Fleet> best;
    for (const Groups& groups : divisions) {
      Fleet other = fleet;
      other.sleeping[t].clear();
      for (const auto& group : groups)
        other.sleeping[t].push_back(plan::models::detail::group_of(group, m.inputs.policy.pool_overflow_probability));
      plan::models::detail::set_cost(m, other);
      if (other.keeps_weights && (!best || other.objective() < best->objective())) best = std::move(other);
    }
    if (best) fleet = std::move(*best);
  }
  return fleet.objective();
}

/// The least of all choices and all divisions into groups.
UsdPerTime enumerated_with_groups(const plan::models::Market& m) {
  const plan::models::Menu menu = plan::models::full_menu(m.services);
  std::optional<UsdPerTime> best;
  std::vector<std::size_t> index(menu.size(), 0);
  for (bool more = true; more;) {
    plan::models::Choice chosen;
    for (std::size_t s = 0; s < index.size(); ++s) chosen.push_back(menu[s][index[s]]);
    const Fleet fleet = plan::models::fleet_of(m, std::move(chosen));
    if (const UsdPerTime cost = least_by_division(m, fleet); fleet.keeps_weights && (!best || cost < *best))
      best = cost;
    std::size_t s = 0;
    while (s < index.size() && ++index[s] == menu[s].size()) index[s++] = 0;
    more = s < index.size();
  }
  return *best;
}

/// A random question with engines that keep more or less of a card asleep.
RandomWorld random_sleepers(unsigned seed, std::size_t models, const std::vector<std::string>& hosts) {
  RandomWorld w = random_world(seed, models, hosts);
  let_sleep(w.catalog, (1.0 + seed % 7) * units::GiB);
  w.inputs.load.sleep = true;
  return w;
}

}  // namespace

TEST_CASE("small questions with engines asleep have the optimum of full enumeration", "[models][asleep]") {
  int asleep = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    const RandomWorld w = random_sleepers(seed, 3, {"two", "four"});
    const plan::models::Asked asked = plan::models::ask(w.catalog, w.inputs);
    const plan::models::Market m = plan::models::market_of(w.catalog, w.inputs, asked);
    const UsdPerTime best = enumerated_with_groups(m);
    const auto answer = plan::models::cheapest_fleet(m, plan::models::worthwhile_menu(m));
    REQUIRE(answer);
    CHECK(answer->fleet.objective().base() == Approx(best.base()).epsilon(1e-9));
    CHECK(answer->lower_bound <= best * (1 + 1e-9));
    CHECK(answer->lower_bound >= best * (1 - 1e-6));
    for (const plan::models::Candidate* c : answer->fleet.chosen) asleep += c->sleeps() ? 1 : 0;
  }
  CHECK(asleep > 20);
}

TEST_CASE("seven models on one host type sleep in the groups that cost least", "[models][asleep]") {
  for (unsigned seed = 0; seed < 12; ++seed) {
    CAPTURE(seed);
    RandomWorld w = random_sleepers(seed, 7, {"four"});
    w.inputs.load.host_cache = Bytes{};
    const plan::models::Asked asked = plan::models::ask(w.catalog, w.inputs);
    const plan::models::Market m = plan::models::market_of(w.catalog, w.inputs, asked);
    const auto answer = plan::models::cheapest_fleet(m, plan::models::worthwhile_menu(m));
    REQUIRE(answer);
    const UsdPerTime best = enumerated_with_groups(m);
    CHECK(answer->fleet.objective().base() == Approx(best.base()).epsilon(1e-9));
    CHECK(answer->lower_bound <= best * (1 + 1e-9));
  }
}

namespace {

/// Eight models that sleep on the cards of these hosts.
RandomWorld eight_asleep(const std::string& host, double gpus) {
  std::vector<std::pair<std::string, double>> rates;
  for (const double rate : {0.02, 0.015, 0.01, 0.008, 0.006, 0.004, 0.002, 0.001})
    rates.emplace_back("m" + std::to_string(rates.size()), rate);
  RandomWorld w = sleeping_world(rates, 1.0 * units::GiB);
  w.inputs.policy.pool_overflow_probability = 0.005;
  w.inputs.policy.wait_cost = std::nullopt;
  w.catalog.hosts[host] = gpu_host(host, "card", gpus, 6 * gpus);
  w.inputs.gpu_hosts = {host};
  return w;
}

/// Request by request, with wakes, falling asleep and turns.
void check_as_played(const plan::ModelPlan& p) {
  REQUIRE(p.pool.parts.size() == 1);
  CHECK(p.pool.parts[0].block == 1);
  CHECK(p.pool.parts[0].gpus < static_cast<double>(p.pool.parts[0].models.size()));
  const plan::SimulationPlan played = plan::plan_simulation(p, {.replications = 10, .events = 2e6});
  CHECK(played.figures.size() > p.services.size());
  for (const plan::SimulatedFigure& f : played.figures) {
    CAPTURE(f.subject, f.figure, f.predicted, f.tolerance, f.simulated.mean, f.simulated.half_width);
    CHECK(f.inside.value_or(true));
  }
}

}  // namespace

TEST_CASE("a group of engines asleep behaves as it is planned when it is played", "[models][asleep]") {
  const RandomWorld w = eight_asleep("one", 1);
  check_as_played(plan::plan_models(w.catalog, w.inputs));
}

// Two cards on one uplink: a wake that meets another takes up to twice as long to move its weights.
TEST_CASE("engines that wake beside each other share the way to their cards", "[models][asleep]") {
  RandomWorld w = eight_asleep("two on an uplink", 2);
  w.catalog.gpus.at("card").pcie = fact(4.0 * units::GB / units::second);
  const auto waits = [&](double gpus_per_uplink) {
    w.catalog.loading.gpus_per_uplink = fact(gpus_per_uplink);
    plan::ModelPlan p = plan::plan_models(w.catalog, w.inputs);
    check_as_played(p);
    return p;
  };
  const plan::ModelPlan apart = waits(1), shared = waits(2);
  int asleep = 0;
  for (std::size_t s = 0; s < apart.services.size(); ++s) {
    const plan::ServicePlan &alone = apart.services[s], &beside = shared.services[s];
    if (alone.tier != plan::WeightTier::gpu_sleep || beside.tier != plan::WeightTier::gpu_sleep) continue;
    ++asleep;
    CAPTURE(alone.name, alone.reading->base(), beside.load_beside->base(), beside.load->base());
    CHECK(alone.load_beside == alone.load);
    CHECK(beside.slowdown == Approx(1));
    CHECK(*beside.load_beside > *beside.load);
    CHECK(*beside.load_beside < 1.1 * *beside.load);
    CHECK(*beside.mean_wait > *alone.mean_wait);
    CHECK(*beside.wait_p99_slow >= *alone.wait_p99_slow);
  }
  CHECK(asleep > 2);
}

namespace {

std::vector<bool> on_demand_of(const plan::models::Market& m) {
  std::vector<bool> on_demand;
  const auto answer = plan::models::cheapest_fleet(m, plan::models::worthwhile_menu(m));
  for (const plan::models::Candidate* c : answer->fleet.chosen) on_demand.push_back(!c->resident());
  return on_demand;
}

}  // namespace

TEST_CASE("a quicker wake or load of one model never turns it resident", "[models][asleep]") {
  int asleep = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const RandomWorld w = random_sleepers(seed, 4, {"two", "four"});
    plan::models::Asked asked = plan::models::ask(w.catalog, w.inputs);
    const std::vector<bool> before = on_demand_of(plan::models::market_of(w.catalog, w.inputs, asked));
    for (std::size_t s = 0; s < before.size(); ++s) {
      if (!before[s]) continue;
      CAPTURE(seed, s);
      ++asleep;
      asked = plan::models::ask(w.catalog, w.inputs);
      plan::models::ServiceOptions& service = asked.services[s];
      for (plan::models::Candidate& c : service.candidates) {
        if (c.resident()) continue;
        const auto shorter = Estimate<Seconds>::exactly(0.5 * c.on_demand->load.value());
        service.on_demand.push_back(std::make_unique<plan::models::OnDemand>(
            plan::models::on_demand(service, *c.offer, {c.on_demand->tier, shorter, c.on_demand->asleep},
                                    5.0 * usd_per_h, w.inputs.policy.wait_cost)));
        c.on_demand = service.on_demand.back().get();
      }
      CHECK(on_demand_of(plan::models::market_of(w.catalog, w.inputs, asked))[s]);
    }
  }
  CHECK(asleep > 10);
}

// Two pools of the same cards side by side are never smaller than one of all.
TEST_CASE("one group never takes more cards than its halves", "[models][asleep]") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    const RandomWorld w = random_sleepers(seed, 8, {"four"});
    const plan::models::Asked asked = plan::models::ask(w.catalog, w.inputs);
    std::vector<plan::models::Sleeper> all, halves[2];
    for (std::size_t s = 0; s < asked.services.size(); ++s) {
      const auto& candidates = asked.services[s].candidates;
      const auto asleep = std::ranges::find_if(candidates, &plan::models::Candidate::sleeps);
      if (asleep == candidates.end()) continue;
      all.push_back({s, asleep->on_demand});
      halves[s % 2].push_back(all.back());
    }
    if (halves[0].empty() || halves[1].empty()) continue;
    const double overflow = w.inputs.policy.pool_overflow_probability;
    const auto cards = [&](const auto& members) { return plan::models::detail::group_of(members, overflow).gpus; };
    CHECK(cards(all) <= cards(halves[0]) + cards(halves[1]));
  }
}
