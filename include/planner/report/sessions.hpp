#pragma once
#include <string>

#include "planner/catalog/catalog.hpp"
#include "planner/plan/sessions/plan.hpp"
#include "planner/plan/sessions/question/inputs.hpp"
#include "planner/plan/uncertain/plan.hpp"
#include "planner/report/explain.hpp"

/// The answer to a sessions question, written out. All of it is in the plan; catalog and inputs give it its names.
namespace planner::report {

struct SessionAnswer {
  const catalog::Catalog& catalog;
  const plan::SessionInputs& inputs;
  const plan::SessionPlan& plan;
  const plan::UncertaintyPlan* uncertainty = nullptr;  ///< in many worlds; null: not asked for
};

/// The whole plan, with the stable field names of docs/reference/sessions-json.md. Money is USD per hour, times are
/// seconds, memory is GiB or MiB where the name says so; what nobody has published is null.
std::string sessions_json(const SessionAnswer& answer);
/// For a terminal of 80 columns, without colour; the first line is the answer.
std::string sessions_table(const SessionAnswer& answer);
std::string sessions_markdown(const SessionAnswer& answer);
/// A piece of HTML with the tables of the terminal, for notebooks.
std::string sessions_html(const SessionAnswer& answer);
/// One row for each tier, numbers at full precision in the units that the titles name.
std::string sessions_csv(const SessionAnswer& answer);
/// A page of Markdown for a design review: what was chosen, what it costs, what would change it.
std::string sessions_memo(const SessionAnswer& answer);

/// What the elements of the plan's lists are called in the ids of its trace.
ElementNames session_element_names(const plan::SessionPlan& plan);

}  // namespace planner::report
