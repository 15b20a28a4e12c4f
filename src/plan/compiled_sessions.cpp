#include "planner/plan/compiled.hpp"

#include "planner/plan/sessions.hpp"

namespace planner::plan::compiled {

SessionPlan plan_sessions(const catalog::Catalog& catalog, const SessionInputs& inputs, Trace* trace) {
  return plan::plan_sessions(catalog, inputs, trace);
}

}  // namespace planner::plan::compiled
