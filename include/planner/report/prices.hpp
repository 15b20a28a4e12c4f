#pragma once
#include <string>

#include "planner/plan/models/question/inputs.hpp"
#include "planner/plan/prices/plan.hpp"

/// The price list of a fleet of models, written out.
namespace planner::report {

struct PriceAnswer {
  const plan::ModelInputs& inputs;
  const plan::PriceList& list;
};

/// Stable field names: docs/reference/prices.md. Money is USD per hour, times are seconds.
std::string prices_json(const PriceAnswer& answer);
/// For a terminal.
std::string prices_table(const PriceAnswer& answer);
/// One page to hand to the teams.
std::string prices_markdown(const PriceAnswer& answer);
/// One row for each team of each model.
std::string prices_csv(const PriceAnswer& answer);

}  // namespace planner::report
