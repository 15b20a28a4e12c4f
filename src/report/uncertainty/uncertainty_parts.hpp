#pragma once
#include <string>
#include <vector>

#include "planner/io/unit_text.hpp"
#include "planner/plan/uncertain/plan.hpp"
#include "report/document/document.hpp"
#include "report/page/chart.hpp"

/// A plan in many worlds, written out.
namespace planner::report {

/// The answer in a sentence or two, for the top of a report.
std::string uncertainty_sentence(const plan::UncertaintyPlan& p);
/// Its sections: designs, what moves the cost, where it turns, what to measure first, how it was worked out.
void add_uncertainty(Document& document, const plan::UncertaintyPlan& p);

/// The tornado, and the deciles of the cost; none where nothing is drawn.
std::vector<BarChart> uncertainty_charts(const plan::UncertaintyPlan& p);

/// What repeats the draws: `no random numbers` or `1,024 worlds of seed 1`.
std::string randomness(const plan::UncertaintyPlan* p);

/// `lognormal`, `metalog`, `pert`, ...
std::string law_name(const math::SpreadLaw& law);

/// What to measure on one's own machines first: the numbers whose knowledge would save most, then those that the cost's
/// spread comes from; at most five, none that matters to neither.
std::vector<const plan::NumberOutlook*> measure_order(const plan::UncertaintyPlan& p);

}  // namespace planner::report
