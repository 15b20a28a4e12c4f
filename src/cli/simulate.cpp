#include <cmath>

#include "cli/progress.hpp"
#include "cli/scenario_options.hpp"
#include "cli/verbs.hpp"
#include "planner/base/error.hpp"
#include "planner/plan/compiled.hpp"
#include "planner/report/simulation.hpp"

namespace planner::cli {
namespace {

class SimulateVerb : public Verb {
 public:
  SimulateVerb() : Verb("simulate", "the plan played in the event simulator, beside what it predicts") {}

  void declare(Options& options) override {
    scenario_.declare(options);
    options.option("--replications", replications_, "independent runs of each system, 2 to 1000 (default 20)");
    options.option("--confidence", confidence_, "of the intervals, as 0.95 (default 0.99)");
    options.option("--events", events_, "about so many are played for each system over all replications (default 1e6)");
    options.option("--host-mtbf", host_mtbf_, "hours between failures of a host of models; default: what is published");
    options.option("--seed", seed_, "a whole number; another one plays other random numbers (default 1)");
    options.examples(
        "  planner simulate examples/code-interpreter.json\n"
        "  planner simulate examples/seldom-used-models.json\n"
        "  planner simulate examples/untrusted-50k.json \\\n"
        "    --set sessions.policy.host_mtbf=\"10000 h\"\n");
  }

  [[nodiscard]] Answer answer(const Shared& shared) const override {
    const plan::SimulationInputs how = inputs();
    const auto [text, name] = scenario_.text();
    const io::Sections asked = io::sections_of(text, name);
    const catalog::Catalog known = chosen_catalog(shared);
    return asked.models && !asked.sessions
               ? played(io::read_model_scenario(text, name, known, scenario_.changes), how, shared.format)
               : played(io::read_session_scenario(text, name, known, scenario_.changes), how, shared.format);
  }

 private:
  [[nodiscard]] plan::SimulationInputs inputs() const {
    require(replications_ >= 2 && replications_ <= 1000 && whole(replications_), "--replications", replications_,
            "must be a whole number from 2 to 1000.");
    require(confidence_ > 0.0 && confidence_ < 1.0, "--confidence", confidence_, "must be above 0 and below 1.");
    require(events_ >= 1e3 && events_ <= 1e10, "--events", events_, "must be from 1e3 to 1e10.");
    require(seed_ >= 0.0 && seed_ <= 1e15 && whole(seed_), "--seed", seed_, "must be a whole number from 0 to 1e15.");
    require(!(host_mtbf_ < 48.0), "--host-mtbf", host_mtbf_,
            "must be at least two days: a repair takes one (assumed).");
    return {static_cast<std::uint64_t>(seed_), static_cast<int>(replications_), confidence_, events_};
  }

  static Answer played(const io::SessionScenario& scenario, const plan::SimulationInputs& how, Format format) {
    const plan::SessionPlan plan = plan::compiled::plan_sessions(scenario.catalog, scenario.inputs);
    Progress progress("runs");
    return told(plan.status, how, format,
                plan::compiled::plan_simulation(scenario.inputs, plan, how, shown_by(progress)));
  }
  Answer played(const io::ModelScenario& scenario, plan::SimulationInputs how, Format format) const {
    const plan::ModelPlan plan = plan::compiled::plan_models(scenario.catalog, scenario.inputs);
    how.host_mtbf =
        std::isnan(host_mtbf_) ? published_mtbf(scenario.catalog, plan) : std::optional(host_mtbf_ * units::hour);
    Progress progress("runs");
    return told(plan.status, how, format, plan::compiled::plan_simulation(plan, how, shown_by(progress)));
  }

  /// What is published is of hosts with eight GPUs.
  static std::optional<Seconds> published_mtbf(const catalog::Catalog& known, const plan::ModelPlan& plan) {
    for (const plan::PoolPart& pool : plan.pool.parts)
      if (pool.gpus_per_host != 8) return std::nullopt;
    return known.reliability.gpu_host_mtbf.estimate.typical;
  }
  static plan::RunsDone shown_by(Progress& progress) {
    return [&progress](std::size_t done, std::size_t all) { progress.show(done, all); };
  }
  static Answer told(plan::Status status, const plan::SimulationInputs& how, Format format,
                     const plan::SimulationPlan& played) {
    return {written({status, how, played}, format),
            status == plan::Status::infeasible ? Exit::infeasible : Exit::answered};
  }

  static bool whole(double value) { return value == std::floor(value); }
  static void require(bool holds, const char* option, double found, const char* rule) {
    if (!holds) throw InputError({{option, "input.out_of_range", std::to_string(found), rule, ""}});
  }

  static std::string written(const report::SimulationAnswer& answer, Format format) {
    if (format == Format::json) return report::simulation_json(answer);
    if (format == Format::csv) return report::simulation_csv(answer);
    return format == Format::markdown ? report::simulation_markdown(answer) : report::simulation_table(answer);
  }

  ScenarioOptions scenario_;
  double replications_ = 20, confidence_ = 0.99, events_ = 1e6, seed_ = 1;
  double host_mtbf_ = std::nan("");  // not given
};

}  // namespace

std::unique_ptr<Verb> simulate_verb() { return std::make_unique<SimulateVerb>(); }

}  // namespace planner::cli
