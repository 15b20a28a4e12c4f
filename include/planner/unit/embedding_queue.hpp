#pragma once
#include "planner/unit/serving_queue.hpp"

/// What prompts without answers wait: they are taken together in steps, each with those that came during the step before.
namespace planner::unit {

namespace detail {

/// Mean requests of a step: the batch whose step lasts as long as so many take to come; at low load each comes alone.
inline double embedding_batch(const Serving& s, double most, double rate) {
  double low = 1, high = most;
  if (rate * embedding_step(s, low) <= low) return low;
  while (high - low > 1e-3 * high) {
    const double middle = (low + high) / 2;
    (rate * embedding_step(s, middle) > middle ? low : high) = middle;
  }
  return high;
}

/// The 95th percentile of waiting for servers that hand out one request every `service` seconds: M/D/1 with an
/// exponential tail, E W = load x service / (2 (1 - load)) (Pollaczek-Khinchine), for bursty arrivals times
/// (1 + ca^2) / 2 (Allen and Cunneen).
inline double queue_tail(double service, double load, double arrivals_scv) {
  if (load >= 1) return HUGE_VAL;
  return service / (2 * (1 - load)) * std::max(0.0, std::log(load / 0.05)) * (1 + arrivals_scv) / 2;
}

/// A wait and the batch of the own step after it.
struct EmbeddingWait {
  double wait = 0, batch = 1;
};

inline EmbeddingWait one_by_one(const Serving& s, double rate, double arrivals_scv) {
  const double step = embedding_step(s, 1);
  return {queue_tail(step, rate * step, arrivals_scv), 1};
}

/// What is left of the step under way, and the queue of those that find no room in the next; the own step has as many
/// requests as 95 % of Poisson counts have at most.
inline EmbeddingWait together(const Serving& s, double most, double rate, double arrivals_scv) {
  const double batch = embedding_batch(s, most, rate), step = embedding_step(s, batch);
  const double busy = std::min(1.0, rate * step), full = embedding_step(s, most) / most;
  const double under_way = busy > 0.05 ? step * (1 - 0.05 / busy) : 0;
  return {under_way + queue_tail(full, rate * full, arrivals_scv), std::min(most, batch + 1.6449 * std::sqrt(batch))};
}

}  // namespace detail

/// The wait before a step and the step, as an upper estimate: the lower of two bounds, one for requests that are taken one
/// by one, one for full steps. `running_p95` is the batch of the own step.
///
/// @param point the operating point: full steps @param rate requests/s, below the point's capacity
inline QueueAnswer embedding_queue_at(const Serving& s, const OperatingPoint& point, RequestsPerSecond rate,
                                      double arrivals_scv = 1) {
  QueueAnswer q{.wait_p95 = HUGE_VAL * units::second, .ttft_p95 = HUGE_VAL * units::second};
  const double load = rate / point.capacity;
  if (!(load < 1)) return q;
  const auto seconds = [&](const detail::EmbeddingWait& w) { return w.wait + detail::embedding_step(s, w.batch); };
  const detail::EmbeddingWait alone = detail::one_by_one(s, rate.base(), arrivals_scv);
  const detail::EmbeddingWait batched = detail::together(s, point.batch, rate.base(), arrivals_scv);
  const detail::EmbeddingWait& least = seconds(alone) < seconds(batched) ? alone : batched;
  const double batch = detail::embedding_batch(s, point.batch, rate.base());
  return {.stable = true, .running = rate.base() * detail::embedding_step(s, batch), .running_p95 = least.batch,
          .waits = load, .wait_p95 = least.wait * units::second,
          .ttft_p95 = (s.outside_steps + seconds(least) + detail::longest_prompt_extra(s)) * units::second};
}

}  // namespace planner::unit
