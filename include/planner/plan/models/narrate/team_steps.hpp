#pragma once
#include "planner/plan/models/narrate/service_steps.hpp"

/// What every team pays, and for how many tokens.
namespace planner::plan::models {

namespace detail {

/// Tokens of a team, in and out, mean over the day, per second.
inline std::string team_tokens(const ServiceStory& s, const Demand& d) {
  return s.team(d, "requests_per_s") + " * " + s.team(d, "active_hours_per_day") + " / 24 * (" +
         s.team(d, "input_tokens") + " + " + s.team(d, "output_tokens") + ")";
}

inline void narrate_team(Narrator& n, const ServiceStory& s, const Demand& d, const TeamShare& share) {
  const std::string at = "teams." + id_part(share.team) + "." + id_part(share.model);
  if (s.plan.teams.size() == 1 && share.usd == s.plan.usd) {
    n.step(at + ".usd", s.at("usd"), share.usd, "", "the only team of the service");
  } else {
    n.given(at + ".usd", share.usd, "by what its requests take of a replica at the peak, docs/design/prices.md",
            "at most what a fleet of its own would cost");
  }
  if (share.usd_per_million_tokens)
    n.step(at + ".usd_per_million_tokens", at + ".usd / (" + team_tokens(s, d) + ") * 1e6 * unit.token / unit.USD",
           *share.usd_per_million_tokens);
}

inline void narrate_missed_wait(Narrator& n, const MissedTarget& missed, const std::string& at) {
  n.given(at + ".asked", missed.target, "scenario");
  n.step(at + ".estimate", "services." + id_part(missed.service) + ".wait_p99_at_load_p90", missed.estimate);
}

inline void narrate_missed(Narrator& n, const MissedTarget& missed) {
  const std::string team = id_part(missed.service) + "." + id_part(missed.team);
  const std::string time(target_id(missed.what)), at = "missed_targets." + team + "." + time;
  if (missed.what == LatencyTarget::cold_wait) return narrate_missed_wait(n, missed, at);
  n.step(at + ".asked", "services." + team + "." + time + "_target", missed.target);
  n.step(at + ".estimate", "services." + team + "." + time + "_p95", missed.estimate);
  const std::string band = "services." + id_part(missed.service) + "." + time + "_band";
  n.step(at + ".band.0", band + ".0", missed.band->low);
  n.step(at + ".band.1", band + ".1", missed.band->high);
}

}  // namespace detail

/// The share of every team of every service, in their order, and the targets that are missed.
inline void narrate_teams(Narrator& n, const ModelPlan& plan, const std::vector<ServiceStory>& stories) {
  auto share = plan.teams.begin();
  for (const ServiceStory& s : stories)
    for (const Demand& d : s.service.service->demand) detail::narrate_team(n, s, d, *share++);
  for (const MissedTarget& missed : plan.missed_targets) detail::narrate_missed(n, missed);
}

}  // namespace planner::plan::models
