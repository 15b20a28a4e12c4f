#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "planner/base/units.hpp"
#include "planner/plan/purchase.hpp"

/// What `plan_models` is asked: models, the traffic of the teams that use them, candidate GPU hosts, where weights can
/// come from, policy.
namespace planner::plan {

/// One team's traffic to one model. Rates are means over the team's active hours; percentiles are targets.
struct Demand {
  std::string team{};
  RequestsPerSecond rate{};
  double peak_to_mean = 1;
  double active_hours_per_day = 24;
  std::optional<double> active_from{};  ///< hour of the day; absent: all teams peak together
  TokensPerRequest input_tokens{}, output_tokens{};
  double tokens_scv = 1;  ///< squared coefficient of variation of the lengths (gamma law); assumed
  double prefix_hit = 0;  ///< share of input tokens found in the prefix cache
  std::optional<Seconds> ttft_p95{}, tpot_p95{};
  std::optional<Seconds> cold_wait_p99{};  ///< 1 % of requests may wait longer than this for a load; absent: resident
  double arrivals_scv = 1;  ///< squared coefficient of variation of the gaps between requests, 1 (Poisson) or more
  [[nodiscard]] RequestsPerSecond peak() const { return rate * peak_to_mean; }
};

/// A model as it is served. Services are told apart by model and, where one model is served twice, by `name`.
struct Service {
  std::string name{}, model{}, weights{}, kv_cache{};
  std::string gpu{};                        ///< only on this GPU; empty: any candidate
  std::optional<double> tensor_parallel{};  ///< only at this degree
  std::optional<double> max_len{};          ///< tokens of the longest sequence; absent: the 99.9th percentile
  std::vector<Demand> demand{};
};

/// Where weights can come from, per host.
struct LoadPaths {
  Bytes host_cache{};  ///< host memory set aside for weights
  std::optional<BytesPerSecond> object_store{}, local_nvme{}, peer{};
  bool sleep = false;  ///< engines are started so that they can sleep, as vLLM with `--enable-sleep-mode`
};

enum class FleetKind { owned, elastic };

/// How small models may share a card.
enum class CardSharing {
  none,
  memory,  ///< an engine each, with a share of the memory; under MPS or time slices
  mig,     ///< a MIG slice each
};

struct ModelPolicy {
  double utilization_target = 0.75;          // assumed
  double pool_overflow_probability = 0.001;  // assumed
  std::optional<UsdPerTime> wait_cost{};     ///< per request that waits; absent: fewest dollars that meet every target
  double spare_hosts = 0;                    ///< hosts that may be lost at the same time
  double upgrade_room = 0;                   ///< models of which two versions may run side by side at the same time
  double pue = 1.3;                          // assumed
  std::optional<UsdPerEnergy> electricity{};
  std::optional<Watts> rack_power{};
  Purchase purchase = Purchase::on_demand;
  CardSharing sharing = CardSharing::memory;
  FleetKind fleet = FleetKind::owned;
  double dedicated_premium = 0.10;  // assumed
};

struct RunningGpu {
  std::string host{};  ///< `aws/p5.48xlarge #3`: type and number
  double index = 0;
  std::vector<std::string> models{};  ///< services
};

/// What runs now: the placement of an earlier plan.
struct RunningFleet {
  std::vector<RunningGpu> gpus{};
  std::map<std::string, double>
      gpus_per_replica{};          ///< by service; models that are loaded on demand are not among them
  std::set<std::string> asleep{};  ///< services whose engines sleep there
};

struct ModelInputs {
  std::string name{}, engine{};
  std::vector<Service> services{};
  std::vector<std::string> gpu_hosts{};
  LoadPaths load{};
  ModelPolicy policy{};
  RunningFleet running{};               ///< no GPUs: nothing runs yet
  std::vector<std::string> defaults{};  ///< JSON pointers of fields that the scenario left out
};

}  // namespace planner::plan
