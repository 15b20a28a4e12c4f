#include "report/figures.hpp"

#include <algorithm>

#include "report/numbers.hpp"

namespace planner::report {

std::string figure_text(const Figure& f) {
  return is_money(f.name) ? usd_text(f.value * units::usd_per_h) : count_text(f.value);
}

std::string spoken(std::string name) {
  const std::string money = "usd_per_h";
  if (is_money(name)) name.replace(name.size() - money.size(), money.size(), "USD/h");
  if (name == "gpus") return "GPUs";
  std::ranges::replace(name, '_', ' ');
  return name;
}

}  // namespace planner::report
