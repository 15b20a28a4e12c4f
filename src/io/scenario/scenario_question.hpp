#pragma once
#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/catalog/catalog_reader.hpp"
#include "io/scenario/models_reader.hpp"
#include "io/scenario/session_reader.hpp"
#include "io/scenario/set_path.hpp"
#include "planner/io/scenario.hpp"

/// How the section of a question is read over the catalog.
namespace planner::io {

/// One section of a scenario over the catalog, which is filled from the scenario first.
template <class Inputs>
struct Question {
  const char* section;
  std::span<const char* const> host_lists;  ///< fields with candidate hosts
  Inputs (*read)(Reader&, const catalog::Catalog&, const std::string& folder);
  const char* parts;  ///< field with the list of classes or services
  bool (*reread_part)(Reader&, const catalog::Catalog&, const std::string& folder, std::size_t i, Inputs&);
};

inline constexpr std::array<const char*, 2> session_hosts{"hosts", "gpu_hosts"};
inline constexpr std::array<const char*, 1> model_hosts{"gpu_hosts"};

inline plan::SessionInputs read_sessions_anywhere(Reader& section, const catalog::Catalog& catalog,
                                                  const std::string& /*folder*/) {
  return read_sessions(section, catalog);
}

inline bool reread_class_anywhere(Reader& r, const catalog::Catalog& catalog, const std::string& /*folder*/,
                                  std::size_t i, plan::SessionInputs& inputs) {
  return reread_class(r, catalog, i, inputs);
}

constexpr Question<plan::SessionInputs> question_of(const SessionScenario*) {
  return {"sessions", session_hosts, read_sessions_anywhere, "classes", reread_class_anywhere};
}
constexpr Question<plan::ModelInputs> question_of(const ModelScenario*) {
  return {"models", model_hosts, read_models, "services", reread_service};
}

/// Of the file that a text was read from; the working folder where it was read from none.
inline std::string folder_of(const std::string& name) { return std::filesystem::path(name).parent_path().string(); }

/// Candidates that are objects override a host of the catalog or define a new one.
void read_inline_hosts(Reader& section, std::span<const char* const> lists, CatalogReader& catalog);

void read_scenario_version(Reader& root);

/// Reads a scenario whose changes are made. Faults go to `findings`.
template <class Scenario>
Scenario read_scenario(const Json& json, const std::string& name, const catalog::Catalog& known, Findings& findings) {
  const auto question = question_of(static_cast<const Scenario*>(nullptr));
  Scenario scenario{.catalog = known};
  CatalogReader catalog(scenario.catalog);
  Reader root(json, name + "#", findings);
  read_scenario_version(root);
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
  return scenario;
}

}  // namespace planner::io
