#pragma once
#include <optional>
#include <string>
#include <vector>

#include "planner/base/units.hpp"
#include "planner/evidence/source.hpp"

namespace planner::catalog {

/// `share` of the next `size`; without a size: of all the rest.
struct MemoryTier {
  std::optional<Bytes> size{};
  double share = 0;
};
struct CpuTier {
  std::optional<Vcpus> size{};
  double share = 0;
};

/// What a platform keeps back on a host before sessions are placed: one published formula.
/// memory = sum over tiers + fixed + per_pod * pods, at most cap_share of the host, + eviction;
/// CPU = sum over tiers + cpu_fixed, or the row of the table.
struct HostReserve {
  std::string id{}, name{};
  std::vector<MemoryTier> memory_tiers{};
  Bytes fixed{}, per_pod{}, eviction{};
  std::optional<double> cap_share{};
  Vcpus cpu_fixed{};
  std::vector<CpuTier> cpu_tiers{};
  std::vector<std::pair<double, double>> cpu_by_cores{};  ///< cores -> reserved vCPUs, where a table is published
  std::vector<std::string> sources{};
  std::string note{};
  [[nodiscard]] bool counts_pods() const { return per_pod > Bytes{}; }
};

/// Limits of the operating system, the network and the orchestrator.
struct PlatformLimits {
  Fact<double> pids{};  ///< kernel.pid_max at boot, unless `pids_per_cpu` times the hardware threads is more
  Fact<double> pids_per_cpu{}, pids_ceiling{}, ports_per_bridge{};
  Fact<double> pods_per_node{}, nodes_per_cluster{}, pods_per_cluster{}, containers_per_cluster{};
  Fact<double> ips_per_range{};  ///< of a /24, where an orchestrator gives one to a node
  std::vector<Observation> observed{};
};

/// Published failure rates. They are of 8-GPU nodes: nothing is published for other hosts.
struct Reliability {
  Fact<Seconds> gpu_host_mtbf{};
  std::vector<Observation> observed{};
};

}  // namespace planner::catalog
