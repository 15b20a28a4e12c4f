#pragma once
#include <fstream>
#include <sstream>
#include <string>

#include "planner/io/placement_file.hpp"

/// The public trace of pods and GPU nodes in tests/data/openb.
namespace openb {

inline std::string text_of(const std::string& list) {
  std::ifstream file(PLANNER_SOURCE_DIR "/tests/data/openb/openb_" + list + ".csv");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline planner::plan::PlacementInputs inputs() {
  const std::string nodes = text_of("node_list_gpu_node"), pods = text_of("pod_list_default");
  return planner::io::read_placement({nodes, "nodes.csv"}, {pods, "pods.csv"});
}

}  // namespace openb
