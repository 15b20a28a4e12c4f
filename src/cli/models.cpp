#include "planner/report/models.hpp"

#include "cli/scenario_options.hpp"
#include "cli/verbs.hpp"
#include "planner/plan/compiled.hpp"

namespace planner::cli {
namespace {

class ModelsVerb : public Verb {
 public:
  ModelsVerb()
      : Verb("models", "replicas, GPUs, hosts, racks, kW and cost of many models under the traffic of teams") {}

  void declare(Options& options) override {
    scenario_.declare(options);
    options.examples(
        "  planner models examples/twenty-models.json\n"
        "  planner models examples/twenty-models.json \\\n"
        "    --set models.policy.spare_hosts=2 --json\n");
  }

  [[nodiscard]] Answer answer(const Shared& shared) const override {
    const io::ModelScenario scenario = scenario_.models(shared);
    const plan::ModelPlan plan = plan::compiled::plan_models(scenario.catalog, scenario.inputs);
    const report::ModelAnswer told{scenario.catalog, scenario.inputs, plan};
    return {write(told, shared.format), plan.status == plan::Status::infeasible ? Exit::infeasible : Exit::answered};
  }

 private:
  static std::string write(const report::ModelAnswer& answer, Format format) {
    switch (format) {
      case Format::csv:
        return report::models_csv(answer);
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
};

}  // namespace

std::unique_ptr<Verb> models_verb() { return std::make_unique<ModelsVerb>(); }

}  // namespace planner::cli
