#pragma once
#include <optional>
#include <string>
#include <vector>

#include "planner/base/units.hpp"
#include "planner/plan/status.hpp"

/// What `plan_models` answers.
namespace planner::plan {

enum class Decision { resident, resident_shared, active_hours, part, on_demand };
enum class WeightTier { gpu_sleep, host_ram, nvme, object, peer };

struct RunnerUp {
  Decision decision = Decision::resident;
  std::optional<WeightTier> tier{};
  UsdPerTime extra{};
};

struct TeamTargets {
  std::string team{};
  std::optional<Seconds> ttft_p95{}, tpot_p95{}, cold_wait_p99{};
};

struct ServicePlan {
  std::string model{}, weights{}, kv_cache{}, gpu{}, host{};
  Decision decision = Decision::resident;
  std::optional<WeightTier> tier{};
  double replicas = 0, gpus_per_replica = 0, gpus = 0;
  double requests_per_h = 0, peak_requests_per_s = 0;
  std::optional<double> break_even_requests_per_h{};
  std::optional<RunnerUp> runner_up{};
  std::optional<Seconds> load{}, wait_p99{}, wait_given_cold_p99{}, idle_timeout{};
  double cold_starts_per_h = 0, cold_fraction = 0;
  Bytes weights_per_gpu{}, kv_per_gpu{};
  double concurrency = 0;           ///< sequences of the mean length that fit at once, per replica
  double capacity_per_s = 0;        ///< requests/s of one replica at the largest batch that meets both targets
  double utilization = 0;           ///< used / capacity at peak
  std::optional<Seconds> ttft_p95{}, tpot_p95{};
  double band_low = 0, band_high = 0;  ///< factors of the throughput that hold about 80 % of measured points
  UsdPerTime usd{}, wait_usd{};
  std::optional<double> usd_per_million_input{}, usd_per_million_output{};
  std::vector<TeamTargets> targets{};
  std::vector<std::string> reasons{};
};

struct GpuPlacement {
  std::string host{};       ///< `aws/p5.48xlarge #3`
  double gpu_index = 0;
  std::vector<std::string> models{};
};

struct FleetPart {
  std::string host{};
  double hosts = 0, spares = 0, gpus = 0;
  UsdPerTime usd{};
};

struct PoolPlan {
  double gpus = 0;
  double overflow_probability = 0, overflow_time_share = 0;
};

struct Alternative {
  double hosts = 0, gpus = 0;
  UsdPerTime usd{}, wait_usd{};
};

struct TeamShare {
  std::string team{}, model{};
  UsdPerTime usd{};
  std::optional<double> usd_per_million_tokens{};
};

struct ModelPlan {
  Status status = Status::ok;
  double gpus = 0, hosts = 0;
  UsdPerTime usd{}, wait_usd{};
  std::vector<FleetPart> fleet{};
  std::optional<double> racks{}, kw{};
  UsdPerTime lower_bound_usd{};
  double gap = 0;
  bool proven = false;
  std::vector<ServicePlan> services{};
  std::vector<GpuPlacement> placement{};
  PoolPlan pool{};
  std::optional<Alternative> all_resident{}, dedicated_per_team{};
  std::vector<TeamShare> teams{};
  std::vector<Rejected> rejected{};
  std::vector<Unknown> unknown{};
  std::vector<std::string> reasons{}, notes{};
};

}  // namespace planner::plan
