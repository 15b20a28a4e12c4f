#pragma once
#include "planner/plan/models/choice/choice.hpp"
#include "planner/plan/models/plan.hpp"

/// A chosen candidate as the plan tells it.
namespace planner::plan::models {

namespace detail {

inline TeamService team_service(const Offer& o, const Demand& d) {
  TeamService t{.team = d.team, .peak_requests_per_s = d.peak().base()};
  t.ttft_target = d.ttft_p95;
  t.tpot_target = d.tpot_p95;
  t.cold_wait_target = d.cold_wait_p99;
  t.ttft_p95 = first_token_p95(o.replica, o.peak.queue, d);
  if (o.replica.serving.shape.output_tokens > 0) t.tpot_p95 = o.peak.queue.tpot_p95;
  return t;
}

inline void set_memory(ServicePlan& p, const PlannedReplica& r) {
  p.weights = r.fit.weights;
  p.kv_cache = r.fit.kv_cache;
  p.weights_per_gpu = r.fit.stages.front().weights;
  p.kv_per_gpu = r.fit.stages.front().cache;
  p.max_len = r.fit.max_len;
  p.concurrency = std::min(r.room.by_memory, r.room.sequences);
}

inline void set_speed(ServicePlan& p, const Offer& o) {
  const unit::OperatingPoint& point = o.replica.point;
  p.batch = point.batch;
  p.limit = point.limit;
  p.capacity_per_s = point.capacity.base();
  if (o.replica.serving.shape.output_tokens > 0) p.step = point.tpot;
  p.rate_band = point.rate_band;
  p.tpot_band = point.tpot_band;
  p.ttft_band = point.ttft_band;
  p.replicas = o.peak.replicas;
  p.replicas_by_utilization = o.peak.by_utilization;
  p.utilization = o.peak.utilization;
  p.queue_wait_p95 = o.peak.queue.wait_p95;
}

inline void set_load(ServicePlan& p, const Estimate<Seconds>& load, WeightTier from) {
  if (!load.known()) return;
  p.load = load.value();
  p.load_p90 = load.high_or_typical();
  p.load_from = from;
}

inline void set_waiting(ServicePlan& p, const OnDemand& d) {
  p.tier = d.told_tier();
  set_load(p, d.load, d.tier);
  if (d.asleep) {
    p.sleep_level = d.asleep->level;
    p.falls_asleep = d.falls_asleep();
    p.falls_asleep_p90 = d.asleep->falls.high_or_typical();
    p.kept_asleep = d.asleep->kept;
  }
  p.idle_timeout = d.timeout;
  p.service_time = d.service;
  p.cold_starts_per_h = d.starts_per_s * units::hour.base();
  p.cold_fraction = d.cold_fraction;
  p.wait_p99 = d.wait_p99;
  p.wait_p99_slow = d.wait_p99_slow;
  p.wait_given_cold_p99 = d.wait_given_cold_p99;
  p.wait_usd = d.wait_usd;
}

inline std::vector<HeldPart> held_parts(const ByHours& by) {
  std::vector<HeldPart> parts;
  if (by.all_day > 0) parts.push_back({.replicas = by.all_day});
  for (const HeldHours& held : by.others) parts.push_back({held.replicas, held.hours, held.spans, by.load});
  return parts;
}

}  // namespace detail

inline ServicePlan service_plan(const ServiceOptions& s, const Candidate& c, const HostType& type) {
  const Offer& o = *c.offer;
  ServicePlan p{.name = s.id, .model = s.service->model, .gpu = type.gpu->id, .host = type.host->id};
  p.decision = c.decision();
  p.gpus_per_replica = o.tensor_parallel();
  p.card_share = o.share.memory;
  p.busy_share = o.share.busy;
  p.mig_profile = o.share.profile;
  p.requests_per_h = s.traffic.mean.base() * units::hour.base();
  p.peak_requests_per_s = s.traffic.peak.base();
  p.arrivals_scv = s.traffic.arrivals_scv;
  p.input_tokens = s.traffic.shape.input_tokens;
  p.output_tokens = s.traffic.shape.output_tokens;
  detail::set_memory(p, o.replica);
  detail::set_speed(p, o);
  if (!c.resident()) detail::set_waiting(p, *c.on_demand);
  if (c.by_hours != nullptr) p.parts = detail::held_parts(*c.by_hours);
  for (const Demand& d : s.service->demand) {
    p.teams.push_back(detail::team_service(o, d));
    const TeamService& t = p.teams.back();
    if (!p.ttft_p95 || *t.ttft_p95 > *p.ttft_p95) p.ttft_p95 = t.ttft_p95;
    if (t.tpot_p95) p.tpot_p95 = t.tpot_p95;
  }
  return p;
}

}  // namespace planner::plan::models
