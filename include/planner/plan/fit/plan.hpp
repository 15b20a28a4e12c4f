#pragma once
#include <optional>
#include <string>
#include <vector>

#include "planner/plan/status.hpp"
#include "planner/unit/activation.hpp"

/// What `plan_fit` answers.
namespace planner::plan {

/// The rules of fitting.
enum class FitRule {
  heads,       ///< query heads must divide among the tensor-parallel GPUs
  kv_heads,    ///< KV heads must divide among them, or they among the KV heads
  experts,     ///< experts must divide among the expert-parallel GPUs
  vocabulary,  ///< the padded vocabulary must divide
  layers,      ///< at least one layer per pipeline stage
  blocks,      ///< what a GPU holds of an MLP or expert must be whole blocks of its number format
  format,      ///< the card must compute in the format of the activations
  positions,   ///< a sequence must not be longer than the model was made for
  weights,     ///< weights must leave something of the budget
  pool,        ///< so must activations and other allocations
  sequence,    ///< the cache must hold one sequence of the asked length
  outside,     ///< what the budget leaves out must fit beside it
  cache,       ///< kept: the cache limits how many sequences run at once
  sequences,   ///< kept: the engine's limit of sequences does
  nothing,     ///< kept: the model caches nothing
};

/// A rule that is broken: what was found and the most that would do. Memory in bytes.
struct FitReason {
  FitRule rule = FitRule::pool;
  double found = 0, limit = 0;
};

/// Memory of one GPU of a pipeline stage.
struct StageFit {
  unit::WeightParts weight_parts{};
  unit::ActivationPeak activation_parts{};
  Bytes weights{}, activation{}, non_torch{}, graphs{}, adapters{};
  Bytes cache{};         ///< what the engine gives to the cache; negative where the rest is too large
  Bytes sequence{};      ///< cache of one sequence of the asked length
  Bytes outside_room{};  ///< left of the card beside budget, graphs, context and late allocations
  double layers = 0;
};

/// Parts of memory that nobody has published for the engine and nobody gave: counted as nothing, so that a model that
/// does not fit without them certainly does not.
struct Unpublished {
  bool activation = false, non_torch = false, graphs = false;
  [[nodiscard]] bool any() const { return activation || non_torch || graphs; }
};

struct FitPlan {
  Status status = Status::ok;
  bool fits = false;
  FitRule binding = FitRule::cache;
  std::vector<FitReason> reasons{};
  std::vector<StageFit> stages{};  ///< first to last; the engine's log speaks of the first
  std::size_t tightest = 0;        ///< stage whose cache holds the fewest sequences
  double gpus = 1;

  Bytes card{};  ///< memory that the engine sees
  double utilization = 0;
  Bytes reserved{};  ///< what the engine takes, whether needed or not
  Bytes needed{};    ///< what one sequence of the asked length needs, on the tightest stage
  Bytes margin{};    ///< the smaller of what the cache has beyond that and what is left outside the budget
  Bytes cache_low{}, cache_high{};  ///< of the first stage, over the spread of what is estimated

  double max_len = 0, batched_tokens = 0, sequences = 0;  ///< as used
  std::string weights{}, kv_cache{};                      ///< formats as used
  double bytes_per_token = 0;                             ///< per GPU of the tightest stage, as the engine counts
  double kv_tokens = 0, max_concurrency = 0, largest_max_len = 0;
  double block_tokens = 0;
  Unpublished unpublished{};
  std::vector<std::string> unknown{}, defaults{};
};

}  // namespace planner::plan
