#pragma once
#include <string>

#include "planner/report/models.hpp"
#include "report/document/document.hpp"

namespace planner::report {

/// The tables of an answer; `all`: everything that was turned down, instead of a line for each reason.
Document models_document(const ModelAnswer& answer, bool all);

/// Model ids are long: what stands behind the publisher is enough where it is told from the others.
std::string short_name(const plan::ModelPlan& plan, const std::string& id);

}  // namespace planner::report
