#include "planner/report/uncertainty.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "planner/base/error.hpp"
#include "planner/io/worlds.hpp"
#include "planner/plan/compiled.hpp"
#include "report/design_numbers.hpp"

namespace planner::report {
namespace {

namespace uncertain = plan::uncertain;

/// Designs beside the plan's own: more than a reader compares.
constexpr std::size_t other_designs = 6;

/// Whether a number is of the scenario or of an entry that prices can depend on.
bool in_question(const std::string& id, const std::vector<std::string>& entries, const std::string& section) {
  if (id.starts_with(section + ".")) return true;
  return std::ranges::any_of(entries, [&](const std::string& e) { return id.starts_with(e + "."); });
}

/// What is decided is not drawn: a design is one for all worlds.
void refuse_decisions(const std::vector<plan::UncertainNumber>& numbers) {
  std::vector<Issue> issues;
  for (const plan::UncertainNumber& n : numbers)
    if (settles_design(n.id))
      issues.push_back({n.id, "input.decided", "a range",
                        "this number says which design it is: it is decided, not uncertain.",
                        "Give one value; compare others with planner whatif --variant or planner sweep --vary."});
  if (!issues.empty()) throw InputError(std::move(issues));
}

/// Numbers that the study sees, and their places among all.
template <class Scenario>
class Study {
 public:
  Study(io::Worlds<Scenario>& worlds, uncertain::DesignPricer& pricer, const std::string& section)
      : worlds_(worlds), pricer_(pricer), all_(worlds.numbers().size(), uncertain::as_given) {
    refuse_decisions(worlds.numbers());
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (in_question(worlds.numbers()[i].id, pricer.entries(), section)) places_.push_back(i);
  }

  [[nodiscard]] plan::UncertaintyPlan run(const UncertaintyAsked& asked) {
    uncertain::Question question{.designs = pricer_.designs(),
                                 .samples = asked.samples,
                                 .seed = asked.seed,
                                 .fleet_hosts = asked.fleet_hosts,
                                 .redecide = asked.redecide,
                                 .keep_worlds = asked.keep_worlds};
    for (const std::size_t i : places_) question.numbers.push_back(worlds_.numbers()[i]);
    question.price = [this](const uncertain::Values& values, std::size_t count, std::vector<uncertain::Price>& prices) {
      if (!enter(values)) return false;
      pricer_.price(count, prices);
      return true;
    };
    question.solve = [this](const uncertain::Values& values) { return enter(values) ? pricer_.solve() : std::nullopt; };
    return plan::compiled::study(question);
  }

 private:
  /// Sets the world; false where the scenario refuses it.
  bool enter(const uncertain::Values& values) {
    for (std::size_t k = 0; k < places_.size(); ++k) all_[places_[k]] = values[k];
    try {
      static_cast<void>(worlds_.at(all_));
      return true;
    } catch (const InputError&) {
      return false;
    }
  }

  io::Worlds<Scenario>& worlds_;
  uncertain::DesignPricer& pricer_;
  uncertain::Values all_;
  std::vector<std::size_t> places_{};
};

}  // namespace

void check(const UncertaintyAsked& asked) {
  std::vector<Issue> issues;
  if (asked.samples < 16 || asked.samples > 1'000'000)
    issues.push_back({"--samples", "input.out_of_range", std::to_string(asked.samples), "16 to 1,000,000 samples.",
                      "A power of two, as 1024, is spread most evenly."});
  if (asked.fleet_hosts && !(*asked.fleet_hosts >= 0 && *asked.fleet_hosts <= 1e9))
    issues.push_back({"--fleet-hosts", "input.out_of_range", fmt::format("{:g}", *asked.fleet_hosts),
                      "a number of hosts, at least 0.", ""});
  if (!issues.empty()) throw InputError(std::move(issues));
}

plan::UncertaintyPlan session_uncertainty(const std::string& text, const std::string& name,
                                          const catalog::Catalog& known, const std::vector<std::string>& changes,
                                          const UncertaintyAsked& asked) {
  check(asked);
  io::Worlds<io::SessionScenario> worlds(text, name, known, changes);
  const io::SessionScenario& given = worlds.given();
  const auto pricer = plan::compiled::session_pricer(given.catalog, given.inputs, other_designs);
  return Study(worlds, *pricer, "sessions").run(asked);
}

plan::UncertaintyPlan model_uncertainty(const std::string& text, const std::string& name, const catalog::Catalog& known,
                                        const std::vector<std::string>& changes, const UncertaintyAsked& asked) {
  check(asked);
  io::Worlds<io::ModelScenario> worlds(text, name, known, changes);
  const io::ModelScenario& given = worlds.given();
  const auto pricer = plan::compiled::model_pricer(given.catalog, given.inputs, other_designs);
  return Study(worlds, *pricer, "models").run(asked);
}

}  // namespace planner::report
