#include <fmt/format.h>

#include "cli/scenario_options.hpp"
#include "cli/verbs.hpp"

namespace planner::cli {
namespace {

class CheckVerb : public Verb {
 public:
  CheckVerb() : Verb("check", "every fault in a scenario at once") {}

  void declare(Options& options) override {
    scenario_.declare(options);
    options.examples("  planner check my-scenario.json\n");
  }

  [[nodiscard]] std::vector<Format> formats() const override { return {Format::table}; }

  [[nodiscard]] Answer answer(const Shared& shared) const override {
    const io::SessionScenario scenario = scenario_.sessions(shared);
    return {fmt::format("{}: no faults ({} classes of sessions, {} candidate hosts, {} with GPUs).\n", scenario_.file,
                        scenario.inputs.classes.size(), scenario.inputs.hosts.size(),
                        scenario.inputs.gpu_hosts.size())};
  }

 private:
  ScenarioOptions scenario_;
};

}  // namespace

std::unique_ptr<Verb> check_verb() { return std::make_unique<CheckVerb>(); }

}  // namespace planner::cli
