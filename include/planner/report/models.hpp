#pragma once
#include <string>

#include "planner/catalog/catalog.hpp"
#include "planner/plan/models/plan.hpp"
#include "planner/plan/models/question/inputs.hpp"
#include "planner/plan/uncertain/plan.hpp"
#include "planner/report/explain.hpp"

/// The answer to a models question, written out. All of it is in the plan; catalog and inputs give it its names.
namespace planner::report {

struct ModelAnswer {
  const catalog::Catalog& catalog;
  const plan::ModelInputs& inputs;
  const plan::ModelPlan& plan;
  const plan::UncertaintyPlan* uncertainty = nullptr;  ///< in many worlds; null: not asked for
};

/// The whole plan, with the stable field names of docs/reference/models-json.md. Money is USD per hour, times are
/// seconds, memory is GiB where the name says so; what nobody has published is null.
std::string models_json(const ModelAnswer& answer);
/// For a terminal, without colour; the first line is the answer.
std::string models_table(const ModelAnswer& answer);
std::string models_markdown(const ModelAnswer& answer);
/// A piece of HTML with the tables of the terminal, for notebooks.
std::string models_html(const ModelAnswer& answer);
/// One row for each service, numbers at full precision in the units that the titles name.
std::string models_csv(const ModelAnswer& answer);

/// What the elements of the plan's lists are called in the ids of its trace.
ElementNames model_element_names(const plan::ModelPlan& plan);

}  // namespace planner::report
