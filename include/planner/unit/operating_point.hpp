#pragma once
#include "planner/base/rounding.hpp"
#include "planner/unit/serving.hpp"

/// The largest batch at which a replica keeps its promises, and what it sustains there.
namespace planner::unit {

struct LatencyTargets {
  std::optional<Seconds> ttft_p95{}, tpot_p95{};
};

/// What bounds the batch.
enum class BatchLimit {
  memory,
  sequences,  ///< that the engine runs at once
  prompts,    ///< every step is full of prompts: more sequences would only wait for theirs
  ttft,
  tpot,
};

struct BatchRoom {
  double by_memory = 1;  ///< sequences whose mean length the cache holds
  double sequences = 1;  ///< that the engine runs at once
};

/// Factors around an estimate that hold about 80 % of measured points.
struct Band {
  double low = 1, high = 1;
};

/// Estimates; see `docs/accuracy.md` for their error.
struct OperatingPoint {
  double batch = 0;  ///< sequences that run at once; of embeddings: those of one step
  BatchLimit limit = BatchLimit::memory;
  bool meets_targets = false;  ///< false: not even one sequence does; the figures are those of one
  RequestsPerSecond capacity{};
  TokensPerSecond output{}, input{};
  Seconds ttft_p95{};  ///< without waiting for a place; see `queue_at`
  Seconds tpot{};      ///< at the full batch: fewer sequences are faster, so more than 95 % of requests see less
  Band rate_band{}, tpot_band{}, ttft_band{};
};

namespace detail {

struct Times {
  double ttft_p95 = 0, tpot = 0;
};

/// An embedding waits for the step under way and is in the next one.
inline double embedding_step(const Serving& s, double batch) {
  const double prompt = s.shape.computed();
  const StepLoad load{.prompt_tokens = std::max(1.0, batch * prompt), .prompt_context = prompt / 2};
  return s.first_token_error * s.time_factor * step_time(s.work, load);
}

/// What a prompt of the 95th percentile adds to a step in the place of a mean one.
inline double longest_prompt_extra(const Serving& s) {
  const double mean = s.shape.computed(), longest = mean * percentile_95_over_mean(s.shape.tokens_scv);
  const auto alone = [&](double tokens) {
    return step_time(s.work, {.prompt_tokens = std::max(1.0, tokens), .prompt_context = tokens / 2});
  };
  return s.first_token_error * s.time_factor * std::max(0.0, alone(longest) - alone(mean));
}

inline Times times_at(const Serving& s, double batch) {
  if (s.shape.output_tokens <= 0) return {s.outside_steps + 2 * embedding_step(s, batch) + longest_prompt_extra(s), 0};
  return {first_token_time(s, batch, percentile_95_over_mean(s.shape.tokens_scv)), time_per_token(s, batch)};
}

inline bool within(double seconds, const std::optional<Seconds>& target) {
  return !target || seconds <= target->base();
}
inline bool meets(const Times& t, const LatencyTargets& targets) {
  return within(t.ttft_p95, targets.ttft_p95) && within(t.tpot, targets.tpot_p95);
}

/// Requests per second of a full batch.
inline double rate_at(const Serving& s, double batch, const Times& t) {
  if (s.shape.output_tokens <= 0) return batch / embedding_step(s, batch);
  return batch / (s.shape.output_tokens * t.tpot * s.served_over_seen());
}

/// Sequences that run when prompts fill every step. Embeddings: prompts of one step.
inline double most_by_prompts(const Serving& s) {
  const double prompts = s.batched_tokens / std::max(1.0, decoder_prompt(s));
  return s.shape.output_tokens > 0 ? prompts * s.shape.output_tokens : prompts;
}

inline double most_of(const Serving& s, const BatchRoom& room) {
  return std::max(1.0, whole_down(std::min({room.by_memory, room.sequences, most_by_prompts(s)})));
}

/// The largest batch that meets the targets, by bisection: both times grow with the batch.
inline double largest_batch(const Serving& s, double most, const LatencyTargets& targets) {
  if (meets(times_at(s, most), targets)) return most;
  double good = 1, bad = most;
  while (bad - good > 1) {
    const double middle = whole_down((good + bad) / 2);
    (meets(times_at(s, middle), targets) ? good : bad) = middle;
  }
  return good;
}

inline BatchLimit limit_of(const Serving& s, const BatchRoom& room, double batch, double most,
                           const LatencyTargets& targets) {
  const Times next = times_at(s, batch < most ? batch + 1 : batch);
  if (!within(next.ttft_p95, targets.ttft_p95)) return BatchLimit::ttft;
  if (!within(next.tpot, targets.tpot_p95)) return BatchLimit::tpot;
  if (most_by_prompts(s) < std::min(room.by_memory, room.sequences)) return BatchLimit::prompts;
  return room.by_memory < room.sequences ? BatchLimit::memory : BatchLimit::sequences;
}

/// Where nothing is published of it, as where the estimate is exact: an entry of one's own may leave it out.
inline Band band_of(const Fact<double>& error) {
  if (!error.known()) return {};
  return {error.estimate.low_or_typical(), error.estimate.high_or_typical()};
}

}  // namespace detail

/// The largest batch that fits and meets both targets, and the rate that it sustains, prompts included.
///
/// @param room  sequences that fit; without targets this is the saturated replica
/// @param reached the efficiency that `s.work` was made with, for the band
/// Valid for one replica without pipeline stages. Source: math as in `step_time`; accuracy in docs/accuracy.md.
inline OperatingPoint operating_point(const Serving& s, const BatchRoom& room, const LatencyTargets& targets,
                                      const catalog::Efficiency& reached) {
  const double most = detail::most_of(s, room), batch = detail::largest_batch(s, most, targets);
  const detail::Times t = detail::times_at(s, batch);
  const double rate = detail::rate_at(s, batch, t);
  OperatingPoint point{.batch = batch, .limit = detail::limit_of(s, room, batch, most, targets)};
  point.meets_targets = detail::meets(t, targets) && room.by_memory >= 1;
  point.capacity = rate * (units::request / units::second);
  point.output = rate * s.shape.output_tokens * (units::token / units::second);
  point.input = rate * s.shape.input_tokens * (units::token / units::second);
  point.ttft_p95 = t.ttft_p95 * units::second;
  point.tpot = t.tpot * units::second;
  point.rate_band = detail::band_of(reached.throughput_error);
  point.tpot_band = detail::band_of(reached.decode_error);
  point.ttft_band = detail::band_of(reached.first_token_error);
  return point;
}

}  // namespace planner::unit
