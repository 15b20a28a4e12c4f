#pragma once
#include <cstddef>

#include "planner/plan/prices/capacity.hpp"

/// How much each team of a service may ask for, and how often that is more than there is.
namespace planner::plan::prices {

namespace detail {

/// A burst may find others asking for too much this often; assumed.
inline constexpr double collision_limit = 0.05;
/// Teams are at their peak for 1 / peak_to_mean of their time and silent otherwise, independently: the law with this
/// mean and peak in which bursts are largest. Beyond this many teams of one model all others are taken at their peaks.
inline constexpr std::size_t most_teams = 16;

/// The teams that may be active while this one is, itself left out, at each hour at which more of them may begin.
inline std::vector<std::vector<std::size_t>> others_of(const std::vector<Demand>& teams, std::size_t self) {
  std::vector<std::vector<std::size_t>> by_hour;
  for (const Demand& start : teams) {
    std::vector<std::size_t> active = models::active_teams(teams, start.active_from.value_or(0));
    if (std::erase(active, self) > 0) by_hour.push_back(std::move(active));
  }
  return by_hour;
}

/// What others ask for, as work in replicas, and how likely that is.
struct State {
  double asked = 0, probability = 1;
};

/// Who of the others is at the peak: all combinations.
inline std::vector<State> states_of(const std::vector<Demand>& teams, const std::vector<double>& work,
                                    const std::vector<std::size_t>& others) {
  std::vector<State> states{{}};
  const bool few = others.size() <= most_teams;
  for (const std::size_t t : others) {
    const double at_peak = few ? 1 / teams[t].peak_to_mean : 1;
    const std::size_t known = states.size();
    for (std::size_t i = 0; i < known; ++i) {
      const State s = states[i];
      states[i] = {s.asked + work[t], s.probability * at_peak};
      if (at_peak < 1) states.push_back({s.asked, s.probability * (1 - at_peak)});
    }
  }
  return states;
}

/// The same for each of these hours.
inline std::vector<std::vector<State>> states_by_hour(const std::vector<Demand>& teams, const std::vector<double>& work,
                                                      std::size_t self) {
  std::vector<std::vector<State>> by_hour;
  for (const auto& others : others_of(teams, self)) by_hour.push_back(states_of(teams, work, others));
  return by_hour;
}

/// P(others ask for more than `room`).
inline double beyond(const std::vector<State>& states, double room) {
  double sum = 0;
  for (const State& s : states)
    if (s.asked > room) sum += s.probability;
  return sum;
}

/// The least room that others exceed with at most this probability; at least their mean.
inline double room_for(std::vector<State> states, double limit) {
  double mean = 0, above = 0;
  for (const State& s : states) mean += s.probability * s.asked;
  std::ranges::sort(states, std::ranges::greater{}, &State::asked);
  for (const State& s : states) {
    if (above + s.probability > limit) return std::max(mean, s.asked);
    above += s.probability;
  }
  return mean;
}

/// The most room that others take so at any hour.
inline double room_at_worst(const std::vector<std::vector<State>>& by_hour, double limit) {
  double room = 0;
  for (const auto& states : by_hour) room = std::max(room, room_for(states, limit));
  return room;
}

/// P(others ask for more than `room`) at the worst hour.
inline double beyond_at_worst(const std::vector<std::vector<State>>& by_hour, double room) {
  double worst = 0;
  for (const auto& states : by_hour) worst = std::max(worst, beyond(states, room));
  return worst;
}

/// The highest rate up to `high` that is honoured, to 1 %; `low` where nothing above it is.
template <class Honoured>
double highest(double low, double high, const Honoured& honoured) {
  if (honoured(high)) return high;
  while (high > low * 1.01) {
    const double middle = std::sqrt(low * high);
    (honoured(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace detail

/// Guaranteed: the peak that replicas were planned for. Burst: the most that this team may ask for while the others ask
/// for what they exceed 5 % of the time at most, at the hour in which they ask for most, if the replicas stay within
/// their utilization target and every latency target that the plan keeps, the members of a pool within the policy's
/// overflow, and the engines of a shared card within their busy time.
inline Quota quota_of(const models::Market& m, const models::Fleet& fleet, std::size_t service, std::size_t team) {
  const models::Offer& o = *fleet.chosen[service]->offer;
  const std::vector<Demand>& teams = m.services[service].service->demand;
  std::vector<double> work;
  for (const Demand& d : teams) work.push_back(models::peak_work(o.replica, d));
  double planned = 0;
  for (const std::size_t t : models::busiest_teams(teams)) planned += work[t];
  const auto by_hour = detail::states_by_hour(teams, work, team);
  const double room = detail::room_at_worst(by_hour, detail::collision_limit);
  const double each = models::seconds_per_request(o.replica, teams[team]);
  const double replicas = o.peak.replicas * m.inputs.policy.utilization_target;
  const Capacity capacity(m, fleet, service);
  const auto service_rate = [&](double burst) {
    return m.services[service].traffic.peak * std::max(1.0, (burst * each + room) / planned);
  };
  Quota q{.guaranteed = teams[team].peak().base()};
  q.burst = detail::highest(q.guaranteed, std::max(q.guaranteed, (replicas - room) / each),
                            [&](double burst) { return capacity.honours(service_rate(burst)); });
  constexpr double rounding = 1 + 1e-9;
  const double slower = detail::beyond_at_worst(by_hour, replicas * rounding - q.burst * each);
  q.collision = std::max(slower, capacity.pool_overflow(service_rate(q.burst)));
  return q;
}

}  // namespace planner::plan::prices
