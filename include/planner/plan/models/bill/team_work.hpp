#pragma once
#include "planner/plan/models/candidates/offer.hpp"

/// What requests of a team take of a replica.
namespace planner::plan::models {

/// Seconds of the whole replica that one request takes at the operating point: its prompt, and its part of the steps
/// that its tokens run in.
inline double seconds_per_request(const PlannedReplica& r, const Demand& d) {
  const unit::Serving own = detail::seen_by(r.serving, d);
  const double batch = r.point.batch, output = d.output_tokens.in(units::token / units::request);
  if (output <= 0) return unit::detail::embedding_step(own, batch) / batch;
  return unit::prompt_time(own, batch) + output * unit::decode_time(r.serving, batch) / batch;
}

/// Replica-seconds per second at the team's peak.
inline double peak_work(const PlannedReplica& r, const Demand& d) {
  return d.peak().base() * seconds_per_request(r, d);
}

/// Each team's part of a service, by its work at the peak; they sum to 1.
inline std::vector<double> parts_of(const PlannedReplica& r, const std::vector<Demand>& teams) {
  std::vector<double> parts;
  double all = 0;
  for (const Demand& d : teams) all += peak_work(r, d);
  for (const Demand& d : teams) parts.push_back(peak_work(r, d) / all);
  return parts;
}

/// Million tokens, in and out, that a team's requests have in an hour, mean over the day.
inline double million_tokens_per_h(const Demand& d) {
  constexpr auto each = units::token / units::request;
  const double per_request = d.input_tokens.in(each) + d.output_tokens.in(each);
  return daily_mean(d).base() * units::hour.base() * per_request / 1e6;
}

}  // namespace planner::plan::models
