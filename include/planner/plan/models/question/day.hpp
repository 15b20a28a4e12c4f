#pragma once
#include <set>
#include <vector>

#include "planner/plan/models/question/traffic.hpp"

/// The day of a service, cut where a team starts or ends.
namespace planner::plan::models {

/// Hours in which the same teams are active. Within them requests come at the sum of the teams' mean rates.
struct DayPart {
  double share = 0;  ///< of the day
  RequestsPerSecond rate{};
};

namespace detail {

/// Teams that do not say when they start are taken to start together, at hour 0.
inline std::vector<Demand> with_starts(std::vector<Demand> teams) {
  for (Demand& d : teams)
    if (!d.active_from) d.active_from = 0.0;
  return teams;
}

inline std::set<double> changes_of(const std::vector<Demand>& teams) {
  std::set<double> hours{0.0};
  for (const Demand& d : teams) {
    hours.insert(std::fmod(*d.active_from, 24.0));
    hours.insert(std::fmod(*d.active_from + d.active_hours_per_day, 24.0));
  }
  return hours;
}

}  // namespace detail

/// The parts of the day in which somebody is active.
inline std::vector<DayPart> day_of(const std::vector<Demand>& demand) {
  const std::vector<Demand> teams = detail::with_starts(demand);
  std::set<double> hours = detail::changes_of(teams);
  hours.insert(24.0);
  std::vector<DayPart> parts;
  for (auto from = hours.begin(), to = std::next(from); to != hours.end(); ++from, ++to) {
    DayPart part{.share = (*to - *from) / 24.0};
    for (const std::size_t t : active_teams(teams, *from)) part.rate += teams[t].rate;
    if (part.share > 0 && part.rate > RequestsPerSecond{}) parts.push_back(part);
  }
  return parts;
}

}  // namespace planner::plan::models
