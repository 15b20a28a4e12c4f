#include "cli/replica_options.hpp"

#include <filesystem>

#include "io/text/text_file.hpp"
#include "planner/base/error.hpp"
#include "planner/io/model_config.hpp"

namespace planner::cli {
namespace {

/// A name for an imported model: the file's, or that of its folder where the file is just `config.json`.
std::string name_of(const std::string& path) {
  const std::filesystem::path file = std::filesystem::path(path).lexically_normal();
  const std::string stem = file.stem().string(), folder = file.parent_path().filename().string();
  return stem == "config" && !folder.empty() ? folder : stem;
}

}  // namespace

void ReplicaOptions::declare_model(Options& options) {
  options.option("--model", words.model, "model of the catalog", "MODEL");
  options.option("--config", config_, "config.json of any other model, - for standard input", "FILE");
  options.option("--index", index_, "its model.safetensors.index.json, for the size of its files", "FILE");
  options.flag("--text-only", text_only_, "with --config: leave a vision tower out");
  options.flag("--embedding", embedding_, "with --config: served for embeddings, the head is not loaded");
  options.option("--save", save_, "with --config: write the model as a catalog file for --catalog", "FILE");
  options.option("--gpu", words.gpu, "GPU of the catalog", "GPU");
  options.option("--mig", words.mig, "a MIG profile of it, as 3g.40gb");
  options.option("--gpu-memory", words.gpu_memory, "memory that the engine sees, as 79.19GiB (default: the catalog's)");
}

void ReplicaOptions::declare_engine(Options& options) {
  options.group("How it is served");
  options.option("--tp", words.tp, "tensor-parallel GPUs (default 1)");
  options.option("--pp", words.pp, "pipeline stages (default 1)");
  options.option("--dp", words.dp, "data-parallel replicas of the attention (default 1)");
  options.flag("--expert-parallel", words.expert_parallel, "spread whole experts over all GPUs");
  options.option("--engine", words.engine, "engine and version, as vllm@0.19 (default: the newest vllm)", "ENGINE");
  options.option("--weights", words.weights, "format of weights, as fp8 or int4-g128 (default: the checkpoint's)");
  options.option("--kv-cache", words.kv_cache, "format of the cache (default: that of activations)");
  options.option("--utilization", words.utilization, "share of the card that the engine takes (default: the engine's)");
  options.option("--max-len", words.max_len, "tokens of a sequence (default: what the model was made for)");
  options.option("--max-batched-tokens", words.max_batched_tokens, "tokens of a step (default: the engine's)");
  options.option("--max-seqs", words.max_seqs, "sequences at once (default: the engine's)");
  options.flag("--eager", words.eager, "without CUDA graphs");
  options.flag("--mtp", words.mtp, "load multi-token-prediction layers");
  options.option("--lora-slots", words.lora_slots, "adapters kept ready (default 0)");
  options.option("--lora-rank", words.lora_rank, "their rank (default 16)");
}

io::FitWords ReplicaOptions::with_model(catalog::Catalog& catalog) const {
  io::FitWords asked = words;
  if (config_.empty()) return asked;
  if (!asked.model.empty())
    throw InputError({{"--config", "input.conflict", config_, "give either --model or --config.", ""}});
  asked.model = config_ == "-" ? "imported" : name_of(config_);
  catalog::Llm model = io::import_model(io::read_text(config_), {asked.model, config_, embedding_, text_only_});
  if (!index_.empty())
    model.checkpoint.size = {.estimate = Estimate<Bytes>::exactly(io::checkpoint_size(io::read_text(index_), index_)),
                             .basis = Basis::given};
  if (!save_.empty()) io::write_text(save_, io::model_overlay(model));
  catalog.models[asked.model] = std::move(model);
  return asked;
}

}  // namespace planner::cli
