// Models from C++: the scenario file of this folder with one more team, and what each model and the fleet come to.
#include <fstream>
#include <iostream>
#include <iterator>
#include <planner/base/error.hpp>
#include <planner/io/catalog.hpp>
#include <planner/io/scenario.hpp>
#include <planner/plan/compiled.hpp>
#include <string>

using namespace planner;

int main(int argc, char** argv) {
  const std::string path = argc > 1 ? argv[1] : "examples/one-model.json";
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  try {
    io::ModelScenario scenario = io::read_model_scenario(text, path, io::builtin_catalog());
    plan::Demand more{.team = "a new team"};
    more.rate = 3.0 * (units::request / units::second);
    more.input_tokens = 800.0 * (units::token / units::request);
    more.output_tokens = 200.0 * (units::token / units::request);
    scenario.inputs.services.front().demand.push_back(more);
    const plan::ModelPlan plan = plan::compiled::plan_models(scenario.catalog, scenario.inputs);
    for (const std::string& reason : plan.reasons) std::cout << reason << '\n';
    for (const plan::ServicePlan& s : plan.services)
      std::cout << s.name << ": " << s.replicas << " x " << s.gpus_per_replica << " " << s.gpu << ", "
                << s.usd.in(units::usd_per_h) << " USD/h\n";
    std::cout << plan.hosts << " hosts, " << plan.gpus << " GPUs, " << plan.usd.in(units::usd_per_h) << " USD/h\n";
    return plan.status == plan::Status::ok ? 0 : 3;
  } catch (const InputError& fault) {
    for (const Issue& issue : fault.issues()) std::cerr << issue.where << ": " << issue.rule << '\n';
    return 2;
  }
}
