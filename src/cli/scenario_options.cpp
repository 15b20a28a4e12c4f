#include "cli/scenario_options.hpp"

#include "planner/base/error.hpp"
#include "planner/io/catalog.hpp"

namespace planner::cli {

void ScenarioOptions::declare(Options& options) {
  options.positional("FILE", file, "scenario file, - for standard input");
  options.option("--set", changes, "change a value first: path=value, as sessions.policy.zones=2; repeatable", "PATH=VALUE");
}

catalog::Catalog chosen_catalog(const Shared& shared) {
  return shared.catalog.empty() ? io::builtin_catalog() : io::overlay_dir(io::builtin_catalog(), shared.catalog);
}

const std::pair<std::string, std::string>& ScenarioOptions::text() const {
  if (read_) return *read_;
  if (file.empty()) {
    throw InputError({{"FILE", "input.missing", "absent", "a scenario file is asked for, - for standard input.", ""}});
  }
  return read_.emplace(io::read_scenario_text(file), file == "-" ? "standard input" : file);
}

io::SessionScenario ScenarioOptions::sessions(const Shared& shared) const {
  const auto [json, name] = text();
  return io::read_session_scenario(json, name, chosen_catalog(shared), changes);
}

io::ModelScenario ScenarioOptions::models(const Shared& shared) const {
  const auto [json, name] = text();
  return io::read_model_scenario(json, name, chosen_catalog(shared), changes);
}

}  // namespace planner::cli
