#pragma once
#include "planner/plan/models/bill/bill.hpp"
#include "planner/plan/models/bill/break_even.hpp"
#include "planner/plan/narrator.hpp"

/// How a service comes to its replicas.
namespace planner::plan::models {

/// One service while it is told.
struct ServiceStory {
  const ServiceOptions& service;
  const Candidate& chosen;
  const ServicePlan& plan;
  std::string prefix{};  ///< `services.NAME`

  [[nodiscard]] std::string at(const std::string& number) const { return prefix + "." + number; }
  [[nodiscard]] std::string team(const Demand& d, const std::string& number) const {
    return "inputs." + id_part(service.id) + "." + id_part(d.team) + "." + number;
  }
  [[nodiscard]] const PlannedReplica& replica() const { return chosen.offer->replica; }
  [[nodiscard]] bool embeds() const { return replica().serving.shape.output_tokens <= 0; }
};

namespace detail {

inline constexpr auto request_rate = units::request / units::second;

inline std::vector<std::string> peaks(Narrator& n, const ServiceStory& s, const std::vector<std::size_t>& teams) {
  std::vector<std::string> terms;
  for (const std::size_t t : teams) {
    const Demand& d = s.service.service->demand[t];
    const std::string rate = n.given(s.team(d, "requests_per_s"), d.rate, "scenario");
    const std::string factor = n.given(s.team(d, "peak_to_mean"), d.peak_to_mean, "scenario");
    terms.push_back(rate + " * " + factor);
  }
  return terms;
}

inline std::vector<std::size_t> all_of(const std::vector<Demand>& teams) {
  std::vector<std::size_t> all(teams.size());
  for (std::size_t t = 0; t < all.size(); ++t) all[t] = t;
  return all;
}

inline void narrate_rates(Narrator& n, const ServiceStory& s) {
  const std::vector<Demand>& teams = s.service.service->demand;
  std::vector<std::string> means;
  for (const Demand& d : teams) {
    const std::string rate = n.given(s.team(d, "requests_per_s"), d.rate, "scenario");
    const std::string hours = n.given(s.team(d, "active_hours_per_day"), d.active_hours_per_day, "scenario");
    means.push_back(rate + " * " + hours + " / 24");
  }
  n.step(s.at("requests"), sum_of(means), s.service.traffic.mean, "", "mean over the day");
  n.step(s.at("peak_requests_per_s"), sum_of(peaks(n, s, busiest_teams(teams))), s.service.traffic.peak, "",
         "of the teams that are active in the busiest hour");
}

/// Mean of one length over the mix, weighted by the peaks.
inline void narrate_length(Narrator& n, const ServiceStory& s, const std::string& field,
                           TokensPerRequest Demand::*length, double mean) {
  const std::vector<Demand>& teams = s.service.service->demand;
  const std::vector<std::string> rates = peaks(n, s, all_of(teams));
  std::vector<std::string> terms;
  for (std::size_t t = 0; t < teams.size(); ++t)
    terms.push_back(rates[t] + " * " + n.given(s.team(teams[t], field), teams[t].*length, "scenario"));
  n.step(s.at(field), "(" + sum_of(terms) + ") / (" + sum_of(rates) + ")", mean * (units::token / units::request));
}

inline const char* limit_words(unit::BatchLimit limit) {
  switch (limit) {
    case unit::BatchLimit::memory:
      return "bound by the cache";
    case unit::BatchLimit::sequences:
      return "bound by the sequences that the engine runs at once";
    case unit::BatchLimit::prompts:
      return "bound by prompts that fill every step";
    case unit::BatchLimit::ttft:
      return "bound by the time to first token";
    case unit::BatchLimit::tpot:
      return "bound by the time per output token";
  }
  return "";
}

inline const char* roofline = "roofline of a step, docs/design/serving.md";

/// A batch of answers that each take a prompt along.
inline std::string generation_rate(Narrator& n, const ServiceStory& s) {
  const PlannedReplica& r = s.replica();
  const double batch = r.point.batch;
  const std::string decode = n.given(s.at("decode_time"), unit::decode_time(r.serving, batch) * units::second, roofline,
                                     "of a step of that batch");
  const std::string prompt = n.given(s.at("prompt_time"), unit::prompt_time(r.serving, batch) * units::second, roofline,
                                     "that one prompt adds to the steps that take it along");
  const std::string answer = s.at("output_tokens") + " * unit.request / unit.token";
  n.step(s.at("tpot_at_batch"), decode + " + " + s.at("batch") + " / (" + answer + ") * " + prompt, r.point.tpot, "",
         "each step carries its part of a prompt for every sequence");
  const std::string rate = s.at("batch") + " / (" + answer + " * " + s.at("tpot_at_batch") + ") * unit.request";
  const double served = r.serving.served_over_seen();
  if (served == 1) return rate;
  return rate + " / " + n.given(s.at("served_over_seen"), served, "catalog, typical errors of time and throughput");
}

inline std::string embedding_rate(Narrator& n, const ServiceStory& s) {
  const PlannedReplica& r = s.replica();
  const std::string step =
      n.given(s.at("step_time"), unit::detail::embedding_step(r.serving, r.point.batch) * units::second, roofline);
  return s.at("batch") + " / " + step + " * unit.request";
}

/// What a band of measured over estimated values is called.
inline void narrate_band(Narrator& n, const std::string& id, const unit::Band& band) {
  constexpr const char* measured = "measured over estimated, docs/accuracy.md";
  n.given(id + ".0", band.low, measured, "a tenth of measured points lie below");
  n.given(id + ".1", band.high, measured, "a tenth of measured points lie above");
}

inline void narrate_memory(Narrator& n, const ServiceStory& s) {
  constexpr const char* fit = "planner fit, docs/design/fit.md";
  n.given(s.at("weights_gib_per_gpu"), s.plan.weights_per_gpu, fit);
  n.given(s.at("kv_gib_per_gpu"), s.plan.kv_per_gpu, fit, "room for the cache");
  n.given(s.at("max_len"), s.plan.max_len, fit, "tokens of the longest sequence that it is set up for");
  n.given(s.at("concurrency"), s.plan.concurrency, fit, "sequences of the mean length that fit at once");
}

inline void narrate_capacity(Narrator& n, const ServiceStory& s) {
  n.given(s.at("batch"), s.plan.batch, "largest batch within the targets and the cache, by bisection",
          limit_words(s.plan.limit));
  const std::string rate = s.embeds() ? embedding_rate(n, s) : generation_rate(n, s);
  n.step(s.at("capacity_requests_per_s"), rate, s.plan.capacity_per_s * request_rate, "", "of one replica");
  narrate_band(n, s.at("capacity_band"), s.plan.rate_band);
  narrate_band(n, s.at("tpot_band"), s.plan.tpot_band);
  narrate_band(n, s.at("ttft_band"), s.plan.ttft_band);
}

inline void narrate_replicas(Narrator& n, const ServiceStory& s, const ModelPolicy& policy) {
  const std::string target = n.policy("utilization_target", policy.utilization_target);
  const std::string peak = s.at("peak_requests_per_s"), capacity = s.at("capacity_requests_per_s");
  n.step(s.at("replicas_by_utilization"), "max(1, ceil(" + peak + " / (" + capacity + " * " + target + ")))",
         s.plan.replicas_by_utilization);
  if (s.plan.replicas == s.plan.replicas_by_utilization) {
    n.step(s.at("replicas"), s.at("replicas_by_utilization"), s.plan.replicas, "",
           "the queue keeps every target with these");
  } else {
    n.given(s.at("replicas"), s.plan.replicas, "fewest at which the queue keeps every target, by bisection");
  }
  n.step(s.at("utilization"), peak + " / (" + s.at("replicas") + " * " + capacity + ")", s.plan.utilization);
}

/// What a team asks for, and its time per token.
inline void narrate_promise(Narrator& n, const std::string& own, const TeamService& t) {
  n.given(own + ".peak_requests_per_s", t.peak_requests_per_s, "scenario", "its mean rate times its peak");
  const auto told = [&](const char* id, const std::optional<Seconds>& time, const char* source) {
    if (time) n.given(own + id, *time, source);
  };
  told(".ttft_target", t.ttft_target, "scenario");
  told(".tpot_target", t.tpot_target, "scenario");
  told(".cold_wait_target", t.cold_wait_target, "scenario");
  told(".tpot_p95", t.tpot_p95, "birth and death chain of one replica, docs/design/serving.md");
}

inline void narrate_latency(Narrator& n, const ServiceStory& s) {
  const std::string queue = "birth and death chain of one replica, docs/design/serving.md";
  const std::string wait = n.given(s.at("queue_wait_p95"), *s.plan.queue_wait_p95, queue, "for a place in the batch");
  if (s.plan.tpot_p95) n.given(s.at("tpot_p95"), *s.plan.tpot_p95, queue);
  std::string longest;
  for (const TeamService& t : s.plan.teams) {
    const std::string own = s.prefix + "." + id_part(t.team);
    narrate_promise(n, own, t);
    const std::string first = n.given(own + ".first_token", *t.ttft_p95 - *s.plan.queue_wait_p95, roofline,
                                      "of a prompt of the 95th percentile, among those that run");
    const std::string id = n.step(own + ".ttft_p95", wait + " + " + first, *t.ttft_p95);
    longest += (longest.empty() ? "" : ", ") + id;
  }
  n.step(s.at("ttft_p95"), "max(" + longest + ")", *s.plan.ttft_p95, "", "of the team that waits longest");
}

/// The root of rate * wait * (L + rate L^2 / 2) = holding, in the form that loses no digits.
inline void narrate_break_even(Narrator& n, const ServiceStory& s, const ModelPolicy& policy) {
  if (!s.plan.load) return;
  const std::string load = n.given(s.at("load"), *s.plan.load,
                                   s.chosen.resident() ? "load chain, from the local disk or else the object store"
                                                       : "load chain, from where its weights wait",
                                   s.chosen.sleeps() ? "waking, on the cards that it was started on"
                                                     : "a cold start on a host that has run the model before");
  n.given(s.at("load_p90"), *s.plan.load_p90, "load chain", "over sources and set-ups; see planner load --explain");
  if (!s.plan.break_even_requests_per_h) return;
  const std::string wait = n.policy("wait_cost_usd_per_s", *policy.wait_cost);
  const std::string hold =
      n.given(s.at("holding"), s.plan.holding_usd, "price of the host / its GPUs, times the cards of one replica");
  const std::string uneven = n.given(s.at("unevenness"), unevenness(s.service.service->demand), "hours of its teams",
                                     "mean of the squared rate over the day / square of the mean");
  const std::string one_wait = wait + " * " + load;
  n.step(s.at("break_even_requests"),
         "2 * " + hold + " / (" + one_wait + " + sqrt(" + one_wait + " * " + one_wait + " + 2 * " + one_wait + " * " +
             load + " * " + hold + " * " + uneven + ")) * unit.request",
         *s.plan.break_even_requests_per_h / units::hour.base() * request_rate, "",
         "rate from which a replica is better held than loaded for each request");
}

}  // namespace detail

/// Rates, lengths, what one replica sustains, replicas, latencies.
inline void narrate_service(Narrator& n, const ServiceStory& s, const ModelPolicy& policy) {
  detail::narrate_rates(n, s);
  detail::narrate_length(n, s, "input_tokens", &Demand::input_tokens, s.plan.input_tokens);
  detail::narrate_length(n, s, "output_tokens", &Demand::output_tokens, s.plan.output_tokens);
  detail::narrate_memory(n, s);
  detail::narrate_capacity(n, s);
  detail::narrate_replicas(n, s, policy);
  detail::narrate_latency(n, s);
  detail::narrate_break_even(n, s, policy);
}

}  // namespace planner::plan::models
