#pragma once
#include "planner/evidence/trace.hpp"
#include "planner/plan/sessions/assemble.hpp"
#include "planner/plan/sessions/check_inputs.hpp"
#include "planner/plan/sessions/plan.hpp"
#include "planner/plan/sessions/question/inputs.hpp"

namespace planner::plan {

/// Hosts and GPUs for sessions of code that nobody vouches for: which boundary for whom, on which hosts, at what price.
///
/// Classes of one trust level behind the same boundary share hosts. Boundaries, host types and ways to have a GPU are
/// chosen together, by what is paid in all: base, warm pools and headroom. The model is described in
/// docs/design/sessions.md.
///
/// @param catalog  what is known; figures that nobody has published leave an option without hosts
/// @param inputs   classes, trust levels, candidate hosts, policy
/// @param trace    receives the derivation of every number of the plan; null: none is recorded
/// @return the plan; `status` is infeasible, with reasons, where a class fits nowhere
/// @throws InputError with every fault of the inputs at once (codes `sessions.*`)
inline SessionPlan plan_sessions(const catalog::Catalog& catalog, const SessionInputs& inputs, Trace* trace = nullptr) {
  const sessions::Question q{catalog, inputs};
  sessions::InputCheck(q).run();
  sessions::Planning planning(q);
  return planning.plan(trace);
}

}  // namespace planner::plan
