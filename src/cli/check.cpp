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
    const auto [text, name] = scenario_.text();
    const io::Sections asked = io::sections_of(text, name);
    std::string found;
    const catalog::Catalog known = chosen_catalog(shared);
    if (asked.sessions || !asked.models)
      found += counted(io::read_session_scenario(text, name, known, scenario_.changes).inputs);
    if (asked.models)
      found += (found.empty() ? "" : "; ") + counted(io::read_model_scenario(text, name, known, scenario_.changes).inputs);
    return {fmt::format("{}: no faults ({}).\n", scenario_.file, found)};
  }

 private:
  static std::string counted(const plan::SessionInputs& inputs) {
    return fmt::format("{} classes of sessions, {} candidate hosts, {} with GPUs", inputs.classes.size(),
                       inputs.hosts.size(), inputs.gpu_hosts.size());
  }
  static std::string counted(const plan::ModelInputs& inputs) {
    return fmt::format("{} models, {} candidate hosts with GPUs", inputs.services.size(), inputs.gpu_hosts.size());
  }

  ScenarioOptions scenario_;
};

}  // namespace

std::unique_ptr<Verb> check_verb() { return std::make_unique<CheckVerb>(); }

}  // namespace planner::cli
