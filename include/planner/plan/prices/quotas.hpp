#pragma once
#include <cstddef>

#include "planner/plan/models/decide.hpp"
#include "planner/plan/models/team_work.hpp"
#include "planner/plan/prices/plan.hpp"

/// How much each team of a service may ask for, and how often that is more than there is.
namespace planner::plan::prices {

namespace detail {

/// Teams are at their peak for 1 / peak_to_mean of their time and silent otherwise, independently: the law with this
/// mean and peak in which bursts are largest. Beyond this many teams of one model it is not worked out.
inline constexpr std::size_t most_teams = 16;

/// The teams that may be active when this one is, itself left out.
inline std::vector<std::size_t> others_of(const std::vector<Demand>& teams, std::size_t self) {
  std::vector<std::size_t> others = models::active_teams(teams, teams[self].active_from.value_or(0));
  std::erase(others, self);
  return others;
}

/// P(others ask for more than `room`), by all of their states; work in replicas.
inline std::optional<double> beyond(const std::vector<Demand>& teams, const std::vector<double>& work,
                                    const std::vector<std::size_t>& others, double room) {
  if (others.size() > most_teams) return std::nullopt;
  double sum = 0;
  for (std::size_t state = 0; state < (std::size_t{1} << others.size()); ++state) {
    double probability = 1, asked = 0;
    for (std::size_t i = 0; i < others.size(); ++i) {
      const double peak_share = 1 / teams[others[i]].peak_to_mean;
      const bool peak = state >> i & 1;
      probability *= peak ? peak_share : 1 - peak_share;
      asked += peak ? work[others[i]] : 0;
    }
    if (asked > room) sum += probability;
  }
  return sum;
}

}  // namespace detail

/// Guaranteed: the peak that replicas were planned for. Burst: what is left of them, used to the target, while the
/// other teams ask for their means.
inline Quota quota_of(const models::Offer& o, const std::vector<Demand>& teams, std::size_t team, double target) {
  const std::vector<std::size_t> others = detail::others_of(teams, team);
  std::vector<double> work;
  for (const Demand& d : teams) work.push_back(models::peak_work(o.replica, d));
  double others_mean = 0;
  for (const std::size_t t : others) others_mean += work[t] / teams[t].peak_to_mean;
  const double each = models::seconds_per_request(o.replica, teams[team]), replicas = o.peak.replicas * target;
  constexpr double rounding = 1 + 1e-9;
  Quota q{.guaranteed = teams[team].peak().base()};
  q.burst = std::max(q.guaranteed, (replicas - others_mean) / each);
  q.collision = detail::beyond(teams, work, others, replicas * rounding - q.burst * each);
  return q;
}

}  // namespace planner::plan::prices
