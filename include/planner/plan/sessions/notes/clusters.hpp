#pragma once
#include <algorithm>
#include <optional>
#include <string>

#include "planner/base/rounding.hpp"
#include "planner/plan/say.hpp"
#include "planner/plan/sessions/plan.hpp"
#include "planner/plan/sessions/question/question.hpp"

namespace planner::plan::sessions {

/// A fleet that is larger than one Kubernetes cluster is tested for.
inline std::optional<std::string> clusters_needed(const Question& q, const SessionPlan& plan) {
  const catalog::PlatformLimits& limits = q.catalog.limits;
  if (q.policy().orchestrator != Orchestrator::kubernetes) return std::nullopt;
  double pods = 0.0;
  for (const Tier& t : plan.tiers) pods += t.sessions.base();
  for (const WarmPool& w : plan.warm_pools) pods += w.sessions;
  const auto clusters = [](double things, const Fact<double>& most) {
    return most.known() ? whole_up(things / most.value()) : 1.0;
  };
  const auto most_of = [](const Fact<double>& most) { return most.known() ? say(most.value()) : "any number of"; };
  const double least =
      std::max(clusters(plan.hosts, limits.nodes_per_cluster), clusters(pods, limits.pods_per_cluster));
  if (least <= 1.0) return std::nullopt;
  return say(plan.hosts) + " nodes with " + say(pods) + " pods take at least " + say(least) +
         " Kubernetes clusters: one is tested for " + most_of(limits.nodes_per_cluster) + " nodes and " +
         most_of(limits.pods_per_cluster) + " pods.";
}

}  // namespace planner::plan::sessions
