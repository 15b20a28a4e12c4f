#pragma once
#include <optional>
#include <string>

#include "planner/base/units.hpp"
#include "planner/catalog/llm.hpp"
#include "planner/unit/lora.hpp"

/// What `plan_fit` is asked: does this model fit on these GPUs.
namespace planner::plan {

/// Figures from the log of the engine in question, per GPU of the first stage. They replace the estimates.
struct MeasuredParts {
  std::optional<Bytes> weights{}, activation{}, non_torch{}, graphs{};
};

struct FitInputs {
  std::string model{}, gpu{}, engine{};  ///< ids of the catalog
  int tensor_parallel = 1, pipeline_parallel = 1;
  int data_parallel = 1;                   ///< replicas of the attention; they may share the experts
  bool expert_parallel = false;            ///< experts are spread whole over all GPUs instead of being cut
  std::string weights{};                   ///< id of a number format; empty: the checkpoint's own
  std::optional<catalog::Covers> covers{};  ///< what that format covers; absent: as the checkpoint, else all matrices
  std::string kv_cache{};                  ///< the same; empty: as the checkpoint asks, else that of the activations
  std::optional<double> utilization{};     ///< share of the card; absent: the engine's default
  std::optional<Bytes> card{};             ///< memory that the engine sees; absent: from the catalog
  std::optional<double> max_len{};         ///< tokens of a sequence; absent: the model's positions
  std::optional<double> batched_tokens{};  ///< tokens of a step; absent: the engine's default for such a card
  std::optional<double> sequences{};       ///< at once; absent: likewise
  bool graphs = true;                      ///< CUDA graphs (false: `--enforce-eager`)
  bool with_mtp = false;                   ///< load the multi-token-prediction layers
  unit::Adapters adapters{};
  MeasuredParts measured{};
};

}  // namespace planner::plan
