#pragma once
#include <cstdint>
#include <string>

#include "planner/plan/speed/measured_point.hpp"

/// Which measured points are kept from the fit, so that they can test it.
namespace planner::plan {

/// Rows of one set-up stay together: model, GPU, engine and degree.
inline std::string set_up_name(const MeasuredPoint& p) {
  const FitInputs& q = p.question;
  return q.model + '|' + q.gpu + '|' + q.engine.substr(0, q.engine.find('@')) + '|' + std::to_string(q.tensor_parallel);
}

namespace detail {

/// FNV-1a, 32 bits.
inline std::uint32_t hash_of(const std::string& name) {
  std::uint32_t hash = 2166136261U;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return hash;
}

}  // namespace detail

/// The split of the catalog's fit: bit 16 of the hash.
inline bool held_out(const MeasuredPoint& p) { return (detail::hash_of(set_up_name(p)) >> 16U) % 2 == 1; }

/// An earlier split, by the lowest bit; the rows taken from the second source had not been read then.
inline bool first_held_out(const MeasuredPoint& p) {
  return p.id.starts_with('e') || detail::hash_of(set_up_name(p)) % 2 == 1;
}

}  // namespace planner::plan
