#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/verb.hpp"
#include "planner/io/scenario.hpp"

namespace planner::cli {

/// FILE and `--set`: what every verb has that reads a scenario.
struct ScenarioOptions {
  std::string file;
  std::vector<std::string> changes;

  void declare(Options& options);
  /// The `sessions` section of the file, over the built-in catalog and the `--catalog` folder.
  [[nodiscard]] io::SessionScenario sessions(const Shared& shared) const;
  /// The `models` section likewise.
  [[nodiscard]] io::ModelScenario models(const Shared& shared) const;
  /// The text of the file and what messages call it.
  [[nodiscard]] const std::pair<std::string, std::string>& text() const;

 private:
  mutable std::optional<std::pair<std::string, std::string>> read_{};  ///< standard input can be read once
};

/// The built-in catalog with the `--catalog` folder over it.
catalog::Catalog chosen_catalog(const Shared& shared);

}  // namespace planner::cli
