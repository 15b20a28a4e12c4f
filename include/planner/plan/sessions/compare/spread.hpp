#pragma once
#include <algorithm>
#include <optional>

#include "planner/plan/sessions/compare/what_if.hpp"

/// How far the catalog's own numbers let the choice stand.
namespace planner::plan::sessions {

namespace detail {

/// The fact with its low or high value as the typical one.
template <class T>
Fact<T> at_end(Fact<T> f, bool high) {
  if (f.known()) f.estimate.typical = high ? f.estimate.high_or_typical() : f.estimate.low_or_typical();
  return f;
}

/// The boundary if its memory and its CPU loss lay at one end of what is published.
inline catalog::Boundary boundary_at_end(catalog::Boundary b, catalog::Work work, bool high) {
  b.memory.fixed = at_end(b.memory.fixed, high);
  b.memory.shim = at_end(b.memory.shim, high);
  b.memory.slope = at_end(b.memory.slope, high);
  catalog::CpuLoss& loss = b.loss[static_cast<std::size_t>(work)];
  loss.fraction = at_end(loss.fraction, high);
  return b;
}

/// What class `i` takes more or less behind `b` at that end; nothing where no throughput would be left.
inline std::optional<Change> change_to_end(const Question& q, std::size_t i, const catalog::Boundary& b,
                                           const Candidate& c, bool high) {
  const catalog::Work work = q.session(i).work;
  const catalog::Boundary end = boundary_at_end(b, work, high);
  const auto memory = memory_of(q, i, end, c.gpu && c.gpu->pinned());
  const auto loss = cpu_loss_of(q, i, end, false), typical = cpu_loss_of(q, i, b, false);
  if (!memory || !loss || !typical) return std::nullopt;
  return Change{(memory->overhead.total() - c.memory.overhead.total()).base(), (1.0 + *loss) / (1.0 + *typical)};
}

}  // namespace detail

/// Whether `other` would be no dearer than the chosen option for the k-th class if the figures of the one lay at the bad
/// end of what is published, or those of the other at the good end.
inline bool tied(const Question& q, Design& design, std::size_t k, std::size_t other) {
  const std::size_t i = design.tenancy().classes[k], chosen = design.chosen().options[k];
  const auto price_at_end = [&](std::size_t option, bool high) {
    const Candidate& c = *design.table().any(i, option);
    const auto change = detail::change_to_end(q, i, *design.table().options()[option].boundary, c, high);
    return rough_price(q, design, k, option, change.value_or(Change{}));
  };
  const UsdPerTime ours = rough_price(q, design, k, chosen), theirs = rough_price(q, design, k, other);
  return price_at_end(chosen, true) >= theirs || price_at_end(other, false) <= ours;
}

}  // namespace planner::plan::sessions
