#include "planner/report/residency.hpp"

#include <cmath>

#include "cli/scenario_options.hpp"
#include "cli/verbs.hpp"
#include "io/text/text_file.hpp"
#include "planner/base/error.hpp"
#include "planner/io/choice_file.hpp"
#include "planner/io/unit_text.hpp"
#include "planner/plan/compiled.hpp"
#include "planner/report/choice.hpp"

namespace planner::cli {
namespace {

class ResidencyVerb : public Verb {
 public:
  ResidencyVerb() : Verb("residency", "which models stay resident and which load on demand, at least cost") {}

  void declare(Options& options) override {
    scenario_.declare(options);
    options.group("A bare problem instead of a scenario");
    options.option("--problem", problem_,
                   "bare problem in JSON: options per model with their GPUs, storage and waiting; "
                   "- for standard input",
                   "FILE");
    options.option("--gap", gap_, "good enough: share above the bound at which to stop, as 0.001 (default 1e-9)");
    options.option("--effort", effort_, "stop after looking at so many options, 10 ns each (default 2.5e9)");
    options.flag("--exact-runner-up", exact_, "solve again without each chosen option, rather than estimate");
    options.option("--write-lp", lp_, "also write the problem as a mixed-integer program in CPLEX LP format", "FILE");
    options.examples(
        "  planner residency examples/seldom-used-models.json\n"
        "  planner residency --problem tests/data/residency/b_20.json\n"
        "  planner residency --problem tests/data/residency/b_20.json \\\n"
        "    --write-lp b_20.lp && cbc b_20.lp solve quit\n");
  }

  [[nodiscard]] Answer answer(const Shared& shared) const override {
    if (problem_.empty() == scenario_.file.empty())
      throw InputError(
          {{"FILE", problem_.empty() ? "input.missing" : "input.conflict", problem_.empty() ? "absent" : scenario_.file,
            "either a scenario or a bare problem (--problem) is asked for.", ""}});
    return problem_.empty() ? about_scenario(shared) : about_problem(shared);
  }

 private:
  [[nodiscard]] Answer about_scenario(const Shared& shared) const {
    if (gap_ > 0.0 || exact_ || !lp_.empty())
      throw InputError({{"--problem", "input.missing", "absent",
                         "--gap, --exact-runner-up and --write-lp are for bare problems.", "Leave them out."}});
    const io::ModelScenario scenario = scenario_.models(shared);
    const plan::ResidencyPlan plan = plan::compiled::plan_residency(scenario.catalog, scenario.inputs);
    return {written({scenario.catalog, scenario.inputs, plan}, shared.format),
            plan.plan.status == plan::Status::infeasible ? Exit::infeasible : Exit::answered};
  }

  [[nodiscard]] Answer about_problem(const Shared& shared) const {
    plan::ChoiceInputs inputs = io::read_choice(io::read_text(problem_), problem_ == "-" ? "standard input" : problem_);
    inputs.effort = effort();
    inputs.exact_runner_up = exact_;
    if (!lp_.empty()) io::write_text(lp_, io::choice_lp(inputs));
    const plan::ChoicePlan plan = plan::compiled::plan_choice(inputs);
    return {written(inputs, plan, shared.format), plan.status == plan::Status::ok ? Exit::answered : Exit::infeasible};
  }

  [[nodiscard]] math::choice::Effort effort() const {
    if (gap_ < 0.0 || gap_ >= 1.0)
      throw InputError(
          {{"--gap", "input.out_of_range", io::print_number(gap_), "must be at least 0 and below 1.", ""}});
    if (effort_ < 0.0 || effort_ > 1e18)
      throw InputError({{"--effort", "input.out_of_range", io::print_number(effort_), "must be from 0 to 1e18.", ""}});
    return math::choice::effort_of(gap_, effort_);
  }

  static std::string written(const report::ResidencyAnswer& answer, Format format) {
    if (format == Format::json) return report::residency_json(answer);
    if (format == Format::csv) return report::residency_csv(answer);
    return format == Format::markdown ? report::residency_markdown(answer) : report::residency_table(answer);
  }

  static std::string written(const plan::ChoiceInputs& inputs, const plan::ChoicePlan& plan, Format format) {
    if (format == Format::json) return report::choice_json(inputs, plan);
    if (format == Format::csv) return report::choice_csv(inputs, plan);
    return format == Format::markdown ? report::choice_markdown(inputs, plan) : report::choice_table(inputs, plan);
  }

  ScenarioOptions scenario_;
  std::string problem_, lp_;
  double gap_ = 0.0, effort_ = static_cast<double>(math::choice::Effort{}.work);
  bool exact_ = false;
};

}  // namespace

std::unique_ptr<Verb> residency_verb() { return std::make_unique<ResidencyVerb>(); }

}  // namespace planner::cli
