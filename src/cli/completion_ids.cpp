#include "cli/completion_ids.hpp"

#include "planner/base/error.hpp"
#include "planner/io/catalog.hpp"
#include "planner/io/scenario.hpp"
#include "planner/plan/compiled.hpp"

namespace planner::cli {
namespace {

using Words = std::vector<std::string>;

template <class... Sections>
Words ids_of(const Sections&... sections) {
  Words ids;
  const auto add = [&ids](const auto& section) {
    for (const auto& [id, entry] : section) ids.push_back(id);
  };
  (add(sections), ...);
  return ids;
}

Words paths(const std::string& file, const catalog::Catalog& known) {
  Words words;
  for (const std::string& path : io::scenario_paths(io::read_scenario_text(file), file, known))
    words.push_back(path + "=");
  return words;
}

Trace derivation(const std::string& file, const catalog::Catalog& known) {
  const std::string text = io::read_scenario_text(file);
  const io::Sections asked = io::sections_of(text, file);
  Trace trace;
  if (asked.models && !asked.sessions) {
    const io::ModelScenario scenario = io::read_model_scenario(text, file, known);
    plan::compiled::plan_models(scenario.catalog, scenario.inputs, &trace);
  } else {
    const io::SessionScenario scenario = io::read_session_scenario(text, file, known);
    plan::compiled::plan_sessions(scenario.catalog, scenario.inputs, &trace);
  }
  return trace;
}

Words steps(const std::string& file, const catalog::Catalog& known) {
  Words words;
  const Trace trace = derivation(file, known);
  for (const Step& step : trace.steps()) words.push_back(step.id);
  return words;
}

Words loaders(const catalog::Catalog& c) {
  Words ids;
  for (const catalog::Loader& loader : c.loading.loaders) ids.push_back(loader.id);
  return ids;
}

Words words_of(const std::string& kind, const Asked& asked, const catalog::Catalog& c) {
  if (kind == "HOST") return ids_of(c.hosts);
  if (kind == "BOUNDARY") return ids_of(c.boundaries);
  if (kind == "GPU") return ids_of(c.gpus);
  if (kind == "MODEL") return ids_of(c.models);
  if (kind == "ENGINE") return ids_of(c.engines);
  if (kind == "LOADER") return loaders(c);
  if (kind == "ID")
    return ids_of(c.boundaries, c.gpus, c.mig_tables, c.hosts, c.reserves, c.models, c.engines, c.sources);
  if (asked.file.empty() || asked.file == "-") return {};
  if (kind.starts_with("PATH=")) return paths(asked.file, c);
  return kind == "STEP" ? steps(asked.file, c) : Words{};
}

}  // namespace

std::vector<std::string> known_words(const std::string& kind, const Asked& asked) {
  try {
    const catalog::Catalog& builtin = io::builtin_catalog();
    return words_of(kind, asked, asked.overlay.empty() ? builtin : io::overlay_dir(builtin, asked.overlay));
  } catch (const InputError&) {
    return {};  // what cannot be read is said when the command runs
  } catch (const FileError&) {
    return {};
  }
}

}  // namespace planner::cli
