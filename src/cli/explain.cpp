#include "planner/report/explain.hpp"

#include "cli/scenario_options.hpp"
#include "cli/verbs.hpp"
#include "planner/plan/compiled.hpp"
#include "planner/report/models.hpp"
#include "planner/report/sessions.hpp"

namespace planner::cli {
namespace {

class ExplainVerb : public Verb {
 public:
  ExplainVerb() : Verb("explain", "the derivation of a number") {}

  void declare(Options& options) override {
    scenario_.declare(options);
    options.positional("ID", id_, "id, prefix of ids, or JSON path of the plan; without it all ids are listed", "STEP");
    options.examples(
        "  planner explain examples/untrusted-50k.json\n"
        "  planner explain examples/untrusted-50k.json tiers.snippet.hosts\n"
        "  planner explain examples/untrusted-50k.json /tiers/0/sessions_per_host\n"
        "  planner explain examples/twenty-models.json \\\n"
        "    services.deepseek-ai/DeepSeek-V3.replicas\n"
        "  planner explain examples/twenty-models.json shadow_prices\n");
  }

  [[nodiscard]] std::vector<Format> formats() const override { return {Format::table}; }

  [[nodiscard]] Answer answer(const Shared& shared) const override {
    const auto [text, name] = scenario_.text();
    const io::Sections asked = io::sections_of(text, name);
    const catalog::Catalog known = chosen_catalog(shared);
    return asked.models && !asked.sessions
               ? explained(io::read_model_scenario(text, name, known, scenario_.changes), shared.format)
               : explained(io::read_session_scenario(text, name, known, scenario_.changes), shared.format);
  }

 private:
  [[nodiscard]] Answer explained(const io::SessionScenario& scenario, Format format) const {
    Trace trace;
    const plan::SessionPlan plan = plan::compiled::plan_sessions(scenario.catalog, scenario.inputs, &trace);
    return told(trace, report::session_element_names(plan), scenario.catalog, format);
  }
  [[nodiscard]] Answer explained(const io::ModelScenario& scenario, Format format) const {
    Trace trace;
    const plan::ModelPlan plan = planned(scenario, trace);
    return told(trace, report::model_element_names(plan), scenario.catalog, format);
  }

  /// Shadow prices take as long as the plan many times over: only where one is asked for.
  [[nodiscard]] plan::ModelPlan planned(const io::ModelScenario& scenario, Trace& trace) const {
    return id_.find("shadow_prices") != std::string::npos
               ? plan::compiled::plan_residency(scenario.catalog, scenario.inputs, &trace).plan
               : plan::compiled::plan_models(scenario.catalog, scenario.inputs, &trace);
  }

  [[nodiscard]] Answer told(const Trace& trace, const report::ElementNames& names, const catalog::Catalog& catalog,
                            Format format) const {
    std::vector<std::string> ids;
    if (!id_.empty()) ids = report::find_steps(trace, id_, names);
    if (format == Format::json) return {report::explain_json(trace, ids)};
    return {ids.empty() ? report::list_steps(trace) : report::explain_text(trace, ids, catalog.sources)};
  }

  ScenarioOptions scenario_;
  std::string id_;
};

}  // namespace

std::unique_ptr<Verb> explain_verb() { return std::make_unique<ExplainVerb>(); }

}  // namespace planner::cli
