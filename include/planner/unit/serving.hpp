#pragma once
#include <optional>

#include "planner/base/rounding.hpp"
#include "planner/unit/step_time.hpp"

/// A replica under load: decoding in batches, with prompts worked off in pieces between (chunked prefill, Sarathi-Serve,
/// arXiv 2403.02310).
namespace planner::unit {

/// Lengths of requests, as means; both lengths follow gamma laws with one squared coefficient of variation.
struct RequestShape {
  double input_tokens = 0, output_tokens = 0;  ///< output 0: embedding
  double tokens_scv = 1;                       ///< assumed where nothing is said
  double prefix_hit = 0;                       ///< share of the input that the prefix cache holds

  /// Tokens of the prompt that are computed.
  [[nodiscard]] double computed() const { return input_tokens * (1 - prefix_hit); }
  /// Output tokens that a running sequence has made so far, on average: long answers are met more often.
  [[nodiscard]] double output_age() const { return output_tokens * (1 + tokens_scv) / 2; }
  /// Tokens that a running sequence holds, on average.
  [[nodiscard]] double resident() const { return input_tokens + output_age(); }
};

/// Tokens guessed ahead and checked together in one step (Leviathan, Kalman and Matias 2023, arXiv 2211.17192).
struct Speculation {
  double draft_tokens = 0;   ///< guessed per step and sequence
  double acceptance = 0;     ///< chance that the next guess holds, given that those before it did
  double cost_per_draft = 0;  ///< time to guess one, as a share of a step; 0: looked up in the text so far

  /// Tokens that a step yields: the guesses that hold, and one more (their equation 1).
  [[nodiscard]] double tokens_per_step() const {
    if (acceptance >= 1) return draft_tokens + 1;
    return (1 - std::pow(acceptance, draft_tokens + 1)) / (1 - acceptance);
  }
};

struct Serving {
  StepWork work{};
  RequestShape shape{};
  double batched_tokens = 8192;     ///< of prompts in one step
  std::optional<StepWork> tower{};  ///< encoder of speech: it reads the input, and the decoder begins with one token
  double tower_tokens = 0;          ///< positions that it computes per request
  std::optional<Speculation> speculation{};
  double outside_steps = 0;         ///< seconds of a request before its first token that no step takes
  double time_factor = 1;           ///< measured over estimated step time, where the asker has measured
  double token_error = 1;           ///< supposed error of this model: real over estimated time per output token
  double first_token_error = 1;     ///< the same of the time to the first token, and of embeddings
  double throughput_error = 1;      ///< supposed error of the rate that a batch of answers sustains: real over estimated

  /// The time in which a replica brings forth a token over the time that requests see between two. Rate and times have been
  /// measured apart from each other and have errors of their own, so that without errors it is 1.
  [[nodiscard]] double served_over_seen() const { return 1 / (token_error * throughput_error); }
};

namespace detail {

/// Tokens of a prompt that the decoder works off.
inline double decoder_prompt(const Serving& s) { return s.tower ? 1.0 : s.shape.computed(); }

inline double piece(const Serving& s) { return std::min(s.batched_tokens, std::max(1.0, decoder_prompt(s))); }

inline StepLoad decode_load(const Serving& s, double sequences) {
  const double context = s.tower ? s.shape.output_age() : s.shape.resident();
  const double drafts = s.speculation ? s.speculation->draft_tokens : 0;
  return {.sequences = sequences, .context = context, .tokens_each = 1 + drafts};
}

/// A decode step that takes `tokens` of prompts along.
inline StepLoad with_prompt(const Serving& s, StepLoad load, double tokens) {
  const double prompt = decoder_prompt(s), hit = s.tower ? 0 : s.shape.input_tokens - s.shape.computed();
  load.prompt_tokens = tokens;
  load.prompt_context = hit + prompt / 2;
  load.prompt_ends = prompt > 0 ? tokens / prompt : 0;
  return load;
}

inline double tower_time(const Serving& s) {
  if (!s.tower) return 0;
  return step_time(*s.tower, {.prompt_tokens = s.tower_tokens, .prompt_context = s.tower_tokens});
}

}  // namespace detail

/// Seconds of steps that only decode, per token of each sequence.
inline double decode_time(const Serving& s, double sequences) {
  const double step = s.token_error * s.time_factor * step_time(s.work, detail::decode_load(s, sequences));
  if (!s.speculation) return step;
  const Speculation& guess = *s.speculation;
  return step * (1 + guess.draft_tokens * guess.cost_per_draft) / guess.tokens_per_step();
}

/// Seconds that one request's prompt adds to the steps that take it along, beside `sequences` that decode.
inline double prompt_time(const Serving& s, double sequences) {
  const double tokens = detail::piece(s), pieces = detail::decoder_prompt(s) / tokens;
  const StepLoad alone = detail::decode_load(s, sequences), both = detail::with_prompt(s, alone, tokens);
  const double plain = sequences > 0 ? step_time(s.work, alone) : 0;
  return s.token_error * s.time_factor * (pieces * (step_time(s.work, both) - plain) + detail::tower_time(s));
}

/// Seconds per output token of `sequences` that run at once, in balance: for every answer of o tokens one prompt has to
/// be worked off, so each step carries sequences / o of a prompt.
inline double time_per_token(const Serving& s, double sequences) {
  return decode_time(s, sequences) + sequences / s.shape.output_tokens * prompt_time(s, sequences);
}

/// Seconds from sending a prompt of `factor` times the mean length to its first token: what lies outside of steps, what is
/// left of the step under way, then its full pieces and what remains.
inline double first_token_time(const Serving& s, double sequences, double factor) {
  Serving longer = s;
  longer.shape.input_tokens *= factor;
  const double prompt = std::max(1.0, detail::decoder_prompt(longer)), tokens = detail::piece(longer);
  const double pieces = whole_down(prompt / tokens), rest = prompt - pieces * tokens;
  const auto step = [&](double part) {
    return step_time(s.work, detail::with_prompt(longer, detail::decode_load(s, sequences), part));
  };
  const double running = sequences > 0 ? decode_time(s, sequences) / s.token_error / 2 : 0;
  const double own = pieces * step(tokens) + (rest > 0 ? step(rest) : 0);
  return s.first_token_error * (s.outside_steps + running + s.time_factor * (own + detail::tower_time(longer)));
}

/// The 95th percentile of a gamma law over its mean (Wilson and Hilferty 1931): within 3 % up to a squared coefficient
/// of variation of 2.
inline double percentile_95_over_mean(double scv) {
  constexpr double z = 1.6449;  // standard normal
  return scv <= 0 ? 1.0 : std::pow(1 - scv / 9 + z * std::sqrt(scv) / 3, 3);
}

}  // namespace planner::unit
