#pragma once
#include <array>

#include "planner/unit/operating_point.hpp"

/// What requests wait at a replica that runs at most so many at once.
namespace planner::unit {

/// Estimates of the chain's steady state.
struct QueueAnswer {
  bool stable = false;        ///< false: more arrives than is served; the other figures are infinite
  double running = 0;         ///< sequences at once, on average
  double running_p95 = 0;     ///< not exceeded in 95 % of time
  double waits = 1;           ///< share of requests that find every place taken
  Seconds wait_p95{}, ttft_p95{}, tpot_p95{};
};

namespace detail {

/// Time per token over the number of sequences: worked out at 33 points and joined by straight lines, since it is a sum
/// of ramps.
class TokenTimes {
 public:
  TokenTimes(const Serving& s, double batch) : step_(std::max(1.0, batch / (points - 1))) {
    for (std::size_t i = 0; i < points; ++i)
      times_[i] = time_per_token(s, std::max(1.0, static_cast<double>(i) * step_));
  }
  [[nodiscard]] double at(double sequences) const {
    const double x = sequences / step_;
    const auto i = std::min(static_cast<std::size_t>(x), points - 2);
    const double part = std::min(1.0, x - static_cast<double>(i));
    return times_[i] + part * (times_[i + 1] - times_[i]);
  }

 private:
  static constexpr std::size_t points = 33;
  double step_;
  std::array<double, points> times_{};
};

/// Weights of the states 0 .. batch of the chain, not yet normed, and what is read off them.
struct Chain {
  double total = 0, weighted = 0, full = 0;
  std::vector<double> weights{};
};

inline Chain chain_of(const Serving& s, const TokenTimes& times, double batch, double rate) {
  Chain c;
  double weight = 1;
  for (double n = 0; n <= batch; n += 1) {
    if (n > 0) weight *= rate * s.shape.output_tokens * times.at(n) * s.served_over_seen() / n;
    if (weight > 1e200) {  // keep the ratio of all weights
      for (double& w : c.weights) w /= weight;
      c.total /= weight, c.weighted /= weight, weight = 1;
    }
    c.weights.push_back(weight);
    c.total += weight;
    c.weighted += n * weight;
  }
  c.full = weight;
  return c;
}

/// The number of running sequences that is not exceeded in 95 % of time.
inline double running_p95(const Chain& c, double total) {
  double sum = 0;
  for (std::size_t n = 0; n < c.weights.size(); ++n) {
    sum += c.weights[n];
    if (sum >= 0.95 * total) return static_cast<double>(n);
  }
  return static_cast<double>(c.weights.size() - 1);
}

}  // namespace detail

/// A birth and death chain: with n <= batch requests running each is served at 1 / (output tokens x time per token at
/// n); beyond, they wait for a place. Exact for exponential service; the means hold for any law while none waits
/// (processor sharing is insensitive to it). Waiting times beyond are exponential with rate capacity - arrivals, times
/// (1 + ca^2) / 2 for arrivals that are no Poisson stream (Allen and Cunneen).
///
/// @param batch the operating point's; at least 1. @param rate requests/s. Embeddings: see embedding_queue.hpp.
inline QueueAnswer queue_at(const Serving& s, double batch, RequestsPerSecond rate, double arrivals_scv = 1) {
  const double arrivals = rate.base();
  const detail::TokenTimes times(s, batch);
  const double most = batch / (s.shape.output_tokens * times.at(batch) * s.served_over_seen());
  QueueAnswer q{.wait_p95 = HUGE_VAL * units::second, .ttft_p95 = HUGE_VAL * units::second,
                .tpot_p95 = HUGE_VAL * units::second};
  if (!(arrivals < most)) return q;
  const detail::Chain c = detail::chain_of(s, times, batch, arrivals);
  const double load = arrivals / most, queued = c.full * load / (1 - load), total = c.total + queued;
  q.stable = true;
  q.running = (c.weighted + batch * queued) / total;
  q.waits = c.full / (1 - load) / total;
  const double tail = std::max(0.0, std::log(q.waits / 0.05)) / (most - arrivals) * (1 + arrivals_scv) / 2;
  const double running = std::max(1.0, detail::running_p95(c, total));
  const double longest = percentile_95_over_mean(s.shape.tokens_scv);
  q.running_p95 = running;
  q.wait_p95 = tail * units::second;
  q.ttft_p95 = (tail + first_token_time(s, running, longest)) * units::second;
  q.tpot_p95 = times.at(running) * units::second;
  return q;
}

}  // namespace planner::unit
