#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "planner/math/packing.hpp"
#include "planner/unit/mig.hpp"

/// How many GPUs a number of MIG slices takes.
namespace planner::plan {

/// So many GPUs are cut like this.
struct MigPattern {
  std::int64_t gpus = 0;
  unit::MigLayout layout{};
};

struct MigPacking {
  std::int64_t gpus = 0;
  std::int64_t lower_bound = 0;  ///< no way to cut needs fewer
  bool proven = false;           ///< the two meet
  std::vector<MigPattern> patterns{};
};

namespace detail {

/// One maximal layout for each set of instances that is not part of another one.
using LayoutsByCounts = std::map<unit::MigCounts, unit::MigLayout>;

inline bool part_of(const unit::MigCounts& a, const unit::MigCounts& b) {
  return a != b && std::equal(a.begin(), a.end(), b.begin(), [](std::int64_t x, std::int64_t y) { return x <= y; });
}

inline LayoutsByCounts useful_layouts(const catalog::MigTable& table, const std::vector<std::size_t>& profiles) {
  LayoutsByCounts all;
  for (const unit::MigLayout& layout : unit::maximal_layouts(table, profiles))
    all.try_emplace(unit::counts_of(table, layout), layout);
  LayoutsByCounts useful;
  for (const auto& [counts, layout] : all)
    if (std::none_of(all.begin(), all.end(), [&c = counts](const auto& other) { return part_of(c, other.first); }))
      useful.emplace(counts, layout);
  return useful;
}

/// Each layout is a bin of its own, so that branching on the bins used is branching on the layouts: complete.
inline math::PackProblem layout_problem(const LayoutsByCounts& layouts, const unit::MigCounts& wanted) {
  math::PackProblem problem;
  for (const std::int64_t count : wanted) problem.items.push_back({{}, count});
  for (const auto& entry : layouts) {
    problem.bins.emplace_back();
    problem.bins.back().layouts = {entry.first};
  }
  return problem;
}

/// Of a layout only as many instances as `items` says.
inline unit::MigLayout trimmed(const unit::MigLayout& layout, unit::MigCounts items) {
  unit::MigLayout out;
  for (const unit::MigPlacement& placement : layout)
    if (items[placement.profile]-- > 0) out.push_back(placement);
  return out;
}

}  // namespace detail

/// Cuts as few GPUs as possible into the wanted instances (a count per profile of the table). The columns of the
/// linear program are all layouts of one GPU, so its bound is that of the placement rules, not of slices added up.
inline MigPacking pack_mig(const catalog::MigTable& table, const unit::MigCounts& wanted) {
  std::vector<std::size_t> profiles;
  for (std::size_t p = 0; p < wanted.size(); ++p)
    if (wanted[p] > 0) profiles.push_back(p);
  const detail::LayoutsByCounts layouts = detail::useful_layouts(table, profiles);
  const math::PackResult packed = math::pack(detail::layout_problem(layouts, wanted));
  MigPacking out{packed.bins, packed.lower_bound_bins, packed.proven, {}};
  for (const math::PackPattern& pattern : packed.patterns) {
    const auto& layout = std::next(layouts.begin(), static_cast<std::ptrdiff_t>(pattern.bin))->second;
    out.patterns.push_back({pattern.count, detail::trimmed(layout, pattern.items)});
  }
  return out;
}

}  // namespace planner::plan
