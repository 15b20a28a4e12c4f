#pragma once
#include <optional>

#include "planner/plan/fit/replica.hpp"

/// A question about the speed of a replica as people write it.
namespace planner::io {

/// The options of `planner fit` about speed: tokens, shares, milliseconds.
struct SpeedWords {
  std::optional<double> input_tokens{}, output_tokens{}, prefix_hit{}, ttft_ms{}, tpot_ms{};
};

/// Checks ranges and turns them into inputs; nothing where no speed is asked for.
/// @param max_len of the plan's sequences, in tokens; 0: not known
/// @throws InputError with every fault, by option
std::optional<plan::SpeedInputs> read_speed(const SpeedWords& words, const catalog::Catalog& catalog,
                                            const plan::FitInputs& replica, double max_len);

}  // namespace planner::io
