#pragma once
#include "planner/plan/models/candidates/replica.hpp"
#include "planner/unit/embedding_queue.hpp"

/// How many replicas carry the peak: by utilisation first, then by what requests wait.
namespace planner::plan::models {

/// What requests see at the peak.
struct PeakService {
  double replicas = 0;
  double by_utilization = 0;  ///< replicas that the target utilisation alone would ask for
  double utilization = 0;     ///< rate over what the replicas sustain at their operating point
  unit::QueueAnswer queue{};  ///< of one replica, for the mix of all teams
};

namespace detail {

inline unit::QueueAnswer queue_of(const PlannedReplica& r, RequestsPerSecond rate, double arrivals_scv) {
  if (r.serving.shape.output_tokens <= 0) return unit::embedding_queue_at(r.serving, r.point, rate, arrivals_scv);
  return unit::queue_at(r.serving, r.point.batch, rate, arrivals_scv);
}

/// The 95th percentile of a team's time to first token: the wait of all, then its own prompt.
inline Seconds first_token_p95(const PlannedReplica& r, const unit::QueueAnswer& q, const Demand& d) {
  const unit::Serving own = seen_by(r.serving, d);
  if (r.serving.shape.output_tokens <= 0) {
    const double step = r.serving.outside_steps + unit::detail::embedding_step(r.serving, q.running_p95);
    return q.wait_p95 + (step + unit::detail::longest_prompt_extra(own)) * units::second;
  }
  const double factor = unit::percentile_95_over_mean(own.shape.tokens_scv);
  return q.wait_p95 + unit::first_token_time(own, std::max(1.0, q.running_p95), factor) * units::second;
}

inline bool keeps_targets(const PlannedReplica& r, const unit::QueueAnswer& q, const std::vector<Demand>& teams) {
  if (!q.stable) return false;
  for (const Demand& d : teams) {
    if (d.tpot_p95 && q.tpot_p95 > *d.tpot_p95) return false;
    if (d.ttft_p95 && first_token_p95(r, q, d) > *d.ttft_p95) return false;
  }
  return true;
}

}  // namespace detail

/// The fewest replicas at which no one is used beyond the target and the queue keeps every percentile. Requests are
/// spread at random, so each replica sees a Poisson stream of its share. Nothing where not even a replica for every
/// thousandth of the peak would do.
inline std::optional<PeakService> serve_peak(const PlannedReplica& r, const Traffic& traffic,
                                             const std::vector<Demand>& teams, double utilization_target) {
  PeakService p;
  p.by_utilization = std::max(1.0, whole_up(traffic.peak / (r.point.capacity * utilization_target)));
  const auto keeps = [&](double replicas) {
    const unit::QueueAnswer queue = detail::queue_of(r, traffic.peak / replicas, traffic.arrivals_scv);
    const bool kept = detail::keeps_targets(r, queue, teams);
    if (kept) p.queue = queue;  // the last that is kept is that of the fewest replicas
    return kept;
  };
  double fails = p.by_utilization - 1, enough = p.by_utilization;
  while (!keeps(enough)) {
    if (enough > 1000 * p.by_utilization) return std::nullopt;
    fails = enough;
    enough *= 2;
  }
  while (enough - fails > 1) {
    const double middle = whole_down((fails + enough) / 2);
    (keeps(middle) ? enough : fails) = middle;
  }
  p.replicas = enough;
  p.utilization = traffic.peak / (enough * r.point.capacity);
  return p;
}

}  // namespace planner::plan::models
