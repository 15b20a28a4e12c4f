#pragma once
#include <random>

#include "planner/plan/models/choice/decide.hpp"
#include "support/residency_world.hpp"

/// Random questions about models on demand, and their answers by enumeration.
namespace planner::testing {

/// The cheapest of all choices of a menu, one by one.
inline UsdPerTime enumerated(const plan::models::Market& m, const plan::models::Menu& menu) {
  std::optional<UsdPerTime> best;
  std::vector<std::size_t> index(menu.size(), 0);
  while (true) {
    plan::models::Choice chosen;
    for (std::size_t s = 0; s < index.size(); ++s) chosen.push_back(menu[s][index[s]]);
    const plan::models::Fleet fleet = plan::models::fleet_of(m, std::move(chosen));
    if (fleet.keeps_weights && (!best || fleet.objective() < *best)) best = fleet.objective();
    std::size_t s = 0;
    while (s < index.size() && ++index[s] == menu[s].size()) index[s++] = 0;
    if (s == index.size()) return *best;
  }
}

/// Of all choices.
inline UsdPerTime enumerated(const plan::models::Market& m) {
  return enumerated(m, plan::models::full_menu(m.services));
}

struct RandomWorld {
  catalog::Catalog catalog;
  plan::ModelInputs inputs;
};

/// Hosts of several sizes and prices, models of several rates, one in three with targets too tight to be loaded.
inline RandomWorld random_world(unsigned seed, std::size_t models, const std::vector<std::string>& hosts) {
  std::mt19937 random(seed);
  const auto between = [&](double low, double high) {
    return low * std::pow(high / low, std::uniform_real_distribution<>(0, 1)(random));
  };
  std::vector<std::string> names;
  std::vector<std::pair<std::string, double>> rates;
  for (std::size_t i = 0; i < models; ++i) {
    names.push_back("m" + std::to_string(i));
    rates.emplace_back(names.back(), between(1e-5, 0.02));
  }
  RandomWorld w{residency_catalog(names), residency_question(rates)};
  w.catalog.hosts["four"] = gpu_host("four", "card", 4, between(15, 22));
  w.catalog.hosts["one"] = gpu_host("one", "card", 1, between(4, 7));
  w.inputs.gpu_hosts = hosts;
  w.inputs.policy.pool_overflow_probability = between(1e-4, 0.2);
  w.inputs.policy.wait_cost = between(1e-4, 0.1) * (units::usd / units::second);
  w.inputs.policy.spare_hosts = seed % 3 == 0 ? 1 : 0;
  w.inputs.load.host_cache = seed % 2 == 0 ? 1.0 * units::GiB : Bytes{};
  for (plan::Service& s : w.inputs.services) {
    s.tensor_parallel = 1;
    if (between(1, 100) < 4.6) s.demand[0].cold_wait_p99 = std::nullopt;
  }
  return w;
}

}  // namespace planner::testing
