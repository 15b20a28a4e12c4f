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
    return {fmt::format("{}: no faults.\n{}.\n", scenario_.file, found)};
  }

 private:
  static std::string number_of(std::size_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
  }
  static std::string counted(const plan::SessionInputs& inputs) {
    return fmt::format("{} of sessions, {}, {} with GPUs", number_of(inputs.classes.size(), "class", "classes"),
                       number_of(inputs.hosts.size(), "candidate host", "candidate hosts"), inputs.gpu_hosts.size());
  }
  static std::string counted(const plan::ModelInputs& inputs) {
    return fmt::format("{}, {} with GPUs", number_of(inputs.services.size(), "model", "models"),
                       number_of(inputs.gpu_hosts.size(), "candidate host", "candidate hosts"));
  }

  ScenarioOptions scenario_;
};

}  // namespace

std::unique_ptr<Verb> check_verb() { return std::make_unique<CheckVerb>(); }

}  // namespace planner::cli
