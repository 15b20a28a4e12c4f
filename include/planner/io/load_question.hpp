#pragma once
#include "planner/io/fit_question.hpp"
#include "planner/plan/load/inputs.hpp"

/// A question about loading as people write it.
namespace planner::io {

/// The options of `planner load`: those of `planner fit`, and where weights come from. Rates with their unit
/// ("12GB/s").
struct LoadWords {
  FitWords replica{};
  std::string host{}, start{}, from{}, loader{};
  std::optional<std::string> object_store{}, network_disk{}, local_nvme{}, peer{};
  std::optional<double> concurrent{};
  bool prefetch = false, streamed_image = false;
};

/// Checks names and ranges and turns them into inputs. Where no GPU is named, it is the host's.
/// @throws InputError with every fault, by option, with the nearest known names
plan::LoadInputs read_load(const LoadWords& words, const catalog::Catalog& catalog);

}  // namespace planner::io
