#pragma once
#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "planner/math/packing/instance.hpp"

/// Between the caller's items and the solver's classes: equal items become one class, and a packing of classes is
/// told apart into the caller's items again.
namespace planner::math::packing {

struct Classes {
  Instance instance;
  std::vector<std::vector<std::size_t>> members;  ///< per class: the item types in it
  std::vector<std::size_t> misfits;               ///< item types that fit no bin
};

/// Everything that tells an item type apart from another, over all bins.
inline std::vector<Counts> signature(const PackProblem& problem, std::size_t i) {
  std::vector<Counts> rows;
  for (const PackBin& bin : problem.bins) {
    Counts row;
    if (!bin.layouts.empty())
      for (const Counts& layout : bin.layouts) row.push_back(layout[i]);
    else
      row = bin.sizes.empty() ? problem.items[i].size : bin.sizes[i];
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Sizes of class `i` in a bin: empty where it cannot go there.
inline Counts allowed_size(const Counts& size, const Counts& capacity) {
  for (std::size_t k = 0; k < size.size(); ++k)
    if (size[k] > capacity[k]) return {};
  return size;
}

inline std::vector<Shape> shapes_of(const PackProblem& problem) {
  std::vector<Shape> shapes;
  for (const PackBin& bin : problem.bins) shapes.push_back({bin.cost, bin.available, bin.capacity, {}, {}});
  for (std::size_t t = 0; t < shapes.size(); ++t) shapes[t].layouts.resize(problem.bins[t].layouts.size());
  return shapes;
}

inline void add_class(Instance& instance, const PackProblem& problem, const std::vector<Counts>& rows) {
  instance.demand.push_back(0);
  for (std::size_t t = 0; t < rows.size(); ++t) {
    Shape& shape = instance.shapes[t];
    if (problem.bins[t].layouts.empty())
      shape.sizes.push_back(allowed_size(rows[t], shape.capacity));
    else
      for (std::size_t l = 0; l < rows[t].size(); ++l) shape.layouts[l].push_back(rows[t][l]);
  }
}

inline bool fits_somewhere(const Instance& instance, std::size_t i) {
  return std::any_of(instance.shapes.begin(), instance.shapes.end(),
                     [i](const Shape& s) { return s.available > 0 && fitting_alone(s, i, 1) > 0; });
}

/// Item types of count 0 are left out. Classes stand in the order in which they first occur.
inline Classes classify(const PackProblem& problem) {
  Classes classes{{{}, shapes_of(problem)}, {}, {}};
  std::map<std::vector<Counts>, std::size_t> known;
  for (std::size_t i = 0; i < problem.items.size(); ++i) {
    if (problem.items[i].count == 0) continue;
    auto rows = signature(problem, i);
    const auto [found, fresh] = known.try_emplace(std::move(rows), classes.members.size());
    if (fresh) {
      add_class(classes.instance, problem, found->first);
      classes.members.emplace_back();
    }
    if (!fits_somewhere(classes.instance, found->second)) classes.misfits.push_back(i);
    classes.instance.demand[found->second] += problem.items[i].count;
    classes.members[found->second].push_back(i);
  }
  return classes;
}

/// Hands the item types of each class out to the bins in turn.
class Expansion {
 public:
  Expansion(const PackProblem& problem, const Classes& classes) : classes_(classes) {
    for (const PackItem& item : problem.items) left_.push_back(item.count);
  }

  /// Patterns of item types for `fill`; what the fill holds beyond the demand is left out, and so is a bin that would
  /// be empty.
  void expand(const Fill& fill, std::vector<PackPattern>& patterns) {
    for (std::int64_t open = fill.count; open > 0;) {
      PackPattern pattern = next(fill, open);
      open -= pattern.count;
      if (!nothing_left(pattern.items)) patterns.push_back(std::move(pattern));
    }
  }

 private:
  PackPattern next(const Fill& fill, std::int64_t open) {
    PackPattern pattern{fill.shape, Counts(left_.size(), 0), open};
    for (std::size_t c = 0; c < fill.items.size(); ++c) {
      std::int64_t wanted = fill.items[c];
      for (const std::size_t i : classes_.members[c]) {
        const std::int64_t n = std::min(wanted, left_[i]);
        if (n == 0) continue;
        pattern.items[i] = n;
        pattern.count = std::min(pattern.count, left_[i] / n);
        wanted -= n;
      }
    }
    for (std::size_t i = 0; i < left_.size(); ++i) left_[i] -= pattern.items[i] * pattern.count;
    return pattern;
  }

  const Classes& classes_;
  Counts left_;
};

}  // namespace planner::math::packing
