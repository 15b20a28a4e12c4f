#pragma once
#include "planner/base/estimate.hpp"
#include "planner/plan/models/plan.hpp"
#include "planner/plan/models/question/day.hpp"
#include "planner/unit/load_chain.hpp"

/// A service whose one replica is loaded when a request finds none: what it holds, what its requests wait.
namespace planner::plan::models {

/// An engine that was started once and sleeps between requests. It wakes on the cards that it was started on, and
/// leaves there what sleep does not give back.
struct Asleep {
  int level = 1;      ///< 1: its weights wait in host memory; 2: it drops them and reads them again
  double blocks = 1;  ///< that a host has for such engines: as many may be started there, with weights of their own
  Bytes kept{};       ///< on each of its cards
  Bytes room{};       ///< of a card, which its own replica leaves for what all others of its group keep there
  double without_room = 0;    ///< share of wakes that may find no block free
  Estimate<Seconds> falls{};  ///< time to fall asleep
  [[nodiscard]] unit::StartForm wakes() const {
    return level == 1 ? unit::StartForm::wake_level_1 : unit::StartForm::wake_level_2;
  }
};

struct OnDemand {
  WeightTier tier = WeightTier::object;  ///< where its weights wait
  std::optional<Asleep> asleep{};        ///< nothing: it is started anew for each load
  Estimate<Seconds> load{};              ///< or wake
  std::vector<DayPart> day{};
  Seconds service{};         ///< that one request takes
  double gpus = 0;           ///< of the replica
  Bytes weights{};           ///< kept where the tier says, on every host of its pool
  Seconds timeout{};         ///< that an idle replica stays
  double claim = 0;          ///< share of the busiest hour in which it is live: loads, runs, or idles until its timeout
  double busy = 0;           ///< of that, without idling: idle ones could give way
  double loading = 0;        ///< share of the busiest hour in which it loads
  double live_day = 0;       ///< share of the whole day in which it is live
  double starts_per_s = 0;   ///< cold ones, mean over the day
  double cold_fraction = 0;  ///< share of requests that find no replica
  double waiting = 0;        ///< requests that wait at a time, mean over the day
  Seconds wait_p99{};        ///< of all requests, by the usual load (p50)
  Seconds wait_p99_slow{};   ///< the same by the slowest load (p90), which teams' targets are held against
  Seconds wait_given_cold_p99{};
  UsdPerTime wait_usd{};
  [[nodiscard]] double claimed_gpus() const { return gpus * claim; }
  [[nodiscard]] unit::StartForm starts() const { return asleep ? asleep->wakes() : unit::StartForm::cold; }
  [[nodiscard]] Seconds falls_asleep() const { return asleep ? asleep->falls.value() : Seconds{}; }
  /// Its weights on one host, at most: an engine asleep keeps its own in memory, however many there are.
  [[nodiscard]] Bytes weights_on_host(WeightTier where) const {
    if (where != tier) return {};
    return asleep && where == WeightTier::host_ram ? asleep->blocks * weights : weights;
  }
  [[nodiscard]] WeightTier told_tier() const { return asleep ? WeightTier::gpu_sleep : tier; }
};

}  // namespace planner::plan::models
