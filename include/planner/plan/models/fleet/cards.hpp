#pragma once
#include "planner/math/packing.hpp"
#include "planner/plan/mig/packing.hpp"
#include "planner/plan/models/candidates/candidate.hpp"

/// Cards that small models share: vector packing by memory and busy time, or MIG layouts.
namespace planner::plan::models {

/// Services, by index, on one shared card.
using SharedCard = std::vector<std::size_t>;

namespace detail {

inline std::int64_t grains(double share, double of) {
  return static_cast<std::int64_t>(whole_up(share / of / share_grain));
}

inline math::PackItem card_item(const CardShare& s) { return {{grains(s.memory, 1), grains(s.busy, sharing_busy)}, 1}; }

}  // namespace detail

/// The fewest cards for these services by memory and busy time; each has its share in `shares`.
inline std::vector<SharedCard> pack_by_memory(const std::vector<std::size_t>& services,
                                              const std::vector<CardShare>& shares) {
  constexpr auto whole = static_cast<std::int64_t>(1 / share_grain);
  math::PackProblem problem;
  problem.bins.push_back({.capacity = {whole, whole}});
  for (const CardShare& s : shares) problem.items.push_back(detail::card_item(s));
  std::vector<SharedCard> cards;
  for (const math::PackPattern& pattern : math::pack(problem).patterns) {
    SharedCard card;
    for (std::size_t i = 0; i < pattern.items.size(); ++i)
      if (pattern.items[i] > 0) card.push_back(services[i]);
    cards.push_back(std::move(card));
  }
  return cards;
}

/// The fewest cards to cut into the slices of these services.
inline std::vector<SharedCard> pack_by_slices(const catalog::MigTable& table, const std::vector<std::size_t>& services,
                                              const std::vector<CardShare>& shares) {
  const auto profile_of = [&](const CardShare& s) {
    return static_cast<std::size_t>(catalog::find_profile(table, s.profile) - table.profiles.data());
  };
  unit::MigCounts wanted(table.profiles.size(), 0);
  std::vector<SharedCard> waiting(table.profiles.size());  // services by profile
  for (std::size_t i = 0; i < services.size(); ++i) {
    ++wanted[profile_of(shares[i])];
    waiting[profile_of(shares[i])].push_back(services[i]);
  }
  std::vector<SharedCard> cards;
  for (const MigPattern& pattern : pack_mig(table, wanted).patterns)
    for (std::int64_t g = 0; g < pattern.gpus; ++g) {
      SharedCard& card = cards.emplace_back();
      for (const unit::MigPlacement& placed : pattern.layout) {
        card.push_back(waiting[placed.profile].back());
        waiting[placed.profile].pop_back();
      }
      std::ranges::sort(card);
    }
  return cards;
}

/// The fewest cards for services that share cards of one kind in the same way.
inline std::vector<SharedCard> pack_cards(const catalog::MigTable* table, const std::vector<std::size_t>& services,
                                          const std::vector<CardShare>& shares) {
  if (services.empty()) return {};
  return shares.front().profile.empty() ? pack_by_memory(services, shares) : pack_by_slices(*table, services, shares);
}

}  // namespace planner::plan::models
