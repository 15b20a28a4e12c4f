#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/scenario_options.hpp"
#include "cli/uncertainty_options.hpp"
#include "cli/verbs.hpp"
#include "io/text/text_file.hpp"
#include "planner/base/error.hpp"
#include "planner/io/choice_file.hpp"
#include "planner/io/pack_file.hpp"
#include "planner/plan/compiled.hpp"
#include "planner/report/page.hpp"

namespace planner::cli {
namespace {

/// A page and whether there is a plan on it.
struct Told {
  std::string page;
  plan::Status status;
};

Told packing(const std::string& text, const std::string& name) {
  const plan::PackInputs inputs = io::read_pack(text, name);
  Trace trace;
  const plan::PackPlan plan = plan::compiled::plan_pack(inputs, &trace);
  return {report::pack_page(inputs, plan, trace), plan.status};
}

Told residency(const std::string& text, const std::string& name) {
  const plan::ChoiceInputs inputs = io::read_choice(text, name);
  const plan::ChoicePlan plan = plan::compiled::plan_choice(inputs);
  return {report::choice_page(inputs, plan), plan.status};
}

using Worlds = std::optional<plan::UncertaintyPlan>;

/// Without a plan there is nothing to have doubts about.
const plan::UncertaintyPlan* told(const Worlds& worlds, plan::Status status) {
  return worlds && status != plan::Status::infeasible ? &*worlds : nullptr;
}

Told sessions(const io::SessionScenario& scenario, const Worlds& worlds) {
  Trace trace;
  const plan::SessionPlan plan = plan::compiled::plan_sessions(scenario.catalog, scenario.inputs, &trace);
  return {report::sessions_page({scenario.catalog, scenario.inputs, plan, told(worlds, plan.status)}, trace),
          plan.status};
}

Told models(const io::ModelScenario& scenario, const Worlds& worlds) {
  Trace trace;
  const plan::ModelPlan plan = plan::compiled::plan_models(scenario.catalog, scenario.inputs, &trace);
  return {report::models_page({scenario.catalog, scenario.inputs, plan, told(worlds, plan.status)}, trace),
          plan.status};
}

enum class Kind { scenario, packing, residency };

/// What a file asks, by the fields that only such files have.
Kind kind_of(const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded())
    return text.find_first_not_of("0123456789. \t\r\n") == std::string::npos ? Kind::packing : Kind::scenario;
  if (json.contains("bins")) return Kind::packing;
  return json.contains("var_grid") ? Kind::residency : Kind::scenario;
}

class ReportVerb : public Verb {
 public:
  ReportVerb() : Verb("report", "the answer as a page to look at, with charts and the worked arithmetic") {}

  void declare(Options& options) override {
    scenario_.declare(options);
    uncertainty_.declare(options);
    options.option("-o,--output", output_, "file for the page; without it the page is printed", "FILE");
    options.examples(
        "  planner report examples/untrusted-50k.json -o report.html\n"
        "  planner report examples/twenty-models.json \\\n"
        "    --set models.policy.spare_hosts=2 -o report.html\n"
        "  planner report examples/pods.json -o packing.html\n");
  }

  [[nodiscard]] std::vector<Format> formats() const override { return {}; }

  [[nodiscard]] Answer answer(const Shared& shared) const override {
    if (shared.format == Format::json)
      throw InputError(
          {{"--json", "input.conflict", "", "a report is a page.", "Ask sessions or models for the JSON."}});
    const auto [text, name] = scenario_.text();
    const Told told = answered(text, name, shared);
    const Exit exit = told.status == plan::Status::infeasible ? Exit::infeasible : Exit::answered;
    if (output_.empty()) return {told.page, exit};
    io::write_text(output_, told.page);
    return {
        fmt::format("{}: {:.0f} KiB, open it in a browser.\n", output_, static_cast<double>(told.page.size()) / 1024),
        exit};
  }

 private:
  [[nodiscard]] Told answered(const std::string& text, const std::string& name, const Shared& shared) const {
    const Kind kind = kind_of(text);
    if (kind != Kind::scenario && !scenario_.changes.empty())
      throw InputError({{"--set", "input.set", name, "changes are made to scenarios only.", "Change the file."}});
    if (kind == Kind::packing) return packing(text, name);
    if (kind == Kind::residency) return residency(text, name);
    const io::Sections asked = io::sections_of(text, name);
    const catalog::Catalog known = chosen_catalog(shared);
    const auto ask = uncertainty_.asked(Format::table);
    const auto& changes = scenario_.changes;
    if (asked.models && !asked.sessions) {
      const Worlds worlds = ask ? Worlds(report::model_uncertainty(text, name, known, changes, *ask)) : std::nullopt;
      return models(io::read_model_scenario(text, name, known, changes), worlds);
    }
    const Worlds worlds = ask ? Worlds(report::session_uncertainty(text, name, known, changes, *ask)) : std::nullopt;
    return sessions(io::read_session_scenario(text, name, known, changes), worlds);
  }

  ScenarioOptions scenario_;
  UncertaintyOptions uncertainty_;
  std::string output_;
};

}  // namespace

std::unique_ptr<Verb> report_verb() { return std::make_unique<ReportVerb>(); }

}  // namespace planner::cli
