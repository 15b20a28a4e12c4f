#pragma once
#include <cstdint>
#include <vector>

#include "planner/base/rounding.hpp"
#include "planner/math/packing.hpp"
#include "planner/plan/sessions/packing/member.hpp"

/// Members of a pool onto equal hosts: high-multiplicity vector packing (math/packing), in whole grains.
namespace planner::plan::sessions {

/// So many hosts hold this: sessions per member.
struct Filling {
  double hosts = 0;
  std::vector<double> sessions{};
};

/// So many GPUs hold this, where sessions of several kinds share GPUs.
struct GpuFilling {
  double gpus = 0;
  std::vector<double> sessions{};  ///< per member
};

/// Search per packing, of which a plan makes a hundred or more: some ten milliseconds. Most need far less.
inline constexpr math::PackEffort pool_effort{.operations = 500'000};

struct PackedPool {
  double hosts = 0;
  double lower_bound = 0;  ///< no packing takes fewer hosts
  std::vector<Filling> fillings{};
  std::vector<GpuFilling> gpus{};  ///< empty where at most one kind of sharing occurs
  [[nodiscard]] bool proven() const { return hosts <= lower_bound; }
};

namespace detail {

/// `r` never stops anything that `other` does not stop first: every member takes a smaller share of it.
inline bool never_binds_before(Resource r, Resource other, const std::vector<Member>& members, const Amounts& limits) {
  constexpr double margin = 1e-9;  // grains are cut finer than this share of a host
  return std::all_of(members.begin(), members.end(), [&](const Member& m) {
    const double share = share_of_host(r, m.use.amounts, limits);
    return share == 0.0 || share < share_of_host(other, m.use.amounts, limits) * (1.0 - margin);
  });
}

/// The resources that can decide how many of these members go onto one host.
inline std::vector<Resource> deciding_resources(const std::vector<Member>& members, const Amounts& limits) {
  std::vector<Resource> kept;
  for (const Resource r : all_resources) {
    const bool never = std::any_of(all_resources.begin(), all_resources.end(), [&](Resource other) {
      return other != r && never_binds_before(r, other, members, limits);
    });
    if (!never && limits[r] != no_limit) kept.push_back(r);
  }
  return kept;
}

inline math::PackProblem as_problem(const std::vector<Member>& members, const Amounts& limits) {
  const std::vector<Resource> resources = deciding_resources(members, limits);
  math::PackProblem problem;
  math::PackBin& host = problem.bins.emplace_back();
  for (const Resource r : resources) host.capacity.push_back(grains_held(r, limits[r]));
  for (const Member& m : members) {
    math::PackItem item{{}, static_cast<std::int64_t>(m.count)};
    for (const Resource r : resources) item.size.push_back(grains_taken(r, m.use.amounts[r]));
    problem.items.push_back(std::move(item));
  }
  return problem;
}

inline PackedPool pack_alike(double sessions, double per_host) {
  const double full = whole_down(sessions / per_host), rest = sessions - full * per_host;
  PackedPool packed;
  if (full > 0.0) packed.fillings.push_back({full, {per_host}});
  if (rest > 0.0) packed.fillings.push_back({1.0, {rest}});
  packed.hosts = packed.lower_bound = full + (rest > 0.0 ? 1.0 : 0.0);
  return packed;
}

inline PackedPool pack_mixed(const std::vector<Member>& members, const Amounts& limits) {
  const math::PackResult result = math::pack(as_problem(members, limits), pool_effort);
  PackedPool packed{static_cast<double>(result.bins), whole_up(result.lower_bound), {}};
  for (const math::PackPattern& p : result.patterns)
    packed.fillings.push_back({static_cast<double>(p.count), {p.items.begin(), p.items.end()}});
  return packed;
}

}  // namespace detail

/// No packing takes fewer hosts.
inline double bound_pool(const std::vector<Member>& members, const Amounts& limits) {
  return whole_up(math::pack_bound(detail::as_problem(members, limits), pool_effort).lower_bound);
}

/// The fewest hosts found for `members`, each of which fits on a host alone, and a bound. One member has the exact
/// answer; several go to the packer.
inline PackedPool pack_pool(const std::vector<Member>& members, const Amounts& limits) {
  if (members.size() != 1) return detail::pack_mixed(members, limits);
  return detail::pack_alike(members.front().count, fit_alone(members.front().use.amounts, limits).sessions);
}

}  // namespace planner::plan::sessions
