#include <fmt/format.h>

#include "planner/io/unit_text.hpp"
#include "planner/report/uncertainty.hpp"
#include "report/document/table.hpp"

namespace planner::report {
namespace {

std::string cell(double value) { return fmt::format("{:.12g}", value); }

/// `sessions.classes.snippet.memory [B]`; without a unit where it counts.
std::string title_of(const plan::UncertainNumber& number) {
  return number.dim == dimensionless ? number.id : number.id + " [" + io::base_unit_name(number.dim) + "]";
}

std::string head(const plan::UncertaintyPlan& plan) {
  std::vector<std::string> titles{"world"};
  for (const plan::NumberOutlook& n : plan.numbers) titles.push_back(title_of(n.number));
  for (const char* figure : {"usd_per_h", "hosts"})
    for (const plan::DesignOutlook& d : plan.designs) titles.push_back(std::string(figure) + ": " + d.name);
  return csv_line(titles);
}

std::string row_of(std::size_t number, const plan::DrawnWorld& world) {
  std::vector<std::string> cells{std::to_string(number)};
  for (const double value : world.drawn) cells.push_back(cell(value));
  for (const auto figure : {&plan::uncertain::Price::usd, &plan::uncertain::Price::hosts})
    for (const plan::uncertain::Price& price : world.prices) cells.push_back(price.served ? cell(price.*figure) : "");
  return csv_line(cells);
}

}  // namespace

std::string worlds_csv(const plan::UncertaintyPlan& plan) {
  std::string text = head(plan);
  for (std::size_t i = 0; i < plan.worlds.size(); ++i) text += row_of(i, plan.worlds[i]);
  return text;
}

}  // namespace planner::report
