#include "planner/io/scenario.hpp"

#include <map>
#include <set>

#include "io/scenario/scenario_question.hpp"
#include "io/text/text_file.hpp"

namespace planner::io {
namespace {

/// Of each object, by its pointer.
using Fields = std::map<std::string, std::vector<std::string>>;

constexpr std::size_t largest_scenario = 16U << 20U;

template <class Scenario>
Scenario read_changed(std::string_view text, const std::string& name, const catalog::Catalog& known,
                      const std::vector<std::string>& changes, Fields* fields = nullptr) {
  Json json = parse_json(text, name);
  Findings findings{.issues = apply_changes(json, changes), .fields = fields};
  findings.throw_if_faulty();
  Scenario scenario = read_scenario<Scenario>(json, name, known, findings);
  findings.throw_if_faulty();
  return scenario;
}

/// What the readers asked for, faults in the scenario notwithstanding.
Fields fields_of(std::string_view text, const std::string& name, const catalog::Catalog& known) {
  Fields fields;
  const Sections asked = sections_of(text, name);
  try {
    if (asked.sessions) read_changed<SessionScenario>(text, name, known, {}, &fields);
    if (asked.models) read_changed<ModelScenario>(text, name, known, {}, &fields);
  } catch (const InputError&) {
    return fields;
  }
  return fields;
}

}  // namespace

void read_scenario_version(Reader& root) {
  double version = 1;
  if (root.number("planner", version) && version != 1) {
    root.fault("planner", "input.version", print_number(version), "this planner reads scenarios of version 1.");
  }
}

void read_inline_hosts(Reader& section, std::span<const char* const> lists, CatalogReader& catalog) {
  for (const char* field : lists) {
    const Json* list = section.raw(field);
    if (list == nullptr || !list->is_array()) continue;
    for (std::size_t i = 0; i < list->size(); ++i) {
      if (!(*list)[i].is_object()) continue;
      Reader host((*list)[i], section.at(field) + pointer_step(std::to_string(i)), section.findings());
      catalog.read_host(host);
      host.done();
    }
  }
}

SessionScenario read_session_scenario(std::string_view text, const std::string& name, const catalog::Catalog& known,
                                      const std::vector<std::string>& changes) {
  return read_changed<SessionScenario>(text, name, known, changes);
}

ModelScenario read_model_scenario(std::string_view text, const std::string& name, const catalog::Catalog& known,
                                  const std::vector<std::string>& changes) {
  return read_changed<ModelScenario>(text, name, known, changes);
}

std::vector<std::string> scenario_paths(std::string_view text, const std::string& name, const catalog::Catalog& known) {
  const Json json = parse_json(text, name);
  const Fields fields = fields_of(text, name, known);
  std::set<std::string> paths;
  for (const auto& [where, names] : fields) {
    const std::string pointer = where.substr(name.size() + 1);
    for (const std::string& field : names) {
      const std::string place = pointer + pointer_step(field);
      const auto inside = fields.lower_bound(name + "#" + place + "/");
      const bool holds_others = fields.contains(name + "#" + place) ||
                                (inside != fields.end() && inside->first.starts_with(name + "#" + place + "/"));
      if (!holds_others) paths.insert(path_of(json, place));
    }
  }
  return {paths.begin(), paths.end()};
}

Sections sections_of(std::string_view text, const std::string& name) {
  const Json json = parse_json(text, name);
  return {json.contains("sessions"), json.contains("models")};
}

std::string whole_path(std::string_view text, const std::string& name, const std::string& path) {
  return from_the_top(parse_json(text, name), path);
}

std::string read_scenario_text(const std::string& path) { return read_text(path, largest_scenario); }

}  // namespace planner::io
