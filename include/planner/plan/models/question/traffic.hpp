#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "planner/plan/models/question/inputs.hpp"
#include "planner/unit/serving.hpp"

/// What a service has to carry: the teams' demand as one stream of requests.
namespace planner::plan::models {

/// Which peaks meet of teams that do not say when they are active.
enum class PeakMeeting {
  as_said,  ///< all
  apart,    ///< none, as far as their hours allow: no plan for any hours needs less
};

struct Traffic {
  RequestsPerSecond peak{};    ///< of the busiest hour
  RequestsPerSecond mean{};    ///< over the whole day
  unit::RequestShape shape{};  ///< of the mix, weighted by rate
  double arrivals_scv = 1;
  bool assumed_together = false;  ///< several teams, of which one is not active all day and does not say when
};

inline unit::RequestShape shape_of(const Demand& d) {
  constexpr auto each = units::token / units::request;
  return {d.input_tokens.in(each), d.output_tokens.in(each), d.tokens_scv, d.prefix_hit};
}

/// Mean over the whole day.
inline RequestsPerSecond daily_mean(const Demand& d) { return d.rate * (d.active_hours_per_day / 24.0); }

inline bool active_at(const Demand& d, double hour) {
  if (!d.active_from) return true;
  double since = std::fmod(hour - *d.active_from, 24.0);
  if (since < 0) since += 24.0;
  return since < d.active_hours_per_day;
}

/// Teams that are active at that hour.
inline std::vector<std::size_t> active_teams(const std::vector<Demand>& teams, double hour) {
  std::vector<std::size_t> active;
  for (std::size_t t = 0; t < teams.size(); ++t)
    if (active_at(teams[t], hour)) active.push_back(t);
  return active;
}

namespace detail {

inline RequestsPerSecond peak_of(const std::vector<Demand>& teams, const std::vector<std::size_t>& active) {
  RequestsPerSecond sum{};
  for (const std::size_t t : active) sum += teams[t].peak();
  return sum;
}

/// No arrangement of the hours is below the largest single peak, or below the mean of the peaks over the day.
inline RequestsPerSecond least_peak(const std::vector<Demand>& teams) {
  RequestsPerSecond largest{}, spread{};
  for (const Demand& d : teams) {
    largest = std::max(largest, d.peak());
    spread += d.peak() * (d.active_hours_per_day / 24.0);
  }
  return std::max(largest, spread);
}

/// Mean and squared coefficient of variation of a mixture of gamma laws, by its first two moments.
struct Moments {
  double weight = 0, first = 0, second = 0;
  void add(double share, double mean, double scv) {
    weight += share;
    first += share * mean;
    second += share * mean * mean * (1 + scv);
  }
  [[nodiscard]] double mean() const { return first / weight; }
  [[nodiscard]] double scv() const { return first > 0 ? second * weight / (first * first) - 1 : 0; }
};

inline unit::RequestShape mixed_shape(const std::vector<Demand>& teams) {
  Moments input, output;
  double found = 0, all = 0;
  for (const Demand& d : teams) {
    const double share = d.peak().base();
    const unit::RequestShape shape = shape_of(d);
    input.add(share, shape.input_tokens, d.tokens_scv);
    output.add(share, shape.output_tokens, d.tokens_scv);
    found += share * shape.input_tokens * d.prefix_hit;
    all += share * shape.input_tokens;
  }
  return {input.mean(), output.mean(), std::max(input.scv(), output.scv()), all > 0 ? found / all : 0};
}

}  // namespace detail

/// The teams whose peaks meet in the busiest hour. More become active only where one starts, so these hours are tried.
inline std::vector<std::size_t> busiest_teams(const std::vector<Demand>& teams) {
  std::vector<std::size_t> busiest;
  for (const Demand& start : teams) {
    std::vector<std::size_t> active = active_teams(teams, start.active_from.value_or(0));
    if (detail::peak_of(teams, active) > detail::peak_of(teams, busiest)) busiest = std::move(active);
  }
  return busiest;
}

/// The stream of all teams of a service. Peaks of teams that say when they are active meet only where their hours do;
/// teams that do not say are taken to peak with everybody.
inline Traffic traffic_of(const std::vector<Demand>& teams, PeakMeeting meeting) {
  Traffic t{.peak = detail::peak_of(teams, busiest_teams(teams)), .shape = detail::mixed_shape(teams)};
  double weighted = 0;
  for (const Demand& d : teams) {
    t.mean += daily_mean(d);
    weighted += d.peak().base() * d.arrivals_scv;
    const bool unsaid = !d.active_from && d.active_hours_per_day < 24;
    t.assumed_together = t.assumed_together || (teams.size() > 1 && unsaid);
  }
  double peaks = 0;
  for (const Demand& d : teams) peaks += d.peak().base();
  t.arrivals_scv = weighted / peaks;
  if (t.assumed_together && meeting == PeakMeeting::apart) t.peak = detail::least_peak(teams);
  return t;
}

}  // namespace planner::plan::models
