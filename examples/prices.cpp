// The price list from C++: what every team pays, what replicas of its own would cost, and what it may count on.
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
    const plan::PriceList list = plan::compiled::plan_prices(scenario.catalog, scenario.inputs);
    for (const plan::TeamPrice& p : list.prices) {
      std::cout << p.team << ", " << p.service << ": " << p.usd.in(usd_per_h) << " USD/h for " << p.quota.guaranteed
                << " requests/s, up to " << p.quota.burst << " in a burst\n";
      if (p.dedicated) std::cout << "  replicas of its own: " << p.dedicated->usd.in(usd_per_h) << " USD/h\n";
    }
    std::cout << "together " << list.usd.in(usd_per_h) << " USD/h\n";
    return list.status == plan::Status::ok ? 0 : 3;
  } catch (const InputError& fault) {
    for (const Issue& issue : fault.issues()) std::cerr << issue.where << ": " << issue.rule << '\n';
    return 2;
  }
}
