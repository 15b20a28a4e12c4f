#pragma once
#include <optional>
#include <string>

#include "planner/catalog/catalog.hpp"
#include "planner/plan/fit/inputs.hpp"

/// A question about fitting as people write it.
namespace planner::io {

/// The options of `planner fit`: ids by name, sizes with their unit ("14.99GiB"), counts as numbers.
struct FitWords {
  std::string model{}, gpu{}, mig{};  ///< `mig`: a profile of that GPU, such as 3g.40gb
  std::string engine = "vllm";        ///< alone: the newest version of the catalog
  std::string weights{}, kv_cache{};
  std::optional<double> tp{}, pp{}, dp{}, utilization{}, max_len{}, max_batched_tokens{}, max_seqs{};
  std::optional<double> lora_slots{}, lora_rank{};
  std::optional<std::string> gpu_memory{};
  std::optional<std::string> measured_weights{}, measured_activation{}, measured_non_torch{}, measured_cuda_graph{};
  bool expert_parallel = false, eager = false, mtp = false;
};

/// Checks names and ranges and turns them into inputs.
/// @throws InputError with every fault, by option, with the nearest known names
plan::FitInputs read_fit(const FitWords& words, const catalog::Catalog& catalog);

/// The engine of the catalog that `asked` means: `vllm@0.19` itself, `vllm@0.21` the newest that is not newer, `vllm`
/// the newest. Empty where there is none.
std::string engine_called(const catalog::Catalog& catalog, const std::string& asked);

}  // namespace planner::io
