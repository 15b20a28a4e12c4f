// A service that answers scenarios: a line of JSON in, a line of JSON out. The catalog is read once and shared.
#include <iostream>
#include <planner/base/error.hpp>
#include <planner/io/catalog.hpp>
#include <planner/io/scenario.hpp>
#include <planner/plan/compiled.hpp>
#include <planner/report/issues.hpp>
#include <planner/report/models.hpp>
#include <planner/report/sessions.hpp>
#include <string>

namespace {

namespace catalog = planner::catalog;
namespace compiled = planner::plan::compiled;
namespace io = planner::io;
namespace report = planner::report;

std::string answer(const std::string& request, const catalog::Catalog& known) {
  const io::Sections asked = io::sections_of(request, "request");
  if (asked.models && !asked.sessions) {
    const io::ModelScenario scenario = io::read_model_scenario(request, "request", known);
    return report::models_json(
        {scenario.catalog, scenario.inputs, compiled::plan_models(scenario.catalog, scenario.inputs)});
  }
  const io::SessionScenario scenario = io::read_session_scenario(request, "request", known);
  return report::sessions_json(
      {scenario.catalog, scenario.inputs, compiled::plan_sessions(scenario.catalog, scenario.inputs)});
}

/// JSON has no line breaks inside of its texts, so what breaks lines can go.
std::string in_one_line(std::string json) {
  std::erase(json, '\n');
  return json;
}

}  // namespace

int main() {
  const catalog::Catalog& known = io::builtin_catalog();
  for (std::string request; std::getline(std::cin, request);) {
    try {
      std::cout << in_one_line(answer(request, known)) << std::endl;
    } catch (const planner::InputError& fault) {
      std::cout << in_one_line(report::issues_json(fault)) << std::endl;
    }
  }
}
