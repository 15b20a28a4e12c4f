#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace planner::math {

/// Models up to which `lru_misses` is worked out: it looks at every set of them.
inline constexpr std::size_t lru_most_models = 14;

/// Share of each model's requests that find it cold in room for `room` models of one size, the least recently used
/// giving way: exact for Poisson requests (King 1971, "Analysis of demand paging algorithms"). The models last asked,
/// taken from the latest on, are a set S with probability f(S) = sum over j in S of f(S without j) rate(j) / (rate of
/// all not in S without j).
///
/// @param rates of requests, above 0, at most `lru_most_models`
inline std::vector<double> lru_misses(std::span<const double> rates, std::size_t room) {
  const std::size_t n = rates.size();
  std::vector<double> misses(n, room >= n ? 0.0 : 1.0);
  if (room == 0 || room >= n) return misses;
  std::vector<double> latest(std::size_t{1} << n, 0.0), outside(std::size_t{1} << n, 0.0);
  latest[0] = 1.0;
  for (std::size_t set = 0; set < latest.size(); ++set) {
    std::size_t models = 0;
    for (std::size_t j = 0; j < n; ++j) {
      models += set >> j & 1U;
      outside[set] += (set >> j & 1U) != 0 ? 0.0 : rates[j];
    }
    for (std::size_t j = 0; j < n; ++j) {
      const bool in = (set >> j & 1U) != 0;
      if (models < room && !in) latest[set | std::size_t{1} << j] += latest[set] * rates[j] / outside[set];
      if (models == room && in) misses[j] -= latest[set];
    }
  }
  return misses;
}

}  // namespace planner::math
