#include "planner/report/prices.hpp"

#include "cli/scenario_options.hpp"
#include "cli/verbs.hpp"
#include "planner/plan/compiled.hpp"

namespace planner::cli {
namespace {

class PricesVerb : public Verb {
 public:
  PricesVerb() : Verb("prices", "what every team pays for its models, and quotes and quotas for them") {}

  void declare(Options& options) override {
    scenario_.declare(options);
    options.examples(
        "  planner prices examples/twenty-models.json\n"
        "  planner prices examples/twenty-models.json --format markdown > price-list.md\n");
  }

  [[nodiscard]] Answer answer(const Shared& shared) const override {
    const io::ModelScenario scenario = scenario_.models(shared);
    const plan::PriceList list = plan::compiled::plan_prices(scenario.catalog, scenario.inputs);
    return {write({scenario.inputs, list}, shared.format),
            list.status == plan::Status::infeasible ? Exit::infeasible : Exit::answered};
  }

 private:
  static std::string write(const report::PriceAnswer& answer, Format format) {
    switch (format) {
      case Format::csv:
        return report::prices_csv(answer);
      case Format::markdown:
        return report::prices_markdown(answer);
      case Format::json:
        return report::prices_json(answer);
      case Format::table:
      case Format::memo:
        return report::prices_table(answer);
    }
    return "";
  }

  ScenarioOptions scenario_;
};

}  // namespace

std::unique_ptr<Verb> prices_verb() { return std::make_unique<PricesVerb>(); }

}  // namespace planner::cli
