#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "planner/math/packing.hpp"

/// Independent checks of packings, and instances to try them on.
namespace packing_tools {

using planner::math::PackBin;
using planner::math::PackItem;
using planner::math::PackPattern;
using planner::math::PackProblem;
using planner::math::PackResult;
using Counts = std::vector<std::int64_t>;

inline const Counts& size_in(const PackProblem& problem, std::size_t bin, std::size_t item) {
  const PackBin& b = problem.bins[bin];
  return b.sizes.empty() ? problem.items[item].size : b.sizes[item];
}

inline bool fits(const PackProblem& problem, std::size_t bin, const Counts& items) {
  Counts room = problem.bins[bin].capacity;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i] > 0 && size_in(problem, bin, i).empty()) return false;
    if (items[i] == 0) continue;
    for (std::size_t k = 0; k < room.size(); ++k) room[k] -= items[i] * size_in(problem, bin, i)[k];
  }
  return std::all_of(room.begin(), room.end(), [](std::int64_t r) { return r >= 0; });
}

/// What is wrong with a packing; empty: nothing.
inline std::string fault(const PackProblem& problem, const PackResult& result) {
  Counts packed(problem.items.size(), 0), used(problem.bins.size(), 0);
  double cost = 0.0;
  std::int64_t bins = 0;
  for (const PackPattern& p : result.patterns) {
    if (!fits(problem, p.bin, p.items)) return "a pattern overflows its bin";
    for (std::size_t i = 0; i < packed.size(); ++i) packed[i] += p.items[i] * p.count;
    used[p.bin] += p.count;
    bins += p.count;
    cost += problem.bins[p.bin].cost * static_cast<double>(p.count);
  }
  for (std::size_t i = 0; i < packed.size(); ++i)
    if (packed[i] != problem.items[i].count) return "item " + std::to_string(i) + " is packed another number of times";
  for (std::size_t t = 0; t < used.size(); ++t)
    if (used[t] > problem.bins[t].available) return "more bins than there are";
  if (bins != result.bins || std::abs(cost - result.cost) > 1e-9 * cost) return "bins or cost do not add up";
  if (result.lower_bound > result.cost || result.lower_bound_bins > result.bins)
    return "the bound is above the packing";
  return "";
}

/// The optimum by trying everything: every filling of a first bin, then the rest.
class Enumeration {
 public:
  explicit Enumeration(const PackProblem& problem) : problem_(problem) {}

  double optimum() {
    Counts left, bins;
    for (const PackItem& item : problem_.items) left.push_back(item.count);
    for (const PackBin& bin : problem_.bins) bins.push_back(bin.available);
    return cheapest(left, bins);
  }

 private:
  static constexpr double none = std::numeric_limits<double>::infinity();

  double cheapest(const Counts& left, const Counts& bins) {
    if (std::all_of(left.begin(), left.end(), [](std::int64_t n) { return n == 0; })) return 0.0;
    Counts state = left;
    state.insert(state.end(), bins.begin(), bins.end());
    if (const auto known = known_.find(state); known != known_.end()) return known->second;
    double best = none;
    for (std::size_t t = 0; t < bins.size(); ++t) {
      Counts filling(left.size(), 0), fewer = bins;
      if (fewer[t] == 0) continue;
      if (fewer[t] != planner::math::unlimited) --fewer[t];
      fill(t, 0, filling, left, fewer, best);
    }
    return known_[state] = best;
  }

  void fill(std::size_t t, std::size_t i, Counts& filling, const Counts& left, const Counts& bins, double& best) {
    if (i == left.size()) {
      Counts rest = left;
      for (std::size_t j = 0; j < rest.size(); ++j) rest[j] -= filling[j];
      if (rest != left) best = std::min(best, problem_.bins[t].cost + cheapest(rest, bins));
      return;
    }
    for (filling[i] = 0; filling[i] <= left[i] && fits(problem_, t, filling); ++filling[i])
      fill(t, i + 1, filling, left, bins, best);
    filling[i] = 0;
  }

  const PackProblem& problem_;
  std::map<Counts, double> known_;
};

/// Small random problems: 1 to 4 item types of 1 to 5 each, 1 to 3 resources. Every item fits the largest bin.
class RandomProblems {
 public:
  explicit RandomProblems(std::uint64_t seed) : random_(seed) {}

  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(high - low + 1));
  }

  PackProblem next(std::size_t bin_types) {
    PackProblem problem;
    const auto resources = static_cast<std::size_t>(between(1, 3));
    for (std::size_t t = 1; t <= bin_types; ++t) {
      const auto scale = static_cast<std::int64_t>(t);
      PackBin bin{numbers(resources, 10 * scale, 20 * scale)};
      if (bin_types > 1) bin.cost = static_cast<double>(scale * between(8, 12)) / 10.0;
      problem.bins.push_back(bin);
    }
    for (std::int64_t i = between(1, 4); i > 0; --i) problem.items.push_back({numbers(resources, 1, 9), between(1, 5)});
    return problem;
  }

  Counts numbers(std::size_t n, std::int64_t low, std::int64_t high) {
    Counts out;
    for (std::size_t k = 0; k < n; ++k) out.push_back(between(low, high));
    return out;
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace packing_tools
