#pragma once
#include <string>

#include "planner/catalog/catalog.hpp"
#include "planner/plan/models/question/inputs.hpp"
#include "planner/plan/residency/plan.hpp"

/// The resident / on-demand decision about a scenario in depth, written out.
namespace planner::report {

struct ResidencyAnswer {
  const catalog::Catalog& catalog;
  const plan::ModelInputs& inputs;
  const plan::ResidencyPlan& plan;
};

/// Stable field names: docs/reference/residency-scenario.md. Money is USD per hour, times are seconds, memory is GiB.
/// Every choice is listed.
std::string residency_json(const ResidencyAnswer& answer);
/// For a terminal; of each model the best choice of each kind.
std::string residency_table(const ResidencyAnswer& answer);
std::string residency_markdown(const ResidencyAnswer& answer);
/// One row for each choice of each model.
std::string residency_csv(const ResidencyAnswer& answer);

}  // namespace planner::report
