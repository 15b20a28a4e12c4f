#pragma once
#include <string>
#include <string_view>

#include "planner/catalog/llm.hpp"

/// Import of models from the files that Hugging Face repositories carry.
namespace planner::io {

struct ModelImport {
  std::string id{};        ///< name of the model in the catalog
  std::string where{};     ///< file name for messages; empty: `config.json`
  bool embedding = false;  ///< the model is served for embeddings: its head is not loaded
  bool text_only = false;  ///< leave a vision tower out
};

/// Reads a `config.json` into the typed architecture.
///
/// `head_dim` is taken as given and derived only where it is absent; a nested `text_config` is followed; comments,
/// `Infinity` and `NaN`, which tools of this ecosystem write, are tolerated. Fields that a family may leave out take
/// the default of its class in Hugging Face transformers.
/// @throws InputError with every fault of the file: what is missing or not understood, by field.
catalog::Llm import_model(std::string_view config, const ModelImport& options);

/// Bytes of all weights, from the `metadata/total_size` of a `model.safetensors.index.json`.
/// @throws InputError where the file has none.
Bytes checkpoint_size(std::string_view index, const std::string& where);

/// The model as a catalog file that can be laid over the built-in catalog (`--catalog DIR`).
std::string model_overlay(const catalog::Llm& model);

}  // namespace planner::io
