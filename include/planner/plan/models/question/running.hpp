#pragma once
#include <cmath>
#include <map>
#include <set>

#include "planner/plan/models/question/inputs.hpp"

/// What runs now, as blocks of GPUs that a replica, a shared card or models by turns hold.
namespace planner::plan::models {

struct RunningBlock {
  std::vector<double> gpus{};      ///< indices on its host
  std::set<std::string> models{};  ///< services that run there
};

struct RunningHost {
  std::string name{};
  std::vector<RunningBlock> blocks{};
};

namespace detail {

/// `aws/p5.48xlarge #3` is the third host of its type.
inline std::string type_of_host(const std::string& name) { return name.substr(0, name.rfind(" #")); }

inline double number_of_host(const std::string& name) {
  const std::size_t mark = name.rfind(" #");
  return mark == std::string::npos ? 0 : std::strtod(name.c_str() + mark + 2, nullptr);
}

/// GPUs with the same models, cut into replicas.
inline void add_blocks(RunningHost& host, const std::set<std::string>& models, const std::vector<double>& gpus,
                       double degree) {
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    if (std::fmod(static_cast<double>(i), degree) == 0) host.blocks.push_back({{}, models});
    host.blocks.back().gpus.push_back(gpus[i]);
  }
}

inline RunningHost running_host(const RunningFleet& fleet, const std::string& name) {
  std::map<std::set<std::string>, std::vector<double>> gpus;
  for (const RunningGpu& gpu : fleet.gpus) {
    std::set<std::string> held;
    for (const std::string& model : gpu.models)
      if (fleet.gpus_per_replica.contains(model)) held.insert(model);
    if (gpu.host == name && !held.empty()) gpus[held].push_back(gpu.index);
  }
  RunningHost host{.name = name};
  for (const auto& [models, indices] : gpus)
    add_blocks(host, models, indices, std::max(1.0, fleet.gpus_per_replica.at(*models.begin())));
  return host;
}

}  // namespace detail

/// The hosts of one type that run something or nothing, by their numbers.
inline std::vector<RunningHost> running_hosts(const RunningFleet& fleet, const std::string& type) {
  std::set<std::pair<double, std::string>> names;
  for (const RunningGpu& gpu : fleet.gpus)
    if (detail::type_of_host(gpu.host) == type) names.insert({detail::number_of_host(gpu.host), gpu.host});
  std::vector<RunningHost> hosts;
  for (const auto& [number, name] : names) hosts.push_back(detail::running_host(fleet, name));
  return hosts;
}

}  // namespace planner::plan::models
