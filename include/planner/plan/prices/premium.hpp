#pragma once
#include "planner/plan/prices/beside.hpp"

/// What replicas of its own cost a team more than its part of the shared ones, at any rate of its requests.
namespace planner::plan::prices {

/// The fleet for a service that is asked for otherwise: solved again, or, of many services, the one next to the plan's.
class Again {
 public:
  /// All must outlive it.
  Again(const models::Market& m, const models::TeamHours& hours, const models::Fleet& fleet) : m_(m) {
    if (m.services.size() > models::detail::searched_beside) beside_.emplace(m, hours, fleet);
  }

  /// Whether what the fleet costs is an upper bound.
  [[nodiscard]] bool bounds() const { return beside_.has_value(); }

  /// @param others where the fleet is not solved again: what matters for its cost, and nothing to how the team is
  /// served
  [[nodiscard]] std::optional<Served> together(const Service& asked, std::size_t service, std::size_t team,
                                               Others others) const {
    return beside_ ? beside_->together(asked, service, team, others) : solved_together(m_, asked, service, team);
  }
  [[nodiscard]] std::optional<Served> apart(const Service& asked, std::size_t service, std::size_t team,
                                            Others others) const {
    return beside_ ? beside_->apart(asked, service, team, others) : solved_apart(m_, asked, service, team);
  }

 private:
  const models::Market& m_;
  std::optional<Beside> beside_{};
};

namespace detail {

/// Price of the team's cards, had it its own, over that of its part of those that the service holds, less 1. Both by
/// the cheapest fleet for these inputs; idle and spare cards are borne in proportion on both sides, and cancel.
inline std::optional<double> premium_at(const Again& again, const Service& asked, std::size_t service,
                                        std::size_t team) {
  const auto together = again.together(asked, service, team, Others::stay);
  const auto apart = together ? again.apart(asked, service, team, Others::stay) : std::nullopt;
  return apart ? std::optional(apart->cards / together->cards - 1) : std::nullopt;
}

}  // namespace detail

/// The peak rate from which a team's premium for replicas of its own is at most `limit`: its rate is raised fourfold
/// until it is, and the last step halved, as a ratio, until it is known to 5 %. At each of these rates the fleet is
/// solved twice, the team's service shared and apart; the other teams ask for what they do now. Replicas are whole, so
/// that above it there may be rates at which the premium is higher again.
///
/// @return nothing where it is above `limit` at up to 262,144 (4^9) times the present rate
inline std::optional<RequestsPerSecond> worth_from(const Again& again, const Service& now, std::size_t service,
                                                   std::size_t team, double limit) {
  constexpr double step = 4, most = 262144, close = 1.05;
  const auto within = [&](double factor) {
    Service asked = now;
    asked.demand[team].rate = now.demand[team].rate * factor;
    const auto premium = detail::premium_at(again, asked, service, team);
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
  return now.demand[team].peak() * found;
}

}  // namespace planner::plan::prices
