#include "planner/report/whatif.hpp"

#include <algorithm>

#include "cli/scenario_options.hpp"
#include "cli/verbs.hpp"
#include "planner/base/error.hpp"
#include "planner/io/scenario.hpp"

namespace planner::cli {
namespace {

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// `NAME: path=value; path=value`, the name may be left out. A colon after the first `=` belongs to a value.
report::Alternative alternative_of(const std::string& text) {
  report::Alternative alternative{.name = trimmed(text)};
  std::string rest = text;
  const auto colon = text.find(':');
  if (colon != std::string::npos && colon < text.find('=')) {
    alternative.name = trimmed(text.substr(0, colon));
    rest = text.substr(colon + 1);
  }
  for (std::size_t end = 0; end != std::string::npos; rest = end == std::string::npos ? "" : rest.substr(end + 1)) {
    end = rest.find(';');
    if (const std::string change = trimmed(rest.substr(0, end)); !change.empty()) alternative.changes.push_back(change);
  }
  return alternative;
}

class WhatIfVerb : public Verb {
 public:
  WhatIfVerb() : Verb("whatif", "the plan before and after changes, side by side") {}

  void declare(Options& options) override {
    options.positional("FILE", scenario_.file, "scenario file, - for standard input");
    options.option("--set", scenario_.changes,
                   "a change: path=value; all of them together are one alternative; repeatable", "PATH=VALUE");
    options.option("--variant", variants_, "one more alternative: \"NAME: path=value; path=value\"; repeatable");
    options.option("--against", against_, "the fleet that exists: JSON with a list `fleet`, as a saved plan has it",
                   "FILE");
    options.examples(
        "  planner whatif examples/untrusted-50k.json --set sessions.policy.zones=2\n"
        "  planner whatif examples/untrusted-50k.json \\\n"
        "    --variant \"two zones: sessions.policy.zones=2\" \\\n"
        "    --variant \"no zone spare: sessions.policy.survive_zones=0\"\n");
  }

  [[nodiscard]] Answer answer(const Shared& shared) const override {
    const std::vector<report::Alternative> asked = alternatives();
    const catalog::Catalog known = chosen_catalog(shared);
    const auto [text, name] = scenario_.text();
    report::WhatIf question{report::outline_of(text, name, known), {}};
    for (report::Alternative a : asked) {
      a.plan = report::outline_of(text, name, known, a.changes);
      question.alternatives.push_back(std::move(a));
    }
    if (!against_.empty()) report::read_existing(question, io::read_scenario_text(against_), against_, known);
    const bool none_fits = std::ranges::all_of(
        question.alternatives, [](const report::Alternative& a) { return a.plan.status == "infeasible"; });
    return {write(question, shared.format), none_fits ? Exit::infeasible : Exit::answered};
  }

 private:
  [[nodiscard]] std::vector<report::Alternative> alternatives() const {
    std::vector<report::Alternative> asked;
    if (!scenario_.changes.empty()) asked.push_back({.name = "changed", .changes = scenario_.changes});
    for (const std::string& text : variants_) asked.push_back(alternative_of(text));
    check_names(asked);
    if (asked.empty()) {
      throw InputError({{"planner whatif", "input.missing", "", "--set path=value or --variant is asked for.",
                         "See planner whatif --help."}});
    }
    return asked;
  }

  static void check_names(const std::vector<report::Alternative>& asked) {
    std::vector<std::string> taken{"before"};
    for (const report::Alternative& a : asked) {
      if (std::ranges::find(taken, a.name) != taken.end())
        throw InputError({{"--variant", "input.taken_name", '"' + a.name + '"', "another plan is called so.",
                           "Give it another name."}});
      taken.push_back(a.name);
    }
  }

  static std::string write(const report::WhatIf& question, Format format) {
    if (format == Format::json) return report::whatif_json(question);
    if (format == Format::csv) return report::whatif_csv(question);
    return format == Format::markdown ? report::whatif_markdown(question) : report::whatif_table(question);
  }

  ScenarioOptions scenario_;
  std::vector<std::string> variants_;
  std::string against_;
};

}  // namespace

std::unique_ptr<Verb> whatif_verb() { return std::make_unique<WhatIfVerb>(); }

}  // namespace planner::cli
