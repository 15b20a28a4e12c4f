#include "planner/plan/compiled.hpp"
#include "planner/plan/prices/prices.hpp"

namespace planner::plan::compiled {

PriceList plan_prices(const catalog::Catalog& catalog, const ModelInputs& inputs) {
  return plan::plan_prices(catalog, inputs);
}

}  // namespace planner::plan::compiled
