#include "planner/report/models.hpp"

#include "cli/scenario_options.hpp"
#include "cli/uncertainty_options.hpp"
#include "cli/verbs.hpp"
#include "io/text/text_file.hpp"
#include "planner/io/running.hpp"
#include "planner/plan/compiled.hpp"

namespace planner::cli {
namespace {

class ModelsVerb : public Verb {
 public:
  ModelsVerb()
      : Verb("models", "replicas, GPUs, hosts, racks, kW and cost of many models under the traffic of teams") {}

  void declare(Options& options) override {
    scenario_.declare(options);
    options.option("--against", running_,
                   "JSON of the plan that runs now: as much as possible stays, and the moves are said", "FILE");
    uncertainty_.declare(options);
    options.examples(
        "  planner models examples/twenty-models.json\n"
        "  planner models examples/twenty-models.json \\\n"
        "    --set models.policy.spare_hosts=2 --json\n"
        "  planner models examples/twenty-models.json --json > now.json\n"
        "  planner models examples/twenty-models.json \\\n"
        "    --set models.policy.upgrade_room=1 --against now.json\n"
        "  planner models examples/twenty-models.json --samples 1024 --seed 7\n");
  }

  [[nodiscard]] Answer answer(const Shared& shared) const override {
    io::ModelScenario scenario = scenario_.models(shared);
    if (!running_.empty()) scenario.inputs.running = io::read_running(io::read_text(running_), running_);
    const plan::ModelPlan plan = plan::compiled::plan_models(scenario.catalog, scenario.inputs);
    report::ModelAnswer told{scenario.catalog, scenario.inputs, plan};
    const auto uncertainty = in_many_worlds(shared, plan);
    if (uncertainty) told.uncertainty = &*uncertainty;
    return {write(told, shared.format), plan.status == plan::Status::infeasible ? Exit::infeasible : Exit::answered};
  }

 private:
  /// Nothing where it is not asked for, or where there is no plan to have its doubts about.
  [[nodiscard]] std::optional<plan::UncertaintyPlan> in_many_worlds(const Shared& shared,
                                                                    const plan::ModelPlan& plan) const {
    const auto asked = uncertainty_.asked(shared.format);
    if (!asked || plan.status == plan::Status::infeasible) return std::nullopt;
    const auto [text, name] = scenario_.text();
    return report::model_uncertainty(text, name, chosen_catalog(shared), scenario_.changes, *asked);
  }

  static std::string write(const report::ModelAnswer& answer, Format format) {
    switch (format) {
      case Format::csv:
        return answer.uncertainty != nullptr ? report::worlds_csv(*answer.uncertainty) : report::models_csv(answer);
      case Format::markdown:
        return report::models_markdown(answer);
      case Format::json:
        return report::models_json(answer);
      case Format::table:
      case Format::memo:
        return report::models_table(answer);
    }
    return "";
  }

  ScenarioOptions scenario_;
  std::string running_;
  UncertaintyOptions uncertainty_;
};

}  // namespace

std::unique_ptr<Verb> models_verb() { return std::make_unique<ModelsVerb>(); }

}  // namespace planner::cli
