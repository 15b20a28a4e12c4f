#pragma once
#include "planner/plan/models/narrate/service_steps.hpp"
#include "planner/plan/say.hpp"

/// Why each service is served as it is: what the next best way would cost, and the designs beside the plan.
namespace planner::plan::models {

namespace detail {

inline const char* decision_words(Decision decision) {
  switch (decision) {
    case Decision::resident:
      return "held all day";
    case Decision::resident_shared:
      return "held, on a card with others";
    case Decision::active_hours:
      return "held in its active hours";
    case Decision::part:
      return "a part held all day, the rest in its active hours";
    case Decision::on_demand:
      return "loaded on demand";
  }
  return "";
}

inline const char* place_words(WeightTier tier) {
  switch (tier) {
    case WeightTier::gpu_sleep:
      break;
    case WeightTier::host_ram:
      return " from host memory";
    case WeightTier::nvme:
      return " from the local disk";
    case WeightTier::object:
      return " from the object store";
    case WeightTier::peer:
      return " from a peer";
  }
  return "";
}

/// `loaded on demand from host memory, 1 x 4 h100-sxm`; of a plan's service or of its runner-up.
template <class Way>
std::string way_words(const Way& way) {
  if (way.tier == WeightTier::gpu_sleep)
    return "woken on demand, " + say(way.replicas) + " x " + say(way.gpus_per_replica) + " " + way.gpu;
  return std::string(decision_words(way.decision)) + (way.tier ? place_words(*way.tier) : "") + ", " +
         say(way.replicas) + " x " + say(way.gpus_per_replica) + " " + way.gpu;
}

/// The decision is what it saves against the next best one; zero where that costs the same.
inline void narrate_decision(Narrator& n, const ServiceStory& s, const std::string& cost, UsdPerTime objective) {
  const std::string own = way_words(s.plan);
  if (!s.plan.runner_up) {
    n.given(s.at("decision"), UsdPerTime{}, "no other way serves it", own);
    return;
  }
  const RunnerUp& r = *s.plan.runner_up;
  const std::string next = way_words(r);
  n.given(s.at("runner_up.replicas"), r.replicas, "of the next best way");
  n.given(s.at("runner_up.gpus_per_replica"), r.gpus_per_replica, "of the next best way");
  n.given(s.at("runner_up.cost"), objective + r.extra, "the whole fleet solved again: hosts and waiting", next);
  n.step(s.at("runner_up.extra"), s.at("runner_up.cost") + " - " + cost, r.extra);
  n.step(s.at("decision"), s.at("runner_up.extra"), r.extra, "",
         own + ", saves so much against the next best: " + next);
}

inline void narrate_alternative(Narrator& n, const std::string& at, const std::optional<Alternative>& a,
                                const std::string& what) {
  if (!a) return;
  n.given(at + ".hosts", a->hosts, what, "spares included");
  n.given(at + ".gpus", a->gpus, what, "spares included");
  n.given(at + ".usd", a->usd, what);
  n.given(at + ".wait_usd", a->wait_usd, what);
}

}  // namespace detail

/// The decision for every service, by what the whole fleet costs with it and with the next best one.
inline void narrate_decisions(Narrator& n, const ModelPlan& plan, const std::vector<ServiceStory>& stories) {
  const UsdPerTime objective = plan.usd + plan.wait_usd;
  // Given, not derived: a decision shows what it saves, and `usd` shows where the cost comes from.
  const std::string cost = n.given("decided.cost", objective, "usd and wait_usd of the plan: what is kept lowest");
  if (plan.proven) {
    n.given("gap", plan.gap, "the bound is the cost: proven");
  } else {
    n.step("gap", cost + " / lower_bound_usd - 1", plan.gap, "", "by so much a plan could be cheaper at most");
  }
  for (const ServiceStory& s : stories) detail::narrate_decision(n, s, cost, objective);
}

/// Other designs for the same teams.
inline void narrate_versus(Narrator& n, const ModelPlan& plan) {
  constexpr const char* solved = "the cheapest fleet, solved the same way: ";
  const auto told = [&](const char* name, const std::optional<Alternative>& a, const char* what) {
    detail::narrate_alternative(n, std::string("versus.") + name, a, solved + std::string(what));
  };
  told("all_resident", plan.all_resident, "every model resident");
  told("dedicated_per_team", plan.dedicated_per_team, "replicas of its own for every team of every model");
  told("without_upgrade_room", plan.without_upgrade_room, "no room for second versions");
  told("peaks_apart", plan.peaks_apart, "peaks of teams as far apart as their hours allow");
}

}  // namespace planner::plan::models
