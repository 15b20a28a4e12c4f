#include "planner/plan/compiled.hpp"
#include "planner/plan/residency/residency.hpp"

namespace planner::plan::compiled {

ResidencyPlan plan_residency(const catalog::Catalog& catalog, const ModelInputs& inputs, Trace* trace) {
  return plan::plan_residency(catalog, inputs, trace);
}

}  // namespace planner::plan::compiled
