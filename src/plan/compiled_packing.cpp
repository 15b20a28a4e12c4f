#include "planner/plan/compiled.hpp"
#include "planner/plan/mig/mig.hpp"
#include "planner/plan/pack/pack.hpp"
#include "planner/plan/placement/placement.hpp"

namespace planner::plan::compiled {

PackPlan plan_pack(const PackInputs& inputs, Trace* trace) { return plan::plan_pack(inputs, trace); }

PlacementPlan plan_placement(const PlacementInputs& inputs, Trace* trace) {
  return plan::plan_placement(inputs, trace);
}

MigPlan plan_mig(const catalog::Catalog& catalog, const MigInputs& inputs, Trace* trace) {
  return plan::plan_mig(catalog, inputs, trace);
}

}  // namespace planner::plan::compiled
