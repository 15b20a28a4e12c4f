#include "planner/plan/compiled.hpp"
#include "planner/plan/uncertain/models.hpp"
#include "planner/plan/uncertain/sessions.hpp"
#include "planner/plan/uncertain/study.hpp"

namespace planner::plan::compiled {

UncertaintyPlan study(const uncertain::Question& question) { return uncertain::study(question); }

std::unique_ptr<uncertain::DesignPricer> session_pricer(const catalog::Catalog& catalog, const SessionInputs& inputs,
                                                        std::size_t others) {
  return std::make_unique<uncertain::SessionDesignPricer>(catalog, inputs, others);
}

std::unique_ptr<uncertain::DesignPricer> model_pricer(const catalog::Catalog& catalog, const ModelInputs& inputs,
                                                      std::size_t others) {
  return std::make_unique<uncertain::ModelDesignPricer>(catalog, inputs, others);
}

}  // namespace planner::plan::compiled
