#pragma once
#include <map>
#include <numeric>

#include "planner/plan/models/candidates/load_time.hpp"
#include "planner/plan/models/question/day.hpp"

/// Which replicas can be given away in hours in which their teams are not active.
namespace planner::plan::models {

namespace detail {

/// A team's hours with the time before them in which its replicas load.
inline Demand from_its_load(Demand d, Seconds load) {
  if (!d.active_from || d.active_hours_per_day >= 24) return d;
  const double hours = load / units::hour;
  d.active_from = std::fmod(*d.active_from - hours + 24, 24.0);
  d.active_hours_per_day = std::min(24.0, d.active_hours_per_day + hours);
  return d;
}

/// The slowest load of any candidate of a service, by its slowest source; nothing where one is not known.
inline std::optional<Seconds> slowest_load(const catalog::Catalog& catalog, const LoadPaths& paths,
                                           const ServiceOptions& s, const std::vector<HostType>& types) {
  Seconds slowest{};
  for (const Candidate& c : s.candidates) {
    const Estimate<Seconds> load = usual_load(catalog, paths, s, *c.offer, types[c.host]).time;
    if (!load.known()) return std::nullopt;
    slowest = std::max(slowest, load.high_or_typical());
  }
  return slowest;
}

/// What `from_its_load` added.
inline Seconds allowance(const std::vector<Demand>& teams, const std::vector<Demand>& from_load) {
  double hours = 0;
  for (std::size_t t = 0; t < teams.size(); ++t)
    hours = std::max(hours, from_load[t].active_hours_per_day - teams[t].active_hours_per_day);
  return hours * units::hour;
}

/// Teams of each service from their loads on; none of services whose replicas are held all day.
inline std::vector<std::vector<Demand>> teams_by_hours(const catalog::Catalog& catalog, const ModelInputs& in,
                                                       const std::vector<ServiceOptions>& services,
                                                       const std::vector<HostType>& types) {
  std::vector<std::vector<Demand>> all(services.size());
  for (std::size_t s = 0; s < services.size(); ++s) {
    const std::vector<Demand>& teams = services[s].service->demand;
    const bool says = std::ranges::any_of(
        teams, [](const Demand& d) { return d.active_from.has_value() && d.active_hours_per_day < 24; });
    const auto load = says ? slowest_load(catalog, in.load, services[s], types) : std::nullopt;
    if (!load) continue;
    for (const Demand& d : teams) all[s].push_back(from_its_load(d, *load));
  }
  return all;
}

}  // namespace detail

/// Hours in which the same teams are active, over all services.
struct DaySegment {
  double hours = 0;
  std::vector<std::vector<std::size_t>> active{};  ///< teams, by service
};

namespace detail {

inline std::set<double> day_cuts(const std::vector<std::vector<Demand>>& teams) {
  std::set<double> cuts{0.0, 24.0};
  for (const auto& of_service : teams)
    for (const Demand& d : of_service) {
      if (!d.active_from || d.active_hours_per_day >= 24) continue;
      cuts.insert(std::fmod(*d.active_from, 24.0));
      cuts.insert(std::fmod(*d.active_from + d.active_hours_per_day, 24.0));
    }
  return cuts;
}

/// The day, cut where some team starts or ends.
inline std::vector<DaySegment> day_segments(const std::vector<std::vector<Demand>>& teams) {
  std::vector<DaySegment> segments;
  const std::set<double> cuts = day_cuts(teams);
  for (auto from = cuts.begin(), to = std::next(from); to != cuts.end(); ++from, ++to) {
    DaySegment segment{.hours = *to - *from};
    for (const auto& of_service : teams) segment.active.push_back(active_teams(of_service, std::midpoint(*from, *to)));
    segments.push_back(std::move(segment));
  }
  return segments;
}

inline bool covers(const DaySegment& large, const DaySegment& small) {
  for (std::size_t s = 0; s < small.active.size(); ++s)
    if (!std::ranges::includes(large.active[s], small.active[s])) return false;
  return true;
}

/// Segments in whose shadow no other lies: whoever meets in another one meets in one of these. Only they count where
/// hosts are paid all day.
inline std::vector<std::size_t> busiest_segments(const std::vector<DaySegment>& segments) {
  std::vector<std::size_t> busiest;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    bool hidden = false;
    for (std::size_t j = 0; j < segments.size() && !hidden; ++j)
      hidden = i != j && covers(segments[j], segments[i]) && (!covers(segments[i], segments[j]) || j < i);
    if (!hidden) busiest.push_back(i);
  }
  return busiest;
}

inline std::vector<std::size_t> all_segments(const std::vector<DaySegment>& segments) {
  std::vector<std::size_t> all(segments.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

inline std::vector<double> hours_of(const std::vector<DaySegment>& segments) {
  std::vector<double> hours;
  for (const DaySegment& segment : segments) hours.push_back(segment.hours);
  return hours;
}

/// Replicas of one offer by segment.
class ReplicasByHour {
 public:
  ReplicasByHour(const Offer& offer, const ServiceOptions& s, const std::vector<Demand>& teams, double target)
      : offer_(offer), s_(s), teams_(teams), target_(target) {}

  /// Never more than the peak of the whole day takes.
  double needed(const std::vector<std::size_t>& active) {
    const auto [known, fresh] = needed_.try_emplace(active, 0.0);
    if (fresh && !active.empty()) known->second = asked(active);
    return known->second;
  }

 private:
  [[nodiscard]] double asked(const std::vector<std::size_t>& active) const {
    Traffic traffic = s_.traffic;
    traffic.peak = peak_of(teams_, active);
    const auto peak = serve_peak(offer_.replica, traffic, s_.service->demand, target_);
    return peak ? std::min(peak->replicas, offer_.peak.replicas) : offer_.peak.replicas;
  }

  const Offer& offer_;
  const ServiceOptions& s_;
  const std::vector<Demand>& teams_;
  double target_;
  std::map<std::vector<std::size_t>, double> needed_{};
};

/// Segments that touch are one span, over midnight, too.
inline std::vector<DaySpan> spans_of(const std::vector<DaySegment>& segments, const std::vector<bool>& held) {
  std::vector<DaySpan> spans;
  double from = 0;
  for (std::size_t i = 0; i < segments.size(); from += segments[i++].hours) {
    if (!held[i]) continue;
    if (i == 0 || !held[i - 1]) spans.push_back({from, from});
    spans.back().to = from + segments[i].hours;
  }
  if (spans.size() > 1 && held.front() && held.back()) {
    spans.back().to += spans.front().to;
    spans.erase(spans.begin());
  }
  return spans;
}

/// How the replicas of an offer follow the hours; nothing where all are needed all day.
inline std::optional<ByHours> by_hours(ReplicasByHour replicas, const Offer& offer, std::size_t service,
                                       const std::vector<DaySegment>& segments,
                                       const std::vector<std::size_t>& counted) {
  ByHours by;
  for (double k = 1; k <= offer.peak.replicas; ++k) {
    HeldHours held;
    std::vector<bool> needed;
    for (const DaySegment& segment : segments) {
      needed.push_back(replicas.needed(segment.active[service]) >= k);
      if (needed.back()) held.hours += segment.hours;
    }
    held.spans = spans_of(segments, needed);
    for (const std::size_t i : counted) held.segment.push_back(replicas.needed(segments[i].active[service]) >= k);
    if (held.hours >= 24 * (1 - 1e-12)) {
      ++by.all_day;
      continue;
    }
    if (by.others.empty() || by.others.back().hours != held.hours || by.others.back().segment != held.segment)
      by.others.push_back(std::move(held));
    ++by.others.back().replicas;
  }
  return by.others.empty() ? std::nullopt : std::optional(std::move(by));
}

}  // namespace detail

/// When the teams of every service are active, from the loads of their replicas on.
struct TeamHours {
  std::vector<std::vector<Demand>> teams{};  ///< by service; none of services whose replicas are held all day
  std::vector<DaySegment> segments{};
  std::vector<std::size_t> counted{};  ///< segments in which cards are counted
};

inline TeamHours team_hours(const catalog::Catalog& catalog, const ModelInputs& in, const std::vector<HostType>& types,
                            const std::vector<ServiceOptions>& services) {
  TeamHours hours{.teams = detail::teams_by_hours(catalog, in, services, types)};
  hours.segments = detail::day_segments(hours.teams);
  hours.counted = in.policy.fleet == FleetKind::elastic ? detail::all_segments(hours.segments)
                                                        : detail::busiest_segments(hours.segments);
  return hours;
}

/// Adds the candidates of one service whose replicas are held only in the hours that need them. A team's hours begin
/// with the load of its replicas, by the slowest of the sources, so that no request waits. Only where a team says when
/// it is active and the load is known.
///
/// @return whether there are any
inline bool add_by_hours(const ModelInputs& in, const TeamHours& hours, std::size_t service, ServiceOptions& s) {
  const std::vector<Demand>& teams = hours.teams[service];
  const std::vector<Candidate> whole = teams.empty() ? std::vector<Candidate>{} : s.candidates;
  for (const Candidate& c : whole) {
    if (c.shared() || !c.resident()) continue;
    const detail::ReplicasByHour replicas(*c.offer, s, teams, in.policy.utilization_target);
    auto by = detail::by_hours(replicas, *c.offer, service, hours.segments, hours.counted);
    if (!by) continue;
    by->load = detail::allowance(s.service->demand, teams);
    s.by_hours.push_back(std::make_unique<ByHours>(std::move(*by)));
    s.candidates.push_back({c.host, c.offer, nullptr, s.by_hours.back().get()});
  }
  return !s.by_hours.empty();
}

/// The same for all services.
///
/// @return hours of the segments, where hosts are paid by the hour and some candidate follows the hours
inline std::vector<double> add_by_hours(const ModelInputs& in, const TeamHours& hours,
                                        std::vector<ServiceOptions>& services) {
  bool any = false;
  for (std::size_t s = 0; s < services.size(); ++s) any = add_by_hours(in, hours, s, services[s]) || any;
  return any && in.policy.fleet == FleetKind::elastic ? detail::hours_of(hours.segments) : std::vector<double>{};
}

}  // namespace planner::plan::models
