#pragma once
#include "planner/plan/models/choice/decide.hpp"

/// Room that other services make in a fleet next to the plan's.
namespace planner::plan::prices {

/// The exchange of one service's candidate, and what it does to the plan's fleet.
struct Exchange {
  std::size_t service = 0;
  const models::Candidate* way = nullptr;
  models::HostCounts gpus{};  ///< by host type: more, or less, in use
  UsdPerTime wait{};          ///< more
};

/// Every exchange of one service in the plan's fleet; none where hosts are paid by the hour, which depends on more than
/// cards in use.
inline std::vector<Exchange> exchanges_of(const models::Market& m, const models::Fleet& fleet) {
  std::vector<Exchange> all;
  if (!m.hours.empty()) return all;
  const models::Menu menu = models::worthwhile_menu(m);
  for (std::size_t s = 0; s < menu.size(); ++s)
    for (const models::Candidate* way : menu[s]) {
      if (way == fleet.chosen[s]) continue;
      models::Fleet moved = models::exchanged(m, fleet, s, way);
      if (!moved.keeps_weights) continue;
      for (std::size_t t = 0; t < moved.gpus.size(); ++t) moved.gpus[t] -= fleet.gpus[t];
      all.push_back({s, way, std::move(moved.gpus), moved.wait_usd - fleet.wait_usd});
    }
  return all;
}

namespace detail {

/// What a fleet would cost if an exchange did to it what it does to the plan's.
inline UsdPerTime estimate(const models::Market& m, const models::Fleet& fleet, const Exchange& e) {
  models::HostCounts gpus = fleet.gpus;
  for (std::size_t t = 0; t < gpus.size(); ++t) gpus[t] = std::max(0.0, gpus[t] + e.gpus[t]);
  const models::HostCounts hosts = models::detail::hosts_for(m.types, gpus);
  return models::cost_of(m.types, hosts) + models::cost_of(m.types, m.spare_rule.spares(hosts)) + fleet.wait_usd +
         e.wait;
}

/// Exchanges of services other than `kept` that look as if they saved money, the best first.
inline std::vector<const Exchange*> promising(const models::Market& m, const models::Fleet& fleet,
                                              const std::vector<Exchange>& exchanges, std::size_t kept) {
  std::vector<std::pair<UsdPerTime, const Exchange*>> found;
  for (const Exchange& e : exchanges) {
    if (e.service == kept || e.way == fleet.chosen[e.service]) continue;
    const UsdPerTime usd = estimate(m, fleet, e);
    if (models::cheaper(usd, fleet.objective())) found.emplace_back(usd, &e);
  }
  std::ranges::sort(found);
  std::vector<const Exchange*> best;
  for (const auto& [usd, e] : found) best.push_back(e);
  return best;
}

}  // namespace detail

/// The fleet after exchanges of services other than `kept`, as long as one of those that look best saves money and more
/// than `enough` is spent.
inline models::Fleet relieved(const models::Market& m, const std::vector<Exchange>& exchanges, models::Fleet fleet,
                              std::size_t kept, UsdPerTime enough) {
  constexpr std::size_t tried = 4;
  for (bool better = true; better && models::cheaper(enough, fleet.objective());) {
    better = false;
    const auto best = detail::promising(m, fleet, exchanges, kept);
    for (std::size_t i = 0; i < std::min(tried, best.size()) && !better; ++i) {
      models::Fleet moved = models::exchanged(m, fleet, best[i]->service, best[i]->way);
      better = moved.keeps_weights && models::cheaper(moved.objective(), fleet.objective());
      if (better) fleet = std::move(moved);
    }
  }
  return fleet;
}

}  // namespace planner::plan::prices
