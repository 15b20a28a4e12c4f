#pragma once
#include <optional>
#include <string>
#include <vector>

#include "planner/plan/fit/plan.hpp"
#include "planner/plan/load/inputs.hpp"

/// What `plan_load` answers.
namespace planner::plan {

/// One way to start, and what it holds while the replica waits. Absent: nobody has published it.
struct StartOption {
  StartKind kind = StartKind::cached;
  unit::LoadChain chain{};
  Bytes host_memory{}, disk{};        ///< of the host, for the weights
  std::optional<Bytes> gpu_memory{};  ///< of every card
  std::string refused{};              ///< why the engine has no such start; empty: it has
};

/// A rate that nobody gave, left out; from which rate down it would hold the load back.
struct UnknownRate {
  catalog::WeightPlace place = catalog::WeightPlace::local_nvme;
  std::optional<BytesPerSecond> binds_below{};  ///< for all loads together; absent: the time is unknown without it
};

/// Weights from one place by one loader, with the rest of the start as asked.
struct PlaceOption {
  catalog::WeightPlace from = catalog::WeightPlace::local_nvme;
  const catalog::Loader* loader = nullptr;
  unit::LoadChain chain{};
  std::optional<UnknownRate> unknown{};
};

struct LoadPlan {
  Status status = Status::ok;
  FitPlan fit{};
  Bytes weights{};    ///< of all GPUs of the replica
  double layers = 0;  ///< of the longest pipeline stage: stages compile side by side
  double gpus = 1;
  std::string loader{};
  StartOption asked{};
  std::vector<StartOption> starts{};
  std::vector<PlaceOption> places{};
  std::optional<BytesPerSecond> place_rate{};  ///< that the asked place delivers to all loads, as used
  std::optional<UnknownRate> unknown_rate{};
  std::string converted_from{};   ///< format of the published files where another is served; empty: the same
  bool engine_of_others = false;  ///< start-up times were measured with another engine
};

/// The stage that takes longest; null where a time is not known.
inline const unit::LoadStage* longest_stage(const unit::LoadChain& chain) {
  const unit::LoadStage* longest = nullptr;
  for (const unit::LoadStage* s : unit::counted_stages(chain.stages)) {
    if (!s->time.known()) return nullptr;
    if (longest == nullptr || s->time.value() > longest->time.value()) longest = s;
  }
  return longest;
}

}  // namespace planner::plan
