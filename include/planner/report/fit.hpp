#pragma once
#include <string>

#include "planner/plan/fit/alternatives.hpp"
#include "planner/unit/operating_point.hpp"

/// The answer to a question about fitting, written out.
namespace planner::report {

/// How fast a replica serves requests of that shape; without a point there is no speed to tell.
struct FitSpeed {
  unit::RequestShape shape{};
  std::optional<unit::OperatingPoint> point{};
};

struct FitAnswer {
  const plan::FitInputs& inputs;
  const plan::FitPlan& plan;
  const plan::FitAlternatives& alternatives;
  std::optional<FitSpeed> speed{};
};

/// The whole plan, with the stable field names of docs/reference/fit-json.md. Memory is GiB where the name says so.
std::string fit_json(const FitAnswer& answer);
/// For a terminal of 80 columns, without colour; the first line is the answer.
std::string fit_table(const FitAnswer& answer);
std::string fit_markdown(const FitAnswer& answer);
/// One row per pipeline stage, at full precision in the units that the titles name.
std::string fit_csv(const FitAnswer& answer);

/// A broken rule in plain words, with its numbers and what would mend it.
std::string reason_text(const plan::FitReason& reason, const plan::FitPlan& plan);
/// `heads`, `sequence`, `cache` ...
std::string_view rule_name(plan::FitRule rule);

}  // namespace planner::report
