#include "planner/report/explain.hpp"

#include "cli/scenario_options.hpp"
#include "cli/verbs.hpp"
#include "planner/plan/compiled.hpp"
#include "planner/report/sessions.hpp"

namespace planner::cli {
namespace {

class ExplainVerb : public Verb {
 public:
  ExplainVerb() : Verb("explain", "the derivation of a number") {}

  void declare(Options& options) override {
    scenario_.declare(options);
    options.positional("ID", id_, "id, prefix of ids, or JSON path of the plan; without it all ids are listed");
    options.examples(
        "  planner explain examples/untrusted-50k.json\n"
        "  planner explain examples/untrusted-50k.json tiers.snippet.hosts\n"
        "  planner explain examples/untrusted-50k.json /tiers/0/sessions_per_host\n");
  }

  [[nodiscard]] std::vector<Format> formats() const override { return {Format::table}; }

  [[nodiscard]] Answer answer(const Shared& shared) const override {
    const io::SessionScenario scenario = scenario_.sessions(shared);
    Trace trace;
    const plan::SessionPlan plan = plan::compiled::plan_sessions(scenario.catalog, scenario.inputs, &trace);
    std::vector<std::string> ids;
    if (!id_.empty()) ids = report::find_steps(trace, id_, report::session_element_names(plan));
    if (shared.format == Format::json) return {report::explain_json(trace, ids)};
    return {ids.empty() ? report::list_steps(trace) : report::explain_text(trace, ids, scenario.catalog.sources)};
  }

 private:
  ScenarioOptions scenario_;
  std::string id_;
};

}  // namespace

std::unique_ptr<Verb> explain_verb() { return std::make_unique<ExplainVerb>(); }

}  // namespace planner::cli
