#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "planner/catalog/catalog.hpp"
#include "planner/plan/models/question/inputs.hpp"
#include "planner/plan/sessions/question/inputs.hpp"

/// Scenario files: a question with everything that is asked about, as JSON that is readable by hand.
namespace planner::io {

/// A scenario with a `sessions` section, ready for `plan::plan_sessions(scenario.catalog, scenario.inputs)`.
struct SessionScenario {
  catalog::Catalog catalog{};  ///< the known one with the scenario's `catalog` section and inline hosts over it
  plan::SessionInputs inputs{};
};

/// Reads the `sessions` section of a scenario.
/// @param text JSON; at most 64 levels deep
/// @param name how messages call the text: the file's name
/// @param known the catalog that ids refer to
/// @param changes `path=value`, made in their order before anything is read: `sessions.policy.zones=2`,
///        `sessions.classes.snippet.memory=512 MiB`
/// @throws InputError with every fault at once, each with the JSON pointer of where it stands
SessionScenario read_session_scenario(std::string_view text, const std::string& name, const catalog::Catalog& known,
                                      const std::vector<std::string>& changes = {});

/// A scenario with a `models` section, ready for `plan::plan_models(scenario.catalog, scenario.inputs)`.
struct ModelScenario {
  catalog::Catalog catalog{};  ///< as in `SessionScenario`
  plan::ModelInputs inputs{};
};

/// Reads the `models` section of a scenario; parameters and errors as in `read_session_scenario`. Files of measured
/// lengths that it names are read from the folder of the file `name`.
ModelScenario read_model_scenario(std::string_view text, const std::string& name, const catalog::Catalog& known,
                                  const std::vector<std::string>& changes = {});

/// Which questions a scenario asks.
struct Sections {
  bool sessions = false, models = false;
};
/// @throws InputError where the text is no JSON
Sections sections_of(std::string_view text, const std::string& name);

/// A path of `changes` from the top: `sessions.hosts` for `hosts`, where the section is left out.
/// @throws InputError where the text is no JSON
std::string whole_path(std::string_view text, const std::string& name, const std::string& path);

/// The paths that `changes` can set in this scenario, sorted: every field that its readers know, whether it is given or
/// not. Of a list those of its elements, by name where they have one.
/// @throws InputError where the text is no JSON
std::vector<std::string> scenario_paths(std::string_view text, const std::string& name, const catalog::Catalog& known);

/// The text of a scenario file, `-` for standard input.
/// @throws FileError where it cannot be read, InputError where it has more than 16 MiB
std::string read_scenario_text(const std::string& path);

}  // namespace planner::io
