#include "planner/plan/compiled.hpp"
#include "planner/plan/models/models.hpp"

namespace planner::plan::compiled {

ModelPlan plan_models(const catalog::Catalog& catalog, const ModelInputs& inputs, Trace* trace) {
  return plan::plan_models(catalog, inputs, trace);
}

}  // namespace planner::plan::compiled
