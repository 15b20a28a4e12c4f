#pragma once
#include <string>
#include <vector>

#include "planner/report/explain.hpp"

namespace planner::report {

/// The whole derivation as HTML: every step folds open to its formula, the formula with values, and the steps that it
/// is made of; each is worked out where it appears first, later ones link there. Steps that no other is made of stand
/// at the top, `first` of them before the rest; sources follow as a numbered list.
std::string derivation_html(const Trace& trace, const Sources& sources, const std::vector<std::string>& first);

}  // namespace planner::report
