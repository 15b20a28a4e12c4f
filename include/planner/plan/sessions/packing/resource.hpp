#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "planner/base/rounding.hpp"
#include "planner/unit/host_limits.hpp"

/// What a host has a limited amount of, in the form in which many sessions are packed.
namespace planner::plan::sessions {

using Resource = unit::HostResource;
inline constexpr auto& all_resources = unit::all_host_resources;

inline constexpr double no_limit = std::numeric_limits<double>::infinity();

/// One number per resource, in base units: bytes, vCPUs, counts.
class Amounts {
 public:
  double& operator[](Resource r) { return value_[static_cast<std::size_t>(r)]; }
  double operator[](Resource r) const { return value_[static_cast<std::size_t>(r)]; }

  /// What is absent takes `otherwise`: nothing of a resource that a session is not known to take, no limit on a host.
  static Amounts of(const unit::HostAmounts& known, double otherwise) {
    Amounts a;
    for (const Resource r : all_resources) a[r] = known[r].value_or(otherwise);
    return a;
  }

 private:
  std::array<double, all_resources.size()> value_{};
};

/// Packing counts in whole grains, so that "fits" is exact: bytes, and billionths of everything else.
constexpr bool in_bytes(Resource r) { return r == Resource::memory || r == Resource::disk; }
constexpr double grains_per_unit(Resource r) { return in_bytes(r) ? 1.0 : 1e9; }

/// No host has more grains of anything: a billion billion bytes, or a billion of what is counted. Sums stay exact.
inline constexpr double most_grains = 1e18;

/// What a session takes in whole grains, at least one where it takes anything. Bytes are rounded up; a speck above a
/// whole one is an error of arithmetic. Shares are rounded down: seven sevenths are one, and of vCPUs a billionth.
inline std::int64_t grains_taken(Resource r, double amount) {
  if (amount <= 0.0) return 0;
  const double grains = amount * grains_per_unit(r);
  const double whole = in_bytes(r) ? std::ceil(grains - 1e-6) : std::floor(grains + 1e-6);
  return static_cast<std::int64_t>(std::clamp(whole, 1.0, 2.0 * most_grains));  // twice: more than any host has
}
/// What a host has, rounded down to whole grains.
inline std::int64_t grains_held(Resource r, double amount) {
  const double grains = std::floor(std::max(0.0, amount) * grains_per_unit(r) + 1e-6);
  return static_cast<std::int64_t>(std::min(grains, most_grains));
}

/// Sessions that `limit` of a resource lets onto a host when each takes `use`; infinite where it does not bind.
inline double sessions_within(Resource r, double use, double limit) {
  if (use <= 0.0 || limit == no_limit) return no_limit;
  if (!in_bytes(r)) return whole_down(limit / use);
  return static_cast<double>(grains_held(r, limit) / grains_taken(r, use));
}

}  // namespace planner::plan::sessions
