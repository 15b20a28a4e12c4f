#pragma once
#include <optional>
#include <string>

#include "planner/report/outline.hpp"

namespace planner::report {

inline bool is_money(const std::string& name) { return name.ends_with("usd_per_h"); }

/// A figure as people read it: "5,097"; `-` where a plan has none.
std::string figure_text(const std::string& name, std::optional<double> value);

/// Its name as people say it: `base_usd_per_h` is "base USD/h".
std::string spoken(std::string name);

}  // namespace planner::report
