#pragma once
#include <string>

#include "planner/plan/load/plan.hpp"

/// The answer to a question about loading, written out.
namespace planner::report {

struct LoadAnswer {
  const plan::LoadInputs& inputs;
  const plan::LoadPlan& plan;
};

/// The whole plan, with the stable field names of docs/reference/load-json.md. Memory is GiB, times are seconds.
std::string load_json(const LoadAnswer& answer);
/// For a terminal of 80 columns, without colour; the first line is the answer.
std::string load_table(const LoadAnswer& answer);
std::string load_markdown(const LoadAnswer& answer);
/// One row per way to start, at full precision in the units that the titles name.
std::string load_csv(const LoadAnswer& answer);

}  // namespace planner::report
