#pragma once
#include <optional>
#include <string>

#include "planner/catalog/llm.hpp"
#include "planner/plan/models/question/inputs.hpp"
#include "planner/plan/say.hpp"

/// Faults that a scenario file and inputs made by hand share: requests that no engine would take.
namespace planner::plan::models {

struct InputFault {
  std::string field{};  ///< of the demand; empty for the request as a whole
  std::string code{}, found{}, rule{};
};

/// What makes the mean request of `d` one that `model`, served as `s` says, cannot answer. Positions of speech are its
/// answer's: the encoder reads the input.
inline std::optional<InputFault> request_fault(const catalog::Llm& model, const Service& s, const Demand& d) {
  const double output = d.output_tokens.base();
  if (!model.has_head() && output > 0)
    return InputFault{"output_tokens", "models.no_head", say(output), "a model of embeddings writes no tokens: 0."};
  const double all = model.task == catalog::Task::transcribe ? output : d.input_tokens.base() + output;
  const double most = s.max_len.value_or(model.positions > 0 ? model.positions : all);
  if (all <= most) return std::nullopt;
  return InputFault{"", "models.too_long", say(all) + " tokens in the mean request",
                    "the model takes at most " + say(most) + " tokens, prompt and answer together."};
}

}  // namespace planner::plan::models
