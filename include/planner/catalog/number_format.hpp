#pragma once
#include <string>
#include <vector>

#include "planner/evidence/source.hpp"

namespace planner::catalog {

/// How a value of a weight matrix or of the KV cache is stored: `bits` each, and `scale_bits` for every block of
/// `block_rows` x `block_columns` values (0: the whole extent).
struct NumberFormat {
  std::string id{}, name{};
  double bits = 16;
  double scale_bits = 0;
  int block_rows = 1, block_columns = 0;
  bool for_weights = true, for_cache = false;
  bool whole_checkpoint = false;  ///< the bits are a mean over all matrices, embeddings too (GGUF)
  Fact<double> compute_capability{};  ///< the least that a card must have to compute in it
  std::string note{};
  std::vector<std::string> sources{};

  [[nodiscard]] bool quantised() const { return bits < 16 || whole_checkpoint; }
};

}  // namespace planner::catalog
