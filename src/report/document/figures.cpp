#include "report/document/figures.hpp"

#include <algorithm>

#include "report/document/numbers.hpp"

namespace planner::report {

std::string figure_text(const std::string& name, std::optional<double> value) {
  if (!value) return "-";
  if (name == "utilization") return percent_text(*value);
  return is_money(name) ? usd_text(*value * units::usd_per_h) : count_text(*value);
}

std::string spoken(std::string name) {
  const std::string money = "usd_per_h";
  if (is_money(name)) name.replace(name.size() - money.size(), money.size(), "USD/h");
  if (name == "gpus") return "GPUs";
  std::ranges::replace(name, '_', ' ');
  return name;
}

}  // namespace planner::report
