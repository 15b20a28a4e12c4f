#pragma once
#include <string>
#include <vector>

namespace planner::cli {

/// What is known of a question while it is typed.
struct Asked {
  std::string file{};     ///< the first argument: a scenario; may be empty
  std::string overlay{};  ///< folder of a catalog; may be empty
};

/// The words of a kind: ids of the catalog (`HOST`, `BOUNDARY`, `GPU`, `MODEL`, `ENGINE`, `LOADER`; `ID`: any of them),
/// paths of the scenario (`PATH=VALUE`, `PATH=VALUES`), steps of its derivation (`STEP`). None for other kinds, and where
/// file or catalog cannot be read.
std::vector<std::string> known_words(const std::string& kind, const Asked& asked);

}  // namespace planner::cli
