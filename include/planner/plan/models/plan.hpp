#pragma once
#include <optional>
#include <string>
#include <vector>

#include "planner/base/units.hpp"
#include "planner/plan/status.hpp"
#include "planner/unit/operating_point.hpp"

/// What `plan_models` answers.
namespace planner::plan {

enum class Decision { resident, resident_shared, active_hours, part, on_demand };
enum class WeightTier { gpu_sleep, host_ram, nvme, object, peer };

/// The cheapest plan in which a service is served in another way.
struct RunnerUp {
  Decision decision = Decision::resident;
  std::optional<WeightTier> tier{};
  std::string host{}, gpu{};
  double gpus_per_replica = 0, replicas = 0;
  UsdPerTime extra{};
};

/// Hours of the day; `to` above 24 ends on the next day.
struct DaySpan {
  double from = 0, to = 24;
};

/// Replicas that are held for the same hours of the day, the loads before them included.
struct HeldPart {
  double replicas = 0, hours_per_day = 24;
  std::vector<DaySpan> spans{};  ///< none: all day
  Seconds load_allowance{};      ///< of each span, before the hours of the teams
};

/// A team's promise and what it sees of it at the peak.
struct TeamService {
  std::string team{};
  double peak_requests_per_s = 0;
  std::optional<Seconds> ttft_target{}, tpot_target{}, cold_wait_target{};
  std::optional<Seconds> ttft_p95{}, tpot_p95{};
};

/// Share of the requests of a model on demand that would be cold in the busiest hour if replicas stayed until a cold
/// start needs their room.
struct ColdIfKept {
  double least_recently_used = 0;               ///< the one that has been idle longest gives way
  double cost_aware = 0, cost_aware_error = 0;  ///< the one that is cheapest to load again; half of a 99 % interval
};

struct ServicePlan {
  std::string name{}, model{}, weights{}, kv_cache{}, gpu{}, host{};
  Decision decision = Decision::resident;
  std::optional<WeightTier> tier{};
  double replicas = 0, gpus_per_replica = 0;
  std::vector<HeldPart> parts{};       ///< where not all replicas are held all day
  double gpus = 0;                     ///< cards held; a share of a card where it shares one
  std::string mig_profile{};           ///< of its slice, where it has one
  double card_share = 1;               ///< of a card's memory, per replica
  double busy_share = 1;               ///< of the peak hour in which it runs anything, where it shares a card
  double replicas_by_utilization = 0;  ///< that the target utilisation alone would ask for; more are for the queue
  double requests_per_h = 0;           ///< mean over the day
  double peak_requests_per_s = 0;
  double input_tokens = 0, output_tokens = 0;         ///< per request, mean of the mix
  std::optional<double> break_even_requests_per_h{};  ///< mean rate from which one replica is better held than loaded
  UsdPerTime holding_usd{};                           ///< of one replica's cards
  std::optional<RunnerUp> runner_up{};
  std::optional<Seconds> load{}, load_p90{};  ///< on a host that has started it before, nobody else loading; or wake
  std::optional<WeightTier> load_from{};      ///< where the weights of that load wait
  double sleep_level = 0;                     ///< of an engine asleep: 1 with its weights in host memory, 2 without
  std::optional<Seconds> falls_asleep{};      ///< time from its last answer until others can wake on its cards
  std::optional<Seconds> falls_asleep_p90{};
  Bytes kept_asleep{};  ///< on each of its cards while it sleeps
  std::optional<Seconds> wait_p99{}, wait_given_cold_p99{}, idle_timeout{};
  std::optional<Seconds> reading{}, reading_p90{};  ///< of the load on demand, the part that moves weights over a link
  double slowdown = 0;                              ///< how much longer that takes beside one other load, as a share
  std::optional<Seconds> load_beside{};    ///< mean load in the busiest hour, with others of its hosts under way
  std::optional<Seconds> mean_wait{};      ///< for loads, over all requests of the day
  UsdPerTime beside_usd{};                 ///< of waiting that others under way add; not in `wait_usd`
  std::optional<Seconds> wait_p99_slow{};  ///< by the p90 load, as targets are held; `wait_p99` is by the p50 load
  double arrivals_scv = 1;                 ///< squared coefficient of variation of the gaps between requests
  std::optional<Seconds> service_time{};   ///< of one request at the peak; of models on demand
  double cold_starts_per_h = 0, cold_fraction = 0;
  std::optional<ColdIfKept> if_kept_warm{};
  double overflow_probability = 0;  ///< that a cold start finds too few free GPUs in the pool
  Bytes weights_per_gpu{}, kv_per_gpu{};
  double max_len = 0;
  double concurrency = 0;                             ///< sequences of the mean length that fit at once, per replica
  double batch = 0;                                   ///< largest at which every target holds
  unit::BatchLimit limit = unit::BatchLimit::memory;  ///< what bounds it
  double capacity_per_s = 0;                          ///< requests/s of one replica at that batch
  double utilization = 0;                             ///< used / capacity at peak
  std::optional<Seconds> step{}, queue_wait_p95{};    ///< time per token at that batch; wait for a place at the peak
  std::optional<Seconds> ttft_p95{}, tpot_p95{};      ///< at the peak; of teams, the longest
  unit::Band rate_band{}, tpot_band{}, ttft_band{};   ///< around capacity, time per token and to the first
  UsdPerTime usd{}, wait_usd{};
  double input_share = 0;  ///< of its GPU-seconds that prompts take
  std::optional<double> usd_per_million_input{}, usd_per_million_output{};
  std::vector<TeamService> teams{};
};

struct GpuPlacement {
  std::string host{};  ///< `aws/p5.48xlarge #3`
  double gpu_index = 0;
  std::vector<std::string> models{};
};

struct FleetPart {
  std::string host{}, gpu{};
  double hosts = 0, spares = 0, gpus = 0, gpus_used = 0;
  std::optional<double> mean_hosts{};  ///< of an elastic fleet: paid as a mean over the day, with spares
  double upgrade_room = 0;             ///< of the GPUs in use, those kept for second versions
  std::optional<Watts> power{};        ///< of one host, at the meter
  UsdPerTime usd_per_host{}, electricity_per_host{}, usd{};
};

/// Replicas of a service that are loaded or unloaded on a host.
struct Move {
  std::string service{}, host{};
  double replicas = 0;
};

/// From what runs to the plan.
struct Moves {
  double loads = 0;
  double lower_bound = 0;  ///< no placement of these replicas takes fewer
  std::vector<Move> load{}, unload{};
};

/// GPUs of one host type that models on demand share.
struct PoolPart {
  std::string host{}, gpu{};
  std::vector<std::string> models{};
  double block = 0;     ///< engines asleep: GPUs of each block on which all of them were started; 0: they are loaded
  Bytes kept_asleep{};  ///< on each GPU, by all of them
  double gpus = 0, gpus_per_host = 0;
  double overflow_probability = 0, overflow_time_share = 0;
  double overflow_with_eviction = 0;  ///< if idle replicas gave way to cold starts
  double loading_beside = 0;          ///< probability that a load finds another one under way
  Bytes host_memory{}, disk{};        ///< of the weights that every host of the pool keeps; asleep: in memory per block
};

struct PoolPlan {
  double gpus = 0;
  double overflow_probability = 0;  ///< of a cold start in the busiest hour: of the model that fares worst
  double overflow_time_share = 0;   ///< of the busiest hour in which more is asked for than there is
  std::vector<PoolPart> parts{};
};

enum class LatencyTarget { first_token, per_token, cold_wait };

/// In ids of the derivation.
inline const char* target_id(LatencyTarget what) {
  if (what == LatencyTarget::cold_wait) return "cold_wait";
  return what == LatencyTarget::first_token ? "ttft" : "tpot";
}

/// A latency target that the plan misses by the estimate: no candidate keeps it, or of a cold wait, loads that share a
/// link break it.
struct MissedTarget {
  std::string service{}, team{};
  LatencyTarget what = LatencyTarget::per_token;
  Seconds estimate{}, target{};
  std::optional<unit::Band> band{};  ///< factors on the estimate within which 80 % of measured points lay
};

/// Another design, priced the same way.
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
  double gpus = 0, hosts = 0;  ///< with spares
  UsdPerTime usd{}, wait_usd{};
  UsdPerTime beside_usd{};  ///< of waiting that loads add which share a link; in no bound, and not in `wait_usd`
  std::vector<FleetPart> fleet{};
  std::optional<double> racks{}, kw{};
  UsdPerTime lower_bound_usd{};
  double gap = 0;       ///< how much cheaper a plan could be at most, as a share of the bound
  bool proven = false;  ///< bound and gap are of hosts and waiting together
  std::vector<ServicePlan> services{};
  std::vector<GpuPlacement> placement{};  ///< no models: room for a second version
  std::optional<Moves> moves{};           ///< where something runs already
  PoolPlan pool{};
  std::optional<Alternative> all_resident{}, dedicated_per_team{};
  std::optional<Alternative> without_upgrade_room{};
  std::optional<Alternative> peaks_apart{};  ///< if no two teams of a model peaked together, as far as hours allow
  std::vector<TeamShare> teams{};
  std::vector<MissedTarget> missed_targets{};
  std::vector<Rejected> rejected{};
  std::vector<Unknown> unknown{};
  std::vector<std::string> reasons{}, notes{};
};

}  // namespace planner::plan
