#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "planner/catalog/boundary.hpp"
#include "planner/catalog/efficiency.hpp"
#include "planner/catalog/engine.hpp"
#include "planner/catalog/gpu.hpp"
#include "planner/catalog/host.hpp"
#include "planner/catalog/llm.hpp"
#include "planner/catalog/loading.hpp"
#include "planner/catalog/mig.hpp"
#include "planner/catalog/number_format.hpp"
#include "planner/catalog/reserve.hpp"

namespace planner::catalog {

/// What is published around the numbers: how platforms run, what workloads look like, where sources disagree.
struct Background {
  std::string id{}, kind{}, name{};  ///< kind: platform, workload, disagreement, practice
  std::vector<Observation> observed{};
};

/// Everything that is known, by id, in the order of the ids. Plain data: build one by hand, or load the embedded one
/// (`planner::io::builtin_catalog()`).
struct Catalog {
  std::map<std::string, Source, std::less<>> sources{};
  std::map<std::string, Boundary, std::less<>> boundaries{};
  std::map<std::string, Gpu, std::less<>> gpus{};
  std::map<std::string, MigTable, std::less<>> mig_tables{};
  std::map<std::string, Host, std::less<>> hosts{};
  std::map<std::string, HostReserve, std::less<>> reserves{};
  std::map<std::string, Llm, std::less<>> models{};
  std::map<std::string, Engine, std::less<>> engines{};
  std::map<std::string, NumberFormat, std::less<>> number_formats{};
  std::map<std::string, Efficiency, std::less<>> efficiencies{};
  GpuSharing gpu_sharing{};
  PlatformLimits limits{};
  Reliability reliability{};
  Loading loading{};
  std::map<std::string, Background, std::less<>> background{};
};

/// The entry of that id, or null.
template <class Map>
auto* find(Map& entries, std::string_view id) {
  const auto it = entries.find(id);
  return it == entries.end() ? nullptr : &it->second;
}

}  // namespace planner::catalog
