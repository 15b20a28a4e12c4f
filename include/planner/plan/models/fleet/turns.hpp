#pragma once
#include <map>
#include <numeric>

#include "planner/math/packing.hpp"
#include "planner/plan/models/candidates/candidate.hpp"

/// Cards that replicas hold one after the other over the day.
namespace planner::plan::models {

/// Blocks of cards, and the services of which each holds a replica at some hours.
struct Turn {
  int gpus = 1;      ///< of one block
  double count = 1;  ///< blocks
  std::vector<std::size_t> services{};
  std::vector<double> hours{};  ///< that each holds it per day
  [[nodiscard]] double held_hours() const { return std::accumulate(hours.begin(), hours.end(), 0.0); }
};

namespace detail {

/// Replicas of one degree that are not held all day.
struct TurnTakers {
  std::vector<std::size_t> services{};
  std::vector<const HeldHours*> held{};
};

/// The fewest blocks in which no two are held at once: a card is as long as the day and taken by the segment.
inline std::vector<Turn> turns_of(const TurnTakers& takers, int gpus) {
  math::PackProblem problem;
  problem.bins.push_back({.capacity = std::vector<std::int64_t>(takers.held.front()->segment.size(), 1)});
  for (const HeldHours* held : takers.held)
    problem.items.push_back({{held->segment.begin(), held->segment.end()}, static_cast<std::int64_t>(held->replicas)});
  std::vector<Turn> turns;
  for (const math::PackPattern& pattern : math::pack(problem).patterns) {
    Turn turn{.gpus = gpus, .count = static_cast<double>(pattern.count)};
    for (std::size_t i = 0; i < pattern.items.size(); ++i) {
      if (pattern.items[i] == 0) continue;
      turn.services.push_back(takers.services[i]);
      turn.hours.push_back(takers.held[i]->hours);
    }
    turns.push_back(std::move(turn));
  }
  return turns;
}

}  // namespace detail

/// The fewest blocks of cards for the replicas of a host type that are not held all day, those of each degree by
/// themselves.
///
/// @param chosen one candidate for every service; null: not yet settled
inline std::vector<Turn> turns_on(const std::vector<const Candidate*>& chosen, std::size_t type) {
  std::map<int, detail::TurnTakers> by_degree;
  for (std::size_t s = 0; s < chosen.size(); ++s) {
    if (chosen[s]->host != type || chosen[s]->by_hours == nullptr) continue;
    detail::TurnTakers& takers = by_degree[chosen[s]->offer->tensor_parallel()];
    for (const HeldHours& held : chosen[s]->by_hours->others) {
      takers.services.push_back(s);
      takers.held.push_back(&held);
    }
  }
  std::vector<Turn> all;
  for (const auto& [gpus, takers] : by_degree)
    for (Turn& turn : detail::turns_of(takers, gpus)) all.push_back(std::move(turn));
  return all;
}

}  // namespace planner::plan::models
