#pragma once
#include "planner/plan/models/bill.hpp"
#include "planner/plan/models/decide.hpp"
#include "planner/plan/models/team_work.hpp"
#include "planner/plan/prices/plan.hpp"

/// The fleet solved again for somebody who wants replicas of its own, at any rate of its requests.
namespace planner::plan::prices {

/// The cheapest fleet for other inputs.
struct Resolved {
  models::Asked asked{};
  std::optional<models::Fleet> fleet{};
};

namespace detail {

inline UsdPerTime card_price(const models::HostType& type) { return type.usd() / type.gpus; }

/// Residence on cards of its own.
inline void keep_apart(std::vector<const models::Candidate*>& options) {
  std::erase_if(options, [](const models::Candidate* c) { return c->shared() || !c->all_day(); });
}

/// Inputs in which one team of a service has a service of its own, which comes last.
inline ModelInputs with_own_service(ModelInputs in, const models::ServiceOptions& s, std::size_t service,
                                    std::size_t team) {
  Service own = in.services[service];
  own.name = s.id + ", " + own.demand[team].team;
  own.demand = {own.demand[team]};
  std::vector<Demand>& rest = in.services[service].demand;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(team));
  if (rest.empty()) in.services.erase(in.services.begin() + static_cast<std::ptrdiff_t>(service));
  in.services.push_back(std::move(own));
  return in;
}

}  // namespace detail

/// Solves other inputs; the last service stays apart from the others where `dedicated`.
inline Resolved resolved(const catalog::Catalog& catalog, const ModelInputs& in, bool dedicated) {
  Resolved r{.asked = models::ask(catalog, in)};
  const models::Market m = models::market_of(catalog, in, r.asked);
  models::Menu menu = models::worthwhile_menu(m);
  if (dedicated) detail::keep_apart(menu.back());
  if (auto answer = models::cheapest_fleet(m, std::move(menu)))
    r.fleet = models::with_free_comfort(m, std::move(answer->fleet));
  return r;
}

namespace detail {

/// Price of the team's cards, had it its own, over that of its part of those that the service holds, less 1. Both by
/// the cheapest fleet for these inputs; idle and spare cards are borne in proportion on both sides, and cancel.
inline std::optional<double> premium_at(const catalog::Catalog& catalog, const ModelInputs& in, std::size_t service,
                                        std::size_t team) {
  const Resolved together = resolved(catalog, in, false);
  if (!together.fleet) return std::nullopt;
  const models::Candidate& c = *together.fleet->chosen[service];
  const double part = models::parts_of(c.offer->replica, in.services[service].demand)[team];
  const UsdPerTime pays =
      part * models::detail::cards_held(*together.fleet, service) * card_price(together.asked.types[c.host]);
  const Resolved apart = resolved(catalog, with_own_service(in, together.asked.services[service], service, team), true);
  if (!apart.fleet) return std::nullopt;
  const models::Candidate& own = *apart.fleet->chosen.back();
  return own.whole_gpus() * card_price(apart.asked.types[own.host]) / pays - 1;
}

}  // namespace detail

/// The peak rate from which a team's premium for replicas of its own is at most `limit`: its rate is raised fourfold
/// until it is, and the last step halved, as a ratio, until it is known to 5 %. At each of these rates the fleet is
/// solved twice, the team's service shared and apart; the other teams ask for what they do now. Replicas are whole, so
/// that above it there may be rates at which the premium is higher again.
///
/// @return nothing where it is above `limit` at up to 262,144 (4^9) times the present rate
inline std::optional<RequestsPerSecond> worth_from(const catalog::Catalog& catalog, const ModelInputs& inputs,
                                                   std::size_t service, std::size_t team, double limit) {
  constexpr double step = 4, most = 262144, close = 1.05;
  const Demand now = inputs.services[service].demand[team];
  const auto within = [&](double factor) {
    ModelInputs in = inputs;
    in.services[service].demand[team].rate = now.rate * factor;
    const auto premium = detail::premium_at(catalog, in, service, team);
    return premium && *premium <= limit;
  };
  double above = 1, found = step;
  for (; !within(found); found *= step) {
    if (found >= most) return std::nullopt;
    above = found;
  }
  while (found / above > close) {
    const double middle = std::sqrt(above * found);
    (within(middle) ? found : above) = middle;
  }
  return now.peak() * found;
}

}  // namespace planner::plan::prices
