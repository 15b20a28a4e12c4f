#pragma once
#include <tuple>

#include "planner/plan/prices/again.hpp"
#include "planner/plan/prices/relief.hpp"

/// Fleets next to the plan's, for plans that are too large to be solved again for every quote.
namespace planner::plan::prices {

namespace detail {

/// Of what costs the same, the way first that serves requests best on the cheapest cards.
inline std::vector<const models::Candidate*> by_comfort(const models::Market& m, const models::ServiceOptions& s) {
  std::vector<const models::Candidate*> ways;
  for (const models::Candidate& c : s.candidates) ways.push_back(&c);
  const auto order = [&](const models::Candidate* c) {
    const bool alone = c->resident() && !c->shared() && c->by_hours == nullptr;
    const double cards = c->whole_gpus() * card_price(m.types[c->host]).in(units::usd_per_h);
    return std::tuple(!c->resident(), !alone, cards, c - s.candidates.data());
  };
  std::ranges::sort(ways, {}, order);
  return ways;
}

/// The hours without one team of a service.
inline models::TeamHours without_team(models::TeamHours hours, std::size_t service, std::size_t team) {
  std::vector<Demand>& teams = hours.teams[service];
  if (teams.empty()) return hours;
  teams.erase(teams.begin() + static_cast<std::ptrdiff_t>(team));
  for (models::DaySegment& segment : hours.segments) {
    std::vector<std::size_t>& active = segment.active[service];
    std::erase(active, team);
    for (std::size_t& t : active) t -= t > team ? 1 : 0;
  }
  return hours;
}

/// The cheapest fleet with one more service, served by one of these candidates on cards of its own.
inline std::optional<models::Fleet> with_one_more(const models::Market& m, const models::Fleet& fleet,
                                                  const std::vector<const models::Candidate*>& ways) {
  std::optional<models::Fleet> best;
  for (const models::Candidate* c : ways) {
    models::Fleet more = fleet;
    more.chosen.push_back(c);
    models::detail::set_cost(m, more);
    if (more.keeps_weights && (!best || models::cheaper(more.objective(), best->objective()))) best = std::move(more);
  }
  return best;
}

}  // namespace detail

/// What all other services do next to the plan.
enum class Others { stay, make_room };

/// The plan's fleet with one service asked for otherwise: the cheapest exchange for it, all other services served as
/// they are, or exchanged one by one where that is asked for and saves money. What such a fleet costs is an upper
/// bound. Hours of the day are cut as in the plan.
class Beside {
 public:
  /// All must outlive it.
  Beside(const models::Market& m, const models::TeamHours& hours, const models::Fleet& fleet)
      : m_(m), hours_(hours), fleet_(fleet), exchanges_(exchanges_of(m, fleet)) {}

  /// As `solved_together`.
  [[nodiscard]] std::optional<Served> together(const Service& asked, std::size_t service, std::size_t team,
                                               Others others) const {
    const models::ServiceOptions options = options_of(asked, service, hours_);
    auto fleet = nearest(service, detail::by_comfort(m_, options));
    if (!fleet) return std::nullopt;
    fleet = with_room(std::move(*fleet), service, others);
    return detail::served_together(m_, *fleet, asked, service, team);
  }

  /// As `solved_apart`.
  [[nodiscard]] std::optional<Served> apart(const Service& asked, std::size_t service, std::size_t team,
                                            Others others) const {
    const Service own = detail::own_service(m_.services[service], asked, team);
    const models::ServiceOptions own_options = options_of(own, service, {});
    auto ways = detail::by_comfort(m_, own_options);
    detail::keep_apart(ways, m_.inputs.policy.fleet);
    const Service rest = detail::rest_of(asked, team);
    const bool last = rest.demand.empty();
    const models::ServiceOptions rest_options =
        last ? models::ServiceOptions{} : options_of(rest, service, detail::without_team(hours_, service, team));
    auto fleet = nearest(service, last ? ways : detail::by_comfort(m_, rest_options));
    if (fleet && !last) fleet = detail::with_one_more(m_, *fleet, ways);
    if (!fleet) return std::nullopt;
    fleet = with_room(std::move(*fleet), service, others);
    return detail::served_apart(m_, *fleet->chosen[last ? service : m_.services.size()], fleet->objective());
  }

 private:
  /// @param hours those of the plan; of no service: without candidates that follow them
  [[nodiscard]] models::ServiceOptions options_of(const Service& asked, std::size_t service,
                                                  models::TeamHours hours) const {
    std::vector<Rejected> ignored;
    models::ServiceOptions options =
        models::options_of(m_.catalog, m_.inputs, asked, m_.types, models::PeakMeeting::as_said, ignored);
    if (!hours.teams.empty() && !hours.teams[service].empty()) {
      for (std::size_t t = 0; t < asked.demand.size(); ++t) hours.teams[service][t].rate = asked.demand[t].rate;
      models::add_by_hours(m_.inputs, hours, service, options);
    }
    models::add_ways_on_demand(m_.catalog, m_.inputs, m_.types, options);
    return options;
  }

  [[nodiscard]] std::optional<models::Fleet> nearest(std::size_t service,
                                                     const std::vector<const models::Candidate*>& ways) const {
    return models::detail::nearest(m_, fleet_, service, ways);
  }

  [[nodiscard]] models::Fleet with_room(models::Fleet fleet, std::size_t service, Others others) const {
    if (others == Others::stay) return fleet;
    return relieved(m_, exchanges_, std::move(fleet), service, fleet_.objective());
  }

  const models::Market& m_;
  const models::TeamHours& hours_;
  const models::Fleet& fleet_;
  std::vector<Exchange> exchanges_;
};

}  // namespace planner::plan::prices
