// Sessions from C++: the scenario file of this folder, one class changed, and the numbers that a service would use.
#include <fstream>
#include <iostream>
#include <iterator>
#include <planner/base/error.hpp>
#include <planner/io/catalog.hpp>
#include <planner/io/scenario.hpp>
#include <planner/plan/compiled.hpp>
#include <string>

int main(int argc, char** argv) {
  const std::string path = argc > 1 ? argv[1] : "examples/untrusted-50k.json";
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  try {
    planner::io::SessionScenario scenario =
        planner::io::read_session_scenario(text, path, planner::io::builtin_catalog());
    scenario.inputs.policy.zones = 2;
    scenario.inputs.policy.survive_zones = 1;
    const planner::plan::SessionPlan plan =
        planner::plan::compiled::plan_sessions(scenario.catalog, scenario.inputs);
    for (const std::string& reason : plan.reasons) std::cout << reason << '\n';
    for (const planner::plan::Tier& tier : plan.tiers)
      std::cout << tier.session_class << ": " << tier.boundary << " on " << tier.host << ", " << tier.sessions_per_host
                << " per host, " << tier.binding << " binds\n";
    std::cout << plan.hosts << " hosts, " << plan.gpus << " GPUs, " << plan.usd.in(planner::units::usd_per_h)
              << " USD/h\n";
    return plan.status == planner::plan::Status::ok ? 0 : 3;
  } catch (const planner::InputError& fault) {
    for (const planner::Issue& issue : fault.issues()) std::cerr << issue.where << ": " << issue.rule << '\n';
    return 2;
  }
}
