#include "planner/io/worlds.hpp"

#include <algorithm>
#include <cmath>

#include "io/catalog/catalog_numbers.hpp"
#include "io/scenario/scenario_question.hpp"

namespace planner::io {
namespace {

math::SpreadLaw law_of(const Spread& s) {
  if (s.meaning == SpreadMeaning::pert) return math::SpreadLaw::pert(s.low, s.typical, s.high);
  return math::SpreadLaw::percentiles(s.low, s.typical, s.high, s.range.low, s.range.high);
}

bool of_memory(const std::string& path) { return path.find("memory") != std::string::npos; }

/// A class or service, and the paths that lead into it.
struct VariedPart {
  std::size_t part = 0;
  std::vector<std::pair<std::size_t, std::string>> paths{};  ///< place among all paths, and what follows the part in it

  [[nodiscard]] std::vector<std::string> changes(std::span<const std::string> values) const {
    std::vector<std::string> made;
    for (const auto& [place, rest] : paths) made.push_back(rest + "=" + values[place]);
    return made;
  }
};

/// The parts that all paths lead into; none where one leads elsewhere.
std::vector<VariedPart> parts_of(const Json& list, const std::string& list_path,
                                 const std::vector<std::string>& paths) {
  std::vector<VariedPart> parts;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const auto inside = element_path(list, list_path, paths[i]);
    if (!inside) return {};
    auto part = std::ranges::find(parts, inside->element, &VariedPart::part);
    if (part == parts.end()) part = parts.insert(part, VariedPart{inside->element});
    part->paths.emplace_back(i, inside->rest);
  }
  return parts;
}

}  // namespace

template <class Scenario>
struct Worlds<Scenario>::Parts {
  Json json{};
  std::string name{}, folder{};
  Scenario scenario{};
  decltype(Scenario::inputs) given{};
  std::vector<CatalogNumber> in_catalog{};
  std::vector<plan::UncertainNumber> numbers{};
  bool memory_varies = false;   ///< some number of the scenario is one of memory
  std::size_t in_scenario = 0;  ///< numbers of the scenario come first
  std::vector<double> drawn{};
  std::vector<std::string> paths{};        ///< that `change` sets
  std::vector<VariedPart> varied_parts{};  ///< that they lead into; none where one leads elsewhere
  bool memory_is_varied = false;
  bool whole_changed = false;  ///< more than `varied_parts` may differ from `given`

  /// Reads the section again. The catalog, which its hosts are part of, is as it was.
  auto read(const Json& from, Findings& findings) {
    const auto question = question_of(static_cast<const Scenario*>(nullptr));
    Reader section(from.at(question.section), name + "#/" + question.section, findings);
    auto inputs = question.read(section, scenario.catalog, folder);
    inputs.name = scenario.inputs.name;
    return inputs;
  }

  void find_numbers() {
    Findings findings;
    given = read(json, findings);
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
    auto inputs = read(json, findings);
    findings.throw_if_faulty();
    scenario.inputs = std::move(inputs);
  }

  /// Reads again what the paths lead into, and nothing else; false where that is not enough.
  bool change_parts(std::span<const std::string> values) {
    const auto question = question_of(static_cast<const Scenario*>(nullptr));
    if (whole_changed) scenario.inputs = given;
    whole_changed = false;
    return !varied_parts.empty() && std::ranges::all_of(varied_parts, [&](const VariedPart& p) {
      Json part = json.at(question.section).at(question.parts).at(p.part);
      Findings findings{.issues = apply_changes(part, p.changes(values)), .check_laws = memory_is_varied};
      Reader reader(part, name, findings);
      return findings.issues.empty() && question.reread_part(reader, scenario.catalog, folder, p.part, scenario.inputs);
    });
  }

  void change_whole(std::span<const std::string> values) {
    Json changed = json;
    std::vector<std::string> changes;
    for (std::size_t i = 0; i < paths.size(); ++i) changes.push_back(paths[i] + "=" + values[i]);
    Findings findings{.issues = apply_changes(changed, changes), .check_laws = memory_is_varied};
    findings.throw_if_faulty();
    auto inputs = read(changed, findings);
    findings.throw_if_faulty();
    scenario.inputs = std::move(inputs);
    whole_changed = true;
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
  p.folder = folder_of(name);
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
void Worlds<Scenario>::vary(const std::vector<std::string>& paths) {
  const auto question = question_of(static_cast<const Scenario*>(nullptr));
  const std::string section = question.section, parts = question.parts;
  parts_->paths = paths;
  parts_->varied_parts = parts_of(parts_->json.at(section).at(parts), section + "." + parts, paths);
  parts_->memory_is_varied = std::ranges::any_of(paths, of_memory);
  parts_->whole_changed = true;
}

template <class Scenario>
const Scenario& Worlds<Scenario>::change(std::span<const std::string> values) {
  if (!parts_->change_parts(values)) parts_->change_whole(values);
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
