#pragma once
#include <string>

#include "planner/plan/models/question/inputs.hpp"

namespace planner::io {

/// Means and spread of measured lengths.
struct MeasuredLengths {
  TokensPerRequest input{}, output{};
  double scv = 0;  ///< squared coefficient of variation; of both lengths the larger
};

/// Reads a CSV file of requests with columns of input and output tokens: `num_prefill_tokens` and `num_decode_tokens`,
/// or `ContextTokens` and `GeneratedTokens`.
/// @throws FileError where it cannot be read, InputError where a column or a number is missing
MeasuredLengths read_length_trace(const std::string& path);

}  // namespace planner::io
