// Resident or on demand from C++: every choice of each model and what the whole fleet costs more with it, and what a
// card, host memory and waiting are worth at the margin.
#include <fstream>
#include <iostream>
#include <iterator>
#include <planner/base/error.hpp>
#include <planner/io/catalog.hpp>
#include <planner/io/scenario.hpp>
#include <planner/plan/compiled.hpp>
#include <string>

using namespace planner;
using units::usd_per_h;

int main(int argc, char** argv) {
  const std::string path = argc > 1 ? argv[1] : "examples/small-models.json";
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  try {
    const io::ModelScenario scenario = io::read_model_scenario(text, path, io::builtin_catalog());
    const plan::ResidencyPlan plan = plan::compiled::plan_residency(scenario.catalog, scenario.inputs);
    for (const plan::ListedModel& model : plan.models) {
      std::cout << model.name << ", " << model.requests_per_h << " requests/h\n";
      for (const plan::ListedChoice& c : model.choices)
        std::cout << "  " << (c.tier ? "on demand" : "held") << " on " << c.gpus_per_replica << " x " << c.gpu << ": +"
                  << (c.extra ? c.extra->in(usd_per_h) : 0) << " USD/h, p99 wait " << c.wait_p99.base() << " s\n";
    }
    for (const plan::CardPrice& card : plan.shadow.cards)
      std::cout << "one more card of " << card.host << ": " << card.one_more.in(usd_per_h) << " USD/h\n";
    return plan.plan.status == plan::Status::ok ? 0 : 3;
  } catch (const InputError& fault) {
    for (const Issue& issue : fault.issues()) std::cerr << issue.where << ": " << issue.rule << '\n';
    return 2;
  }
}
