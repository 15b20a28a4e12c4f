#pragma once
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "golden/json_diff.hpp"

namespace golden {

inline const std::filesystem::path examples = PLANNER_SOURCE_DIR "/examples",
                                   plans = PLANNER_SOURCE_DIR "/tests/golden/plans";

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The examples that have this section, by name.
inline std::vector<std::filesystem::path> examples_with(const std::string& section) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(examples)) {
    if (entry.path().extension() == ".json" &&
        text_of(entry.path()).find('"' + section + "\": {") != std::string::npos) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// How a plan differs from the one that is kept for this example, a line for each field; empty where it does not. Where
/// PLANNER_UPDATE_GOLDEN is set, the plan is kept first.
inline std::string changes(const std::filesystem::path& example, const std::string& json) {
  const auto kept = plans / example.filename();
  if (std::getenv("PLANNER_UPDATE_GOLDEN") != nullptr) std::ofstream(kept) << json;
  if (!std::filesystem::exists(kept)) return kept.string() + " is missing";
  std::string text;
  for (const std::string& line : differences(Json::parse(text_of(kept)), Json::parse(json)))
    text += kept.filename().string() + ": " + line + "\n";
  return text;
}

}  // namespace golden
