#pragma once
#include "planner/plan/models/bill/fleet_totals.hpp"

/// What the plan assumes, what could not be checked, and what it did not choose.
namespace planner::plan::models {

namespace detail {

inline void add_unknown_power(ModelPlan& plan) {
  for (const FleetPart& p : plan.fleet)
    if (!p.power)
      plan.unknown.push_back({"", p.host, "its power is not published: no racks and kW",
                              "electricity and racks; give `power` of the host"});
}

/// What the fit of a model does not know, once for each GPU.
inline void add_unknown_memory(ModelPlan& plan, const Fleet& fleet) {
  for (const Candidate* c : fleet.chosen)
    for (const std::string& what : c->offer->replica.fit.unknown) {
      const Unknown u{"", c->offer->replica.question.gpu, what,
                      "room for the cache; an assumed figure stands in its place"};
      const bool said = std::ranges::any_of(
          plan.unknown, [&](const Unknown& other) { return other.option == u.option && other.what == u.what; });
      if (!said) plan.unknown.push_back(u);
    }
}

/// Engines that could sleep.
inline void add_unknown_sleep(ModelPlan& plan, const Market& m) {
  const auto unknown = std::ranges::find_if(m.services, &ServiceOptions::sleep_unknown);
  if (unknown != m.services.end())
    plan.unknown.push_back({"", m.inputs.engine, "what it leaves on a card while it sleeps",
                            "whether " + unknown->id + " could be woken on demand: that is not offered"});
}

/// Candidates that were served but cost more, by the cards that they would hold.
inline void add_dearer(ModelPlan& plan, const Market& m, const Fleet& fleet) {
  for (std::size_t s = 0; s < fleet.chosen.size(); ++s) {
    const Candidate& chosen = *fleet.chosen[s];
    for (const Candidate& c : m.services[s].candidates) {
      if (&c == &chosen || c.shared() || !c.all_day() || (chosen.shared() && c.host == chosen.host)) continue;
      const HostType& type = m.types[c.host];
      const UsdPerTime cards = c.whole_gpus() * type.usd() / type.gpus;
      plan.rejected.push_back(
          {m.services[s].id, type.host->id + " x " + say(static_cast<double>(c.offer->tensor_parallel())), "cost",
           "holds " + say(c.whole_gpus()) + (c.whole_gpus() == 1 ? " GPU" : " GPUs") + " worth " + say(cards), ""});
    }
  }
}

/// Prompts that the model cannot take: the gamma law of lengths goes on where positions end.
inline void add_long_prompts(ModelPlan& plan, const Market& m, const Fleet& fleet) {
  for (std::size_t s = 0; s < fleet.chosen.size(); ++s) {
    const PlannedReplica& r = fleet.chosen[s]->offer->replica;
    const catalog::Llm& model = *m.services[s].model;
    if (r.serving.tower) continue;
    const double longest = r.serving.shape.input_tokens * unit::percentile_95_over_mean(r.serving.shape.tokens_scv);
    if (model.positions <= 0 || longest <= model.positions) continue;
    plan.notes.push_back(m.services[s].id +
                         ": with this spread of lengths more than 5 % of prompts are longer than the " +
                         say(model.positions) + " tokens that it was made for; their times are those of the law");
  }
}

inline std::vector<MissedTarget> missed_targets(const std::vector<ServicePlan>& services) {
  std::vector<MissedTarget> missed;
  for (const ServicePlan& s : services)
    for (const TeamService& t : s.teams) {
      if (t.ttft_target && *t.ttft_p95 > *t.ttft_target)
        missed.push_back({s.name, t.team, LatencyTarget::first_token, *t.ttft_p95, *t.ttft_target, s.ttft_band});
      if (t.tpot_target && t.tpot_p95 && *t.tpot_p95 > *t.tpot_target)
        missed.push_back({s.name, t.team, LatencyTarget::per_token, *t.tpot_p95, *t.tpot_target, s.tpot_band});
      if (t.cold_wait_target && s.wait_p99_slow && *s.wait_p99_slow > *t.cold_wait_target)
        missed.push_back({s.name, t.team, LatencyTarget::cold_wait, *s.wait_p99_slow, *t.cold_wait_target, {}});
    }
  return missed;
}

inline std::string risk_note(const MissedTarget& t) {
  const std::string who = t.service + ", " + t.team + ": ";
  if (t.what == LatencyTarget::cold_wait)
    return who + "1 % of requests wait for more than " + say(t.estimate) + " by the p90 of the load, asked " +
           say(t.target) +
           "; a load alone would keep it: others of its pool load over the same link. Give it another " +
           "place for its weights, or a longer `cold_wait_p99`";
  return who + "the 95th percentile of the " +
         (t.what == LatencyTarget::first_token ? "time to first token" : "time per token") + " is " + say(t.estimate) +
         ", asked " + say(t.target) +
         "; no candidate is faster. Of times measured at such an estimate 80 % lay between " +
         say(t.band->low * t.estimate) + " and " + say(t.band->high * t.estimate) + ": measure it";
}

/// Targets that the estimate misses, with the band of the estimate.
inline void add_risks(ModelPlan& plan) {
  plan.missed_targets = missed_targets(plan.services);
  for (const MissedTarget& t : plan.missed_targets) plan.notes.push_back(risk_note(t));
}

/// What loads that share a link add. The choice and its proof are by loads alone.
inline void add_contention_note(ModelPlan& plan) {
  const auto stretched = [](const ServicePlan& s) { return s.load_beside && *s.load_beside > *s.load; };
  if (std::ranges::none_of(plan.services, stretched)) return;
  const std::string usd = plan.beside_usd > UsdPerTime{} ? ": they would add " + say(plan.beside_usd) : "";
  plan.notes.push_back(
      "waits are those of loads that share a link with others of their pool, all on one host "
      "(docs/design/on-demand.md); "
      "which models are loaded on demand was chosen by loads alone, and neither the price of waiting nor the bound has "
      "what others add" +
      usd);
}

/// Models that are not loaded on demand only because a slow load would keep their requests waiting too long.
inline void add_slow_loads(ModelPlan& plan, const Market& m) {
  for (const ServiceOptions& s : m.services)
    if (s.on_demand.empty() && s.slow_wait)
      plan.notes.push_back(s.id + " is not loaded on demand: 1 % of its requests would wait for more than " +
                           say(*s.slow_wait) + " by the p90 of its load, asked " +
                           say(*tightest(s.service->demand, &Demand::cold_wait_p99)) +
                           "; by the p50 the target would be kept");
}

/// Loads that wait for room, too.
inline void add_full_pools(ModelPlan& plan) {
  std::string names;
  for (const ServicePlan& s : plan.services)
    if (s.decision == Decision::on_demand && !s.wait_p99) names += (names.empty() ? "" : ", ") + s.name;
  if (names.empty()) return;
  plan.notes.push_back(
      "more than 1 % of requests find their pool full and wait for room, how long is not known, so that "
      "`cold_wait_p99` may not be kept: give a `pool_overflow_probability` of at most 0.01 for " +
      names);
}

inline bool any_shared(const Fleet& fleet) {
  return std::ranges::any_of(fleet.chosen, [](const Candidate* c) { return c->shared(); });
}

inline constexpr const char* by_memory =
    "models that share a card isolate neither faults nor speed from each other; each is set up for 32 sequences, timed "
    "at "
    "half of the card, and together they are busy at most 30 % of the peak hour";
inline constexpr const char* by_slices =
    "models that share a card have a MIG slice each: memory, faults and multiprocessors are apart, PCIe and power are "
    "not; a "
    "slice is timed by its multiprocessors and memory slices";

/// Power that the policy speaks of and the plan does not.
inline void add_power_notes(ModelPlan& plan, const ModelPolicy& policy) {
  if (plan.kw && policy.rack_power && !plan.racks)
    plan.notes.push_back("no racks: one of " + say(policy.rack_power->in(units::kW)) + " kW does not feed one host");
  const bool paid =
      std::ranges::any_of(plan.fleet, [](const FleetPart& p) { return p.electricity_per_host > UsdPerTime{}; });
  if (policy.electricity && !paid)
    plan.notes.emplace_back(
        "electricity is not added: the prices of these hosts are not marked as without it (`without_power` of a "
        "price)");
}

inline constexpr const char* pool_rule =
    "models on demand are loaded when a request finds none; their pool is sized for the busiest hour, in which all of "
    "them peak together";
inline constexpr const char* no_sleep_rule =
    "engines asleep on a GPU are not offered: `models.load` does not say that engines can `sleep`";
inline constexpr const char* sleep_rule =
    "an engine asleep wakes only on the cards that it was started on and leaves its CUDA context, buffers of "
    "communication and graphs there; cards of engines asleep keep an eighth of their memory for that (assumed), and "
    "level 1 keeps the weights in host memory once for each card, or group of cards, that it wakes on";
inline constexpr const char* poisson_rule =
    "idle models on demand go at once: with Poisson arrivals no timeout but nothing or for ever is best";

/// Which models could be loaded on demand, and what came of it.
inline void add_residency_note(ModelPlan& plan, const Market& m, const Fleet& fleet) {
  if (std::ranges::any_of(fleet.chosen, [](const Candidate* c) { return !c->resident(); })) {
    plan.notes.emplace_back(pool_rule);
    if (!m.inputs.load.sleep) plan.notes.emplace_back(no_sleep_rule);
    if (std::ranges::any_of(fleet.chosen, &Candidate::sleeps)) plan.notes.emplace_back(sleep_rule);
    const auto idles = [](const Candidate* c) { return !c->resident() && c->on_demand->timeout > Seconds{}; };
    if (std::ranges::none_of(fleet.chosen, idles)) plan.notes.emplace_back(poisson_rule);
    return;
  }
  const LoadPaths& paths = m.inputs.load;
  const auto able = std::ranges::count_if(m.services, [](const ServiceOptions& s) { return !s.on_demand.empty(); });
  if (able > 0) {
    plan.notes.push_back("every model is resident: " + say(static_cast<double>(able)) +
                         " could be loaded on demand within their teams' `cold_wait_p99`, but what that frees saves no "
                         "more hosts than the waiting costs");
  } else if (!paths.object_store && !paths.local_nvme && !paths.peer && paths.host_cache <= Bytes{}) {
    plan.notes.emplace_back("every model is resident: `models.load` does not say where else weights could wait");
  } else {
    plan.notes.emplace_back("every model is resident: none can be loaded on demand within a `cold_wait_p99`");
  }
}

inline constexpr const char* by_hours_rule =
    "replicas that are not held all day are loaded before the hours of their teams, by the p90 of the slowest "
    "source: on one day in ten a load may end later and requests wait; at other hours none is expected";

inline constexpr const char* elastic_rule =
    "hosts are paid by the hour: at each hour as many as its replicas take, pools at all hours; replicas may be loaded "
    "on another host before they leave theirs, and starts of hosts are not counted";
inline constexpr const char* not_elastic_rule =
    "hosts are paid all day: of no model whose load time is known are there hours in which all of its teams are "
    "inactive "
    "(`active_from`)";

inline void add_statements(ModelPlan& plan, const Market& m, const Fleet& fleet) {
  plan.notes.emplace_back("all replicas of a model are on one host type");
  add_residency_note(plan, m, fleet);
  const auto comes = [](const Candidate* c) { return c->by_hours != nullptr; };
  if (std::ranges::any_of(fleet.chosen, comes)) plan.notes.emplace_back(by_hours_rule);
  if (m.inputs.policy.fleet == FleetKind::elastic)
    plan.notes.emplace_back(m.hours.empty() ? not_elastic_rule : elastic_rule);
  plan.notes.emplace_back(
      "latencies are estimates: requests are spread over replicas at random, and lengths follow gamma laws");
  if (any_shared(fleet)) plan.notes.emplace_back(m.inputs.policy.sharing == CardSharing::mig ? by_slices : by_memory);
  const bool seen = std::ranges::any_of(m.services, [](const ServiceOptions& s) {
    const catalog::Llm& model = *s.model;
    return model.encoder && model.task != catalog::Task::transcribe;
  });
  if (seen) plan.notes.emplace_back("input tokens of models that see images are timed as text: their towers are not");
}

}  // namespace detail

/// What it costs that the hours of teams are not known: the same plan with peaks as far apart as the hours allow.
inline void note_peaks(ModelPlan& plan, const std::vector<ServiceOptions>& services) {
  std::string names;
  for (const ServiceOptions& s : services)
    if (s.traffic.assumed_together) names += (names.empty() ? "" : ", ") + s.id;
  if (names.empty() || !plan.peaks_apart) return;
  const UsdPerTime saved = plan.usd - plan.peaks_apart->usd;
  plan.notes.push_back(
      "teams that do not say when they are active (`active_from`) are taken to peak together, which costs at "
      "most " +
      say(saved) + ": " + names);
}

inline void add_notes(ModelPlan& plan, const Market& m, const Fleet& fleet) {
  detail::add_statements(plan, m, fleet);
  detail::add_risks(plan);
  detail::add_contention_note(plan);
  detail::add_full_pools(plan);
  detail::add_slow_loads(plan, m);
  note_peaks(plan, m.services);
  detail::add_long_prompts(plan, m, fleet);
  detail::add_power_notes(plan, m.inputs.policy);
  detail::add_unknown_power(plan);
  detail::add_unknown_memory(plan, fleet);
  detail::add_unknown_sleep(plan, m);
  detail::add_dearer(plan, m, fleet);
}

}  // namespace planner::plan::models
