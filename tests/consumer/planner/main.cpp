// What a service does with the library: a question as JSON over the built-in catalog, the answer as a record and as text.
#include <iostream>
#include <planner/base/error.hpp>
#include <planner/io/catalog.hpp>
#include <planner/io/scenario.hpp>
#include <planner/plan/compiled.hpp>
#include <planner/report/sessions.hpp>

namespace {

constexpr const char* question = R"({"planner": 1, "sessions": {
  "classes": [{"name": "shell", "concurrent": 50000, "trust": "anonymous", "memory": "512 MiB", "vcpu": 0.25,
               "lifetime": "10 min"}],
  "hosts": ["aws/m7i.metal-48xl"]}})";

bool answers() {
  const auto scenario = planner::io::read_session_scenario(question, "question", planner::io::builtin_catalog());
  const auto plan = planner::plan::compiled::plan_sessions(scenario.catalog, scenario.inputs);
  std::cout << planner::report::sessions_table({scenario.catalog, scenario.inputs, plan});
  const double per_host = plan.tiers.at(0).sessions_per_host;
  return plan.base_hosts * per_host >= 50000 && (plan.base_hosts - 1) * per_host < 50000;
}

bool refuses() {
  try {
    planner::io::read_session_scenario("{}", "question", planner::io::builtin_catalog());
  } catch (const planner::InputError& fault) {
    return !fault.issues().empty();
  }
  return false;
}

}  // namespace

int main() { return answers() && refuses() ? 0 : 1; }
