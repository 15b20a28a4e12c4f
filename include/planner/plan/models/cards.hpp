#pragma once
#include "planner/math/packing.hpp"
#include "planner/plan/models/candidate.hpp"

/// Cards that small models share: vector packing by memory and busy time.
namespace planner::plan::models {

/// Services, by index, on one shared card.
using SharedCard = std::vector<std::size_t>;

struct SharedCards {
  std::vector<SharedCard> cards{};
  double lower_bound = 0;  ///< cards
};

namespace detail {

inline std::int64_t grains(double share, double of) {
  return static_cast<std::int64_t>(whole_up(share / of / share_grain));
}

inline math::PackItem card_item(const CardShare& s) { return {{grains(s.memory, 1), grains(s.busy, sharing_busy)}, 1}; }

}  // namespace detail

/// The fewest cards for these services; each has its share in `shares`.
inline SharedCards pack_cards(const std::vector<std::size_t>& services, const std::vector<CardShare>& shares) {
  if (services.empty()) return {};
  constexpr auto whole = static_cast<std::int64_t>(1 / share_grain);
  math::PackProblem problem;
  problem.bins.push_back({.capacity = {whole, whole}});
  for (const CardShare& s : shares) problem.items.push_back(detail::card_item(s));
  const math::PackResult packed = math::pack(problem);
  SharedCards result{.lower_bound = static_cast<double>(packed.lower_bound_bins)};
  for (const math::PackPattern& pattern : packed.patterns) {
    SharedCard card;
    for (std::size_t i = 0; i < pattern.items.size(); ++i)
      if (pattern.items[i] > 0) card.push_back(services[i]);
    result.cards.push_back(std::move(card));
  }
  return result;
}

}  // namespace planner::plan::models
