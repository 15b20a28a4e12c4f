#pragma once
#include "planner/plan/models/narrate/service_steps.hpp"

/// What a service on demand claims of its pool, and what its requests wait.
namespace planner::plan::models {

namespace detail {

/// Rates of the parts of the day, their shares, and what is to be added up over them.
struct DaySteps {
  std::vector<std::string> share{}, rate{};
};

inline DaySteps day_steps(Narrator& n, const ServiceStory& s) {
  DaySteps steps;
  const std::vector<DayPart>& day = s.chosen.on_demand->day;
  for (std::size_t i = 0; i < day.size(); ++i) {
    const std::string at = s.at("day." + std::to_string(i));
    steps.share.push_back(n.given(at + ".share", day[i].share, "hours of its teams"));
    steps.rate.push_back(n.given(at + ".requests_per_s", day[i].rate, "teams that are active in these hours"));
  }
  return steps;
}

/// Mean time from a load to the last answer, before the model goes: M/D/infinity (docs/design/on-demand.md).
inline std::string up_time(const ServiceStory& s, const std::string& rate) {
  const std::string service = s.at("service_time"), per_request = "unit.request / " + rate;
  return "(" + s.at("load") + " + (exp(" + rate + " / unit.request * " + service + ") - 1) * " + per_request + ")";
}

inline std::string cycle(const ServiceStory& s, const std::string& rate) {
  return "(" + up_time(s, rate) + " + unit.request / " + rate + ")";
}

/// Its time to fall asleep, or nothing.
inline std::string falls_asleep(Narrator& n, const ServiceStory& s) {
  if (!s.chosen.sleeps()) return "";
  return n.given(s.at("falls_asleep"), s.chosen.on_demand->falls_asleep(), "load chain of waking from level 1",
                 "weights go to host memory as fast as they come back");
}

inline bool bursts(const ServiceStory& s) { return s.service.traffic.arrivals_scv > 1; }
inline constexpr const char* burst_cycle = "cycle under bursts, docs/design/on-demand.md";

/// What the cycle under bursts gives: it has no formula of one line.
inline void narrate_bursts(Narrator& n, const ServiceStory& s, const ModelPolicy& policy) {
  const OnDemand& d = *s.chosen.on_demand;
  n.given(s.at("cold_starts"), d.starts_per_s / units::second, burst_cycle, "mean over the day");
  n.given(s.at("waiting"), d.waiting, burst_cycle, "requests that wait at a time, mean over the day");
  if (policy.wait_cost)
    n.step(s.at("wait_usd"), n.policy("wait_cost_usd_per_s", *policy.wait_cost) + " * " + s.at("waiting"), d.wait_usd);
}

inline void narrate_claim(Narrator& n, const ServiceStory& s) {
  const OnDemand& d = *s.chosen.on_demand;
  if (d.asleep) {
    n.given(s.at("sleep_level"), d.asleep->level, "1: weights in host memory; 2: read again");
    n.given(s.at("kept_asleep_gib_per_gpu"), d.asleep->kept,
            "planner fit: CUDA context, other allocations, CUDA graphs", "on each of its cards while it sleeps");
  }
  n.given(s.at("service_time"), d.service, "running sequences at the peak / its rate, and the first token");
  n.given(s.at("gpus_per_replica"), s.plan.gpus_per_replica, "cheapest of the degrees that were tried");
  const std::string peak = s.at("peak_requests_per_s");
  const char* meaning = "share of the busiest hour in which it is live";
  if (bursts(s)) {
    n.given(s.at("claim"), d.claim, burst_cycle, meaning);
    falls_asleep(n, s);
  } else {
    const std::string falls = falls_asleep(n, s);
    const std::string live = falls.empty() ? up_time(s, peak) : "(" + up_time(s, peak) + " + " + falls + ")";
    n.step(s.at("claim"), live + " / " + cycle(s, peak), d.claim, "", meaning);
  }
  n.step(s.at("claimed_gpus"), s.at("gpus_per_replica") + " * " + s.at("claim"), d.claimed_gpus());
}

}  // namespace detail

namespace detail {

/// What requests that come while an engine falls asleep wait beside the others, per wake: all of that and of the next.
inline std::string late_wait(Narrator& n, const ServiceStory& s, const std::string& rate) {
  const std::string falls = falls_asleep(n, s);
  if (falls.empty()) return "";
  const std::string meanwhile = rate + " / unit.request * " + falls;
  return " + (1 - exp(-" + meanwhile + ")) * (1 + " + meanwhile + ") * (" + falls + " + " + s.at("load") + ")";
}

/// Poisson requests: idle replicas go at once.
inline void narrate_poisson(Narrator& n, const ServiceStory& s, const ModelPolicy& policy) {
  const OnDemand& d = *s.chosen.on_demand;
  const DaySteps day = day_steps(n, s);
  const std::string load = s.at("load");
  std::vector<std::string> starts, waits;
  for (std::size_t i = 0; i < d.day.size(); ++i) {
    starts.push_back(day.share[i] + " / " + cycle(s, day.rate[i]));
    waits.push_back(starts.back() + " * (" + load + " + " + day.rate[i] + " / unit.request * " + load + " * " + load +
                    " / 2" + late_wait(n, s, day.rate[i]) + ")");
  }
  n.step(s.at("cold_starts"), sum_of(starts), d.starts_per_s / units::second, "", "mean over the day");
  if (policy.wait_cost)
    n.step(s.at("wait_usd"), n.policy("wait_cost_usd_per_s", *policy.wait_cost) + " * (" + sum_of(waits) + ")",
           d.wait_usd, "", "the first request of a load waits for all of it, those that come meanwhile for half");
}

}  // namespace detail

namespace detail {

inline void narrate_waits(Narrator& n, const ServiceStory& s) {
  constexpr const char* law = "waits over a cycle of loads, docs/design/on-demand.md";
  const auto told = [&](const char* id, const std::optional<Seconds>& wait, const char* note) {
    if (wait) n.given(s.at(id), *wait, law, note);
  };
  constexpr const char* shared = "loads that share a link, docs/design/on-demand.md";
  if (s.plan.load_beside)
    n.given(s.at("load_beside"), *s.plan.load_beside, shared, "mean in the busiest hour, others of its pool under way");
  if (const auto& kept = s.plan.if_kept_warm) {
    constexpr const char* stays = "if replicas stayed until a cold start needs their room, docs/design/on-demand.md";
    n.given(s.at("if_kept_warm.cold_fraction_lru"), kept->least_recently_used, stays, "the longest idle gives way");
    n.given(s.at("if_kept_warm.cold_fraction_cost_aware"), kept->cost_aware, stays, "the cheapest to load gives way");
    n.given(s.at("if_kept_warm.cost_aware_error"), kept->cost_aware_error, stays, "played: half of a 99 % interval");
  }
  told("mean_wait", s.plan.mean_wait, "over all requests of the day");
  n.given(s.at("contention_usd"), s.plan.beside_usd, shared, "what waiting would cost more than by loads alone");
  told("wait_p99", s.plan.wait_p99, "1 % of all requests wait longer, by the p50 of the load");
  told("wait_p99_at_load_p90", s.plan.wait_p99_slow, "the same by the p90 of the load, held against the targets");
  told("wait_given_cold_p99", s.plan.wait_given_cold_p99, "of the requests that wait");
  told("idle_timeout", s.plan.idle_timeout, "that costs least, docs/design/on-demand.md");
}

/// Whatever is asked of it finds it loaded.
inline void narrate_held(Narrator& n, const ServiceStory& s) {
  constexpr const char* held = "it is held: no request waits for a load";
  n.given(s.at("cold_starts"), s.plan.cold_starts_per_h / units::hour, held);
  n.given(s.at("cold_fraction"), s.plan.cold_fraction, held);
  n.given(s.at("overflow_probability"), s.plan.overflow_probability, held);
  n.given(s.at("wait_usd"), s.plan.wait_usd, held);
  n.given(s.at("contention_usd"), s.plan.beside_usd, held);
}

}  // namespace detail

inline void narrate_on_demand(Narrator& n, const ServiceStory& s, const ModelPolicy& policy) {
  if (s.chosen.resident()) return detail::narrate_held(n, s);
  detail::narrate_claim(n, s);
  detail::bursts(s) ? detail::narrate_bursts(n, s, policy) : detail::narrate_poisson(n, s, policy);
  n.step(s.at("cold_fraction"), s.at("cold_starts") + " * unit.request / " + s.at("requests"), s.plan.cold_fraction);
  detail::narrate_waits(n, s);
  n.given(s.at("wait_usd"), s.plan.wait_usd, "`wait_cost_usd_per_s` is not set");
}

}  // namespace planner::plan::models
