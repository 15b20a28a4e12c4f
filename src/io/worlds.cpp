#include "planner/io/worlds.hpp"

#include <algorithm>
#include <cmath>

#include "io/catalog_numbers.hpp"
#include "io/scenario_question.hpp"

namespace planner::io {
namespace {

math::SpreadLaw law_of(const Spread& s) {
  if (s.meaning == SpreadMeaning::pert) return math::SpreadLaw::pert(s.low, s.typical, s.high);
  return math::SpreadLaw::percentiles(s.low, s.typical, s.high, s.range.low, s.range.high);
}

bool of_memory(const std::string& path) { return path.find("memory") != std::string::npos; }

}  // namespace

template <class Scenario>
struct Worlds<Scenario>::Parts {
  Json json{};
  std::string name{};
  Scenario scenario{};
  decltype(Scenario::inputs) given{};
  std::vector<CatalogNumber> in_catalog{};
  std::vector<plan::UncertainNumber> numbers{};
  bool memory_varies = false;   ///< some number of the scenario is one of memory
  std::size_t in_scenario = 0;  ///< numbers of the scenario come first
  std::vector<double> drawn{};

  /// Reads the section again. The catalog, which its hosts are part of, is as it was.
  auto read(Findings& findings) {
    const auto question = question_of(static_cast<const Scenario*>(nullptr));
    Reader section(json.at(question.section), name + "#/" + question.section, findings);
    auto inputs = question.read(section, scenario.catalog, folder_of(name));
    inputs.name = scenario.inputs.name;
    return inputs;
  }

  void find_numbers() {
    Findings findings;
    given = read(findings);
    for (const Spread& s : findings.spreads)
      numbers.push_back({.id = path_of(json, std::string_view(s.where).substr(name.size() + 1)),
                         .dim = s.dim,
                         .law = law_of(s),
                         .whole = s.range.whole});
    in_scenario = numbers.size();
    memory_varies = std::ranges::any_of(numbers, [](const auto& n) { return of_memory(n.id); });
    in_catalog = uncertain_numbers(scenario.catalog);
    for (const CatalogNumber& n : in_catalog) numbers.push_back(n.number);
  }

  void set_scenario(std::span<const double> values) {
    if (in_scenario == 0) return;
    drawn.assign(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(in_scenario));
    for (std::size_t i = 0; i < in_scenario; ++i)
      if (numbers[i].whole) drawn[i] = std::round(drawn[i]);
    Findings findings{.drawn = &drawn, .check_laws = memory_varies};
    auto inputs = read(findings);
    findings.throw_if_faulty();
    scenario.inputs = std::move(inputs);
  }

  void set_catalog(std::span<const double> values) {
    for (std::size_t i = 0; i < in_catalog.size(); ++i) {
      const double value = values[in_scenario + i];
      in_catalog[i].set(std::isnan(value) ? std::nullopt : std::optional(value));
    }
  }
};

template <class Scenario>
Worlds<Scenario>::Worlds(std::string_view text, const std::string& name, const catalog::Catalog& known,
                         const std::vector<std::string>& changes)
    : parts_(std::make_unique<Parts>()) {
  Parts& p = *parts_;
  p.name = name;
  p.json = parse_json(text, name);
  Findings findings{.issues = apply_changes(p.json, changes)};
  findings.throw_if_faulty();
  p.scenario = read_scenario<Scenario>(p.json, name, known, findings);
  findings.throw_if_faulty();
  p.find_numbers();
}

template <class Scenario>
Worlds<Scenario>::~Worlds() = default;

template <class Scenario>
const std::vector<plan::UncertainNumber>& Worlds<Scenario>::numbers() const {
  return parts_->numbers;
}

template <class Scenario>
const Scenario& Worlds<Scenario>::given() {
  parts_->scenario.inputs = parts_->given;
  for (const CatalogNumber& n : parts_->in_catalog) n.set(std::nullopt);
  return parts_->scenario;
}

template <class Scenario>
const Scenario& Worlds<Scenario>::change(const std::vector<std::string>& changes) {
  Findings findings{.issues = apply_changes(parts_->json, changes), .check_laws = std::ranges::any_of(changes, of_memory)};
  findings.throw_if_faulty();
  auto inputs = parts_->read(findings);
  findings.throw_if_faulty();
  parts_->given = inputs;
  parts_->scenario.inputs = std::move(inputs);
  return parts_->scenario;
}

template <class Scenario>
const Scenario& Worlds<Scenario>::at(std::span<const double> values) {
  parts_->set_catalog(values);
  parts_->set_scenario(values);
  return parts_->scenario;
}

template class Worlds<SessionScenario>;
template class Worlds<ModelScenario>;

}  // namespace planner::io
