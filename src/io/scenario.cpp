#include "planner/io/scenario.hpp"

#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <span>

#include "io/catalog_reader.hpp"
#include "io/models_reader.hpp"
#include "io/session_reader.hpp"
#include "io/set_path.hpp"
#include "io/text_file.hpp"

namespace planner::io {
namespace {

/// Of each object, by its pointer.
using Fields = std::map<std::string, std::vector<std::string>>;

constexpr std::size_t largest_scenario = 16U << 20U;

void read_version(Reader& root) {
  double version = 1;
  if (root.number("planner", version) && version != 1) {
    root.fault("planner", "input.version", print_number(version), "this planner reads scenarios of version 1.");
  }
}

/// Candidates that are objects override a host of the catalog or define a new one.
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

/// Of the file that a text was read from; the working folder where it was read from none.
std::string folder_of(const std::string& name) { return std::filesystem::path(name).parent_path().string(); }

/// Reads one section of a scenario over the catalog, which is filled from the scenario first.
template <class Inputs>
struct Question {
  const char* section;
  std::span<const char* const> host_lists;  ///< fields with candidate hosts
  Inputs (*read)(Reader&, const catalog::Catalog&, const std::string& folder);
};

template <class Scenario, class Inputs>
Scenario read_question(const Question<Inputs>& question, std::string_view text, const std::string& name,
                       const catalog::Catalog& known, const std::vector<std::string>& changes,
                       Fields* fields = nullptr) {
  Json json = parse_json(text, name);
  Findings findings{.issues = apply_changes(json, changes), .fields = fields};
  findings.throw_if_faulty();
  Scenario scenario{.catalog = known};
  CatalogReader catalog(scenario.catalog);
  Reader root(json, name + "#", findings);
  read_version(root);
  root.require({question.section});
  root.object("catalog", [&](Reader& section) { catalog.read(section); });
  for (const char* other : {"sessions", "models"}) root.raw(other);  // other questions have their own readers
  root.object(question.section, [&](Reader& section) {
    read_inline_hosts(section, question.host_lists, catalog);
    catalog.finish(findings);
    scenario.inputs = question.read(section, scenario.catalog, folder_of(name));
  });
  root.text("name", scenario.inputs.name);
  root.done();
  findings.throw_if_faulty();
  return scenario;
}

constexpr std::array<const char*, 2> session_hosts{"hosts", "gpu_hosts"};
constexpr Question<plan::SessionInputs> session_question{
    "sessions", session_hosts, [](Reader& section, const catalog::Catalog& catalog, const std::string&) {
      return read_sessions(section, catalog);
    }};
constexpr std::array<const char*, 1> model_hosts{"gpu_hosts"};
constexpr Question<plan::ModelInputs> model_question{"models", model_hosts, read_models};

/// What the readers asked for, faults in the scenario notwithstanding.
Fields fields_of(std::string_view text, const std::string& name, const catalog::Catalog& known) {
  Fields fields;
  const Sections asked = sections_of(text, name);
  try {
    if (asked.sessions) read_question<SessionScenario>(session_question, text, name, known, {}, &fields);
    if (asked.models) read_question<ModelScenario>(model_question, text, name, known, {}, &fields);
  } catch (const InputError&) {
    return fields;
  }
  return fields;
}

}  // namespace

SessionScenario read_session_scenario(std::string_view text, const std::string& name, const catalog::Catalog& known,
                                      const std::vector<std::string>& changes) {
  return read_question<SessionScenario>(session_question, text, name, known, changes);
}

ModelScenario read_model_scenario(std::string_view text, const std::string& name, const catalog::Catalog& known,
                                  const std::vector<std::string>& changes) {
  return read_question<ModelScenario>(model_question, text, name, known, changes);
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

std::string read_scenario_text(const std::string& path) { return read_text(path, largest_scenario); }

}  // namespace planner::io
