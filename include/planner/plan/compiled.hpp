#pragma once
#include "planner/catalog/catalog.hpp"
#include "planner/evidence/trace.hpp"
#include "planner/plan/choice/plan.hpp"
#include "planner/plan/mig/plan.hpp"
#include "planner/plan/models/plan.hpp"
#include "planner/plan/models/question/inputs.hpp"
#include "planner/plan/pack/plan.hpp"
#include "planner/plan/placement/plan.hpp"
#include "planner/plan/prices/plan.hpp"
#include "planner/plan/residency/plan.hpp"
#include "planner/plan/sessions/plan.hpp"
#include "planner/plan/sessions/question/inputs.hpp"
#include "planner/plan/simulation/plan.hpp"
#include "planner/plan/uncertain/plan.hpp"
#include "planner/plan/uncertain/pricer.hpp"
#include "planner/plan/uncertain/question.hpp"

/// The questions of this layer, compiled in `planner::planner`: for programs that would rather link a planner than
/// compile its headers. Each is the function of the header that it names.
namespace planner::plan::compiled {

/// `plan_sessions` of planner/plan/sessions.hpp.
SessionPlan plan_sessions(const catalog::Catalog& catalog, const SessionInputs& inputs, Trace* trace = nullptr);
/// `plan_models` of planner/plan/models/models.hpp.
ModelPlan plan_models(const catalog::Catalog& catalog, const ModelInputs& inputs, Trace* trace = nullptr);
/// `plan_prices` of planner/plan/prices/prices.hpp.
PriceList plan_prices(const catalog::Catalog& catalog, const ModelInputs& inputs);
/// `plan_residency` of planner/plan/residency/residency.hpp.
ResidencyPlan plan_residency(const catalog::Catalog& catalog, const ModelInputs& inputs, Trace* trace = nullptr);
/// `plan_simulation` of planner/plan/simulation/sessions.hpp.
SimulationPlan plan_simulation(const SessionInputs& inputs, const SessionPlan& plan, const SimulationInputs& how,
                               const RunsDone& progress = {});
/// `plan_simulation` of planner/plan/simulation/models.hpp.
SimulationPlan plan_simulation(const ModelPlan& plan, const SimulationInputs& how, const RunsDone& progress = {});
/// `plan_pack` of planner/plan/pack/pack.hpp.
PackPlan plan_pack(const PackInputs& inputs, Trace* trace = nullptr);
/// `plan_placement` of planner/plan/placement/placement.hpp.
PlacementPlan plan_placement(const PlacementInputs& inputs, Trace* trace = nullptr);
/// `plan_mig` of planner/plan/mig/mig.hpp.
MigPlan plan_mig(const catalog::Catalog& catalog, const MigInputs& inputs, Trace* trace = nullptr);
/// `plan_choice` of planner/plan/choice/choice.hpp.
ChoicePlan plan_choice(const ChoiceInputs& inputs);
/// `uncertain::study` of planner/plan/uncertain/study.hpp.
UncertaintyPlan study(const uncertain::Question& question);
/// `uncertain::SessionDesignPricer` of planner/plan/uncertain/sessions.hpp.
std::unique_ptr<uncertain::DesignPricer> session_pricer(const catalog::Catalog& catalog, const SessionInputs& inputs,
                                                        std::size_t others);
/// `uncertain::ModelDesignPricer` of planner/plan/uncertain/models.hpp.
std::unique_ptr<uncertain::DesignPricer> model_pricer(const catalog::Catalog& catalog, const ModelInputs& inputs,
                                                      std::size_t others);

}  // namespace planner::plan::compiled
