#pragma once
#include "planner/base/estimate.hpp"
#include "planner/plan/models/day.hpp"
#include "planner/plan/models/plan.hpp"

/// A service whose one replica is loaded when a request finds none: what it holds, what its requests wait.
namespace planner::plan::models {

struct OnDemand {
  WeightTier tier = WeightTier::object;
  Estimate<Seconds> load{};
  std::vector<DayPart> day{};
  Seconds service{};         ///< that one request takes
  double gpus = 0;           ///< of the replica
  Bytes weights{};           ///< kept where the tier says, on every host of the pool
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
};

}  // namespace planner::plan::models
