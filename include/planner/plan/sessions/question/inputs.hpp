#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "planner/base/units.hpp"
#include "planner/catalog/boundary.hpp"
#include "planner/plan/purchase.hpp"
#include "planner/unit/session_choices.hpp"

/// What `plan_sessions` is asked: classes of sessions, levels of trust, candidate hosts, policy.
namespace planner::plan {

/// Real use of memory between 0 and the promised amount, from any two of these (a beta law).
struct MemoryUse {
  std::optional<Bytes> mean{}, p50{}, p95{}, p99{}, sd{};
};

struct GpuNeed {
  Bytes memory{};       ///< what the session's code allocates; the CUDA context comes on top
  double compute = 1;   ///< share of one GPU of the kind `of`, by dense 16-bit rate
  std::string of{};
  double count = 1;     ///< GPUs of one session
};

struct SessionClass {
  std::string name{}, trust{};
  Sessions concurrent{};  ///< alive at the same time at peak
  Bytes memory{};         ///< promised to the session
  std::optional<MemoryUse> memory_used{};
  Vcpus vcpu{};           ///< average use in hardware threads of the host
  Bytes disk{};
  Seconds lifetime{};     ///< mean
  std::optional<Seconds> start_within{};  ///< promise for the p99 of a start
  catalog::Work work = catalog::Work::compute;
  std::optional<GpuNeed> gpu{};
  std::vector<std::string> boundaries{};  ///< only these, named by the scenario; empty: all that the trust level allows
};

enum class KernelRule { any, own_or_userspace, own };

/// Sessions that hold a GPU at once, those included that have ended and whose GPU is being scrubbed.
inline Sessions held_with_scrub(const SessionClass& c, Seconds scrub) {
  return c.concurrent * ((c.lifetime + scrub) / c.lifetime);
}

struct TrustLevel {
  std::string name{};
  KernelRule kernel = KernelRule::own;
  std::vector<catalog::GpuMode> gpu_sharing{catalog::GpuMode::whole};
  bool smt = true;                        ///< false: one session thread per core, the second hardware thread stays idle
  std::vector<std::string> boundaries{};  ///< only these; empty: all that the kernel rule allows
};

enum class Orchestrator { none, kubernetes };
using unit::Network;
enum class PoolScope { zone, host };
/// What a start does that finds the warm pool empty.
enum class PoolMiss { cold_start, waits_for_refill };
using unit::MemoryMeaning;
using unit::VfioPages;

struct SessionPolicy {
  double cpu_target = 0.7;                        // assumed
  double memory_overrun_probability = 1e-4;       // per host; assumed
  double memory_correlation = 0.05;               // assumed
  double zones = 1, survive_zones = 0;
  double drain_fraction = 0;
  bool drain_during_zone_loss = true;
  double warm_pool_miss = 0.001;                  // assumed
  PoolMiss warm_pool_meaning = PoolMiss::cold_start;
  PoolScope pool_scope = PoolScope::zone;
  Orchestrator orchestrator = Orchestrator::none;
  Network network = Network::routed_nat;
  std::optional<double> max_sessions_per_host{};
  std::string host_reserve = "gke";               // assumed where there is no orchestrator
  std::optional<UsdPerByteTime> network_disk{};
  std::optional<Seconds> host_mtbf{};
  Seconds repair_time = 24.0 * units::hour;       // assumed
  double capacity_probability = 0.999;            // assumed
  Purchase purchase = Purchase::on_demand;
  std::optional<Usd> vgpu_licence_per_gpu_year{};
  bool share_hosts_between_trust_levels = false;
  bool mixed_host_types = false;                  ///< true: a pool may use several host types
  MemoryMeaning memory_means = MemoryMeaning::promised;
  std::map<std::string, std::string> sharing{};   ///< boundary -> `template`, `snapshot`, `ksm`: asked for by name
  VfioPages vfio_pages = VfioPages::transparent_huge;
  std::optional<Seconds> gpu_scrub{};             ///< between two sessions; unpublished, so unknown without it
};

struct SessionInputs {
  std::string name{};
  std::vector<SessionClass> classes{};
  std::map<std::string, TrustLevel> trust{};
  std::vector<std::string> hosts{}, gpu_hosts{};  ///< candidates, ids of the catalog
  SessionPolicy policy{};
  std::vector<std::string> defaults{};            ///< JSON pointers of policy fields that the scenario left out
};

}  // namespace planner::plan
