#pragma once
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

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

}  // namespace golden
