#pragma once
#include "planner/plan/models/candidates/replica_count.hpp"

/// Small models that share a card. By memory: an engine each, with a share of the card and the compute of whoever is
/// busy; neither faults nor speed are isolated, and a fatal fault under MPS ends all engines of the card. By MIG: a
/// slice each, whose memory, faults and multiprocessors are its own.
namespace planner::plan::models {

/// What an engine takes of a card.
struct CardShare {
  bool shared = false;
  double memory = 1;      ///< share of the card's memory, with context and graphs
  double busy = 1;        ///< share of the peak hour in which at least one of its requests runs, slowed down; MIG: 0
  std::string profile{};  ///< MIG profile; empty: by memory
};

/// While one other engine is busy, each gets half of the card.
inline constexpr double sharing_slowdown = 2;
/// Engines of a card are together busy at most so long: then two others are busy at once for less than 5 % of the time,
/// since P(two of the others) <= (sum of busy shares)^2 / 2, and 95th percentiles at the slowdown above hold.
inline constexpr double sharing_busy = 0.3;
/// Sequences that a sharing engine is set up for; assumed. Its cache holds one of the longest.
inline constexpr double sharing_sequences = 32;

namespace detail {

/// Utilization that leaves room for exactly one sequence of the greatest length; above 1 where there is none.
inline double utilization_for_one_sequence(const FitPlan& fit) {
  const StageFit& f = fit.stages.front();
  constexpr double rounding = 1 + 1e-9;  // else the last bit may take the page away again
  return rounding * (f.weights + f.adapters + f.activation + f.non_torch + f.sequence) / fit.card;
}

inline double memory_share(const FitPlan& fit) { return 1 - fit.stages.front().outside_room / fit.card; }

/// P(at least one runs) is at most the mean number that runs (Markov); of embeddings, the time of their steps one by
/// one.
inline double busy_share(const PlannedReplica& r, const PeakService& p, RequestsPerSecond rate) {
  const bool embeds = r.serving.shape.output_tokens <= 0;
  const double busy = embeds ? rate.base() * unit::detail::embedding_step(r.serving, 1) : p.queue.running;
  return std::min(1.0, busy);
}

}  // namespace detail

/// A quarter of a percent of a card, or of its busy time: shares are counted in these, rounded up.
inline constexpr double share_grain = 0.0025;

/// Whether two engines of this kind could be on one card at all.
inline bool can_share(const CardShare& s) { return s.memory <= 1 && s.busy <= sharing_busy; }

}  // namespace planner::plan::models
