#pragma once
#include <optional>
#include <string>
#include <vector>

#include "planner/plan/models/plan.hpp"

/// What `plan_residency` answers: the decision of `plan_models`, with every choice that it was made from.
namespace planner::plan {

/// One way to serve a model.
struct ListedChoice {
  bool chosen = false;
  Decision decision = Decision::resident;
  std::optional<WeightTier> tier{};
  std::optional<WeightTier> weights_from{};  ///< that a load or a wake reads
  double sleep_level = 0;                    ///< of an engine asleep
  std::string host{}, gpu{};
  double replicas = 0, gpus_per_replica = 0;
  double gpus =
      0;  ///< cards held; a share of one where it shares; by hours the mean of the day; on demand of the busiest hour
  UsdPerTime cards_usd{};  ///< of these, at their part of the host's price
  UsdPerTime wait_usd{};
  double cold_fraction = 0;
  std::optional<Seconds> load{};  ///< absent: never loaded for a request
  Seconds mean_wait{}, wait_p99{};
  std::optional<Seconds> wait_given_cold_p99{};
  Bytes host_memory{}, disk{};  ///< for its weights, on every host of its pool; asleep, for each block that it wakes on
  std::optional<UsdPerTime> extra{};  ///< of the whole fleet, solved again with it; absent: no fleet has it
};

struct ListedModel {
  std::string name{}, model{};
  double requests_per_h = 0;
  std::optional<double> break_even_requests_per_h{};
  std::vector<ListedChoice> choices{};  ///< the chosen one first, then by what they add to the fleet
};

/// What a card of a host type that is in use is worth.
struct CardPrice {
  std::string host{}, gpu{};
  double idle = 0;  ///< cards that are paid for and hold nothing
  UsdPerTime part_of_host{};
  UsdPerTime one_more{};  ///< what the fleet costs more where one card is kept for something else
  UsdPerTime one_less{};  ///< what it costs less where one card comes free of charge
};

/// What host memory for weights is worth.
struct MemoryPrice {
  Bytes given{}, used{};  ///< per host
  UsdPerTime gib_more{};  ///< saved with one GiB more on every host
  UsdPerTime gib_less{};  ///< lost with one GiB less; of the last GiB, what all of it is worth
  UsdPerTime all{};       ///< lost without any
};

/// What a second of waiting is worth.
struct WaitPrice {
  double seconds_per_h = 0;                   ///< that requests wait for loads, in all
  std::optional<UsdPerTime> policy{};         ///< price that the scenario gives
  UsdPerTime target_more{};                   ///< saved if every `cold_wait_p99` were a second longer
  std::optional<UsdPerTime> target_less{};    ///< lost if it were a second shorter; absent: there would be no plan
  std::optional<UsdPerTime> resident_from{};  ///< price from which nothing is loaded for a request; absent: loading
                                              ///< saves no host at any price
};

/// Prices at the margin, found by solving the whole fleet again.
struct ShadowPrices {
  std::vector<CardPrice> cards{};
  MemoryPrice host_memory{};
  WaitPrice waiting{};
};

struct ResidencyPlan {
  ModelPlan plan{};
  std::vector<ListedModel> models{};
  ShadowPrices shadow{};
};

}  // namespace planner::plan
