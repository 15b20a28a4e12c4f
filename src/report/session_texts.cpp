#include "report/session_texts.hpp"

#include "io/session_policy_fields.hpp"
#include "planner/report/sessions.hpp"
#include "report/default_lister.hpp"

namespace planner::report {

std::string_view to_text(plan::Status status) {
  switch (status) {
    case plan::Status::ok:
      return "ok";
    case plan::Status::marginal:
      return "marginal";
    case plan::Status::unknown:
      return "unknown";
    case plan::Status::forbidden:
      return "forbidden";
    case plan::Status::infeasible:
      return "infeasible";
  }
  return "unknown";
}

std::vector<DefaultUsed> defaults_used(const plan::SessionInputs& inputs) {
  DefaultLister lister(inputs.defaults, "/sessions/policy/");
  io::visit_policy(inputs.policy, lister);
  return std::move(lister.used);
}

ElementNames session_element_names(const plan::SessionPlan& plan) {
  ElementNames names;
  for (const auto& tier : plan.tiers) names["tiers"].push_back(tier.session_class);
  for (const auto& pool : plan.pools) names["pools"].push_back(pool.trust + "." + pool.boundary);
  for (const auto& pool : plan.headroom) names["headroom"].push_back(pool.trust + "." + pool.boundary);
  for (const auto& pool : plan.warm_pools) names["warm_pools"].push_back(pool.session_class);
  for (const auto& row : plan.comparison) names["comparison"].push_back(row.boundary);
  return names;
}

}  // namespace planner::report
