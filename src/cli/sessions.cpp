#include "planner/report/sessions.hpp"

#include <nlohmann/json.hpp>

#include "cli/scenario_options.hpp"
#include "cli/uncertainty_options.hpp"
#include "cli/verbs.hpp"
#include "planner/base/error.hpp"
#include "planner/io/catalog.hpp"
#include "planner/plan/compiled.hpp"

namespace planner::cli {
namespace {

constexpr const char* examples =
    "  planner sessions --count 50000 --memory 512MiB --vcpu 0.25 \\\n"
    "    --host aws/m7i.metal-48xl\n"
    "  planner sessions examples/untrusted-50k.json\n"
    "  planner sessions examples/untrusted-50k.json \\\n"
    "    --set sessions.policy.zones=2 --format memo\n"
    "  planner sessions examples/untrusted-50k.json --samples 1024 --seed 7\n";

/// One class of sessions, described by options alone.
struct OneClass {
  std::optional<double> count{}, vcpu{};
  std::optional<std::string> memory{}, disk{}, start_within{}, network_disk{}, lifetime{}, trust{}, work{};
  std::vector<std::string> hosts{}, boundaries{};

  void declare(Options& options) {
    options.group("One class of sessions, in place of FILE");
    options.option("--count", count, "sessions alive at the same time at peak");
    options.option("--memory", memory, "memory promised to each, as 512MiB");
    options.option("--vcpu", vcpu, "average use of each in vCPUs");
    options.option("--host", hosts, "candidate host of the catalog; repeatable (default: every priced one)", "HOST");
    options.option("--lifetime", lifetime, "mean lifetime (default 10 min, assumed)");
    options.option("--work", work, "kind of work (default compute)",
                   "compute|syscalls|network|disk");
    options.option("--trust", trust, "whose code: behind a kernel of its own, or in user space too, or any",
                   "anonymous|customer|internal");
    options.option("--disk", disk, "disk of each, as 2GiB (default none)");
    options.option("--network-disk", network_disk, "price of network disk, as 0.08USD/GiB/month");
    options.option("--start-within", start_within, "promise for the p99 of a start, as 500ms");
    options.option("--boundary", boundaries, "only this boundary; repeatable", "BOUNDARY");
  }

  [[nodiscard]] bool given() const { return count || vcpu || memory; }
  [[nodiscard]] bool any() const {
    return given() || disk || start_within || network_disk || lifetime || trust || work || !hosts.empty() ||
           !boundaries.empty();
  }

  [[nodiscard]] nlohmann::json scenario() const {
    nlohmann::json session_class{{"name", "session"},
                                 {"trust", trust.value_or("anonymous")},
                                 {"lifetime", lifetime.value_or("10 min")},
                                 {"work", work.value_or("compute")}};
    if (count) session_class["concurrent"] = *count;
    if (vcpu) session_class["vcpu"] = *vcpu;
    if (memory) session_class["memory"] = *memory;
    if (disk) session_class["disk"] = *disk;
    if (start_within) session_class["start_within"] = *start_within;
    if (!boundaries.empty()) session_class["boundaries"] = boundaries;
    nlohmann::json sessions{{"classes", {session_class}}};
    if (!hosts.empty()) sessions["hosts"] = hosts;
    if (network_disk) sessions["policy"]["network_disk"] = *network_disk;
    return {{"planner", 1}, {"sessions", sessions}};
  }
};

/// Faults of a scenario that was made from options, said of the options.
InputError said_of_options(const InputError& fault) {
  std::vector<Issue> issues = fault.issues();
  for (Issue& issue : issues) {
    std::string field = issue.where.substr(issue.where.rfind('/') + 1);
    if (field == "concurrent") field = "count";
    if (field == "hosts" || field == "boundaries") field = field == "hosts" ? "host" : "boundary";
    for (char& c : field) c = c == '_' ? '-' : c;
    issue.where = "--" + field;
  }
  return InputError(std::move(issues));
}

class SessionsVerb : public Verb {
 public:
  SessionsVerb() : Verb("sessions", "hosts and GPUs for N sessions behind each boundary, and the tiered design") {}

  void declare(Options& options) override {
    scenario_.declare(options);
    one_class_.declare(options);
    uncertainty_.declare(options);
    options.examples(examples);
  }

  [[nodiscard]] std::vector<Format> formats() const override {
    return {Format::table, Format::csv, Format::markdown, Format::memo};
  }

  [[nodiscard]] Answer answer(const Shared& shared) const override {
    const io::SessionScenario scenario = read(shared);
    const plan::SessionPlan plan = plan::compiled::plan_sessions(scenario.catalog, scenario.inputs);
    report::SessionAnswer told{scenario.catalog, scenario.inputs, plan};
    const auto uncertainty = in_many_worlds(shared, plan);
    if (uncertainty) told.uncertainty = &*uncertainty;
    return {write(told, shared.format), plan.status == plan::Status::infeasible ? Exit::infeasible : Exit::answered};
  }

 private:
  /// Nothing where it is not asked for, or where there is no plan to have its doubts about.
  [[nodiscard]] std::optional<plan::UncertaintyPlan> in_many_worlds(const Shared& shared,
                                                                    const plan::SessionPlan& plan) const {
    const auto asked = uncertainty_.asked(shared.format);
    if (!asked || plan.status == plan::Status::infeasible) return std::nullopt;
    const auto [text, name] =
        scenario_.file.empty() ? std::pair{one_class_.scenario().dump(), std::string()} : scenario_.text();
    return report::session_uncertainty(text, name, chosen_catalog(shared), scenario_.changes, *asked);
  }

  static InputError both_given() {
    return InputError({{"planner sessions", "input.conflict", "",
                        "a FILE has classes of its own: options that describe one "
                        "class are given in its place.",
                        "Change the file's with --set sessions.classes.NAME.concurrent=5, "
                        "or leave FILE out."}});
  }
  [[nodiscard]] io::SessionScenario read(const Shared& shared) const {
    if (!scenario_.file.empty()) {
      if (one_class_.any()) throw both_given();
      return scenario_.sessions(shared);
    }
    if (!one_class_.given()) {
      throw InputError(
          {{"planner sessions", "input.missing", "", "a scenario FILE, or --count, --memory and --vcpu, are asked for.",
            "See planner sessions --help."}});
    }
    try {
      return io::read_session_scenario(one_class_.scenario().dump(), "", chosen_catalog(shared), scenario_.changes);
    } catch (const InputError& fault) {
      throw said_of_options(fault);
    }
  }

  static std::string write(const report::SessionAnswer& answer, Format format) {
    switch (format) {
      case Format::table:
        return report::sessions_table(answer);
      case Format::csv:
        return answer.uncertainty != nullptr ? report::worlds_csv(*answer.uncertainty) : report::sessions_csv(answer);
      case Format::markdown:
        return report::sessions_markdown(answer);
      case Format::memo:
        return report::sessions_memo(answer);
      case Format::json:
        return report::sessions_json(answer);
    }
    return "";
  }

  ScenarioOptions scenario_;
  OneClass one_class_;
  UncertaintyOptions uncertainty_;
};

}  // namespace

std::unique_ptr<Verb> sessions_verb() { return std::make_unique<SessionsVerb>(); }

}  // namespace planner::cli
