#pragma once
#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "planner/plan/sessions/packing/gpu_use.hpp"
#include "planner/plan/sessions/packing/resource.hpp"

namespace planner::plan::sessions {

/// What one session takes of a host.
struct SessionUse {
  Amounts amounts{};      ///< memory that is lent to others counts at its linear charge (see overcommit.hpp)
  double certain = 0;     ///< bytes of the memory that are taken for certain
  double promised = 0;    ///< bytes if nothing is lent
  double least = 0;       ///< bytes in any mix of classes that lend: for bounds
  bool lends = false;     ///< what is not certain follows the class's law of use
  std::shared_ptr<const GpuUse> gpu{};  ///< null: no GPU
};

/// Equal sessions that a pool holds: what runs of one class, or what waits for its starts in a warm pool.
struct Member {
  std::size_t session_class = 0;
  bool waiting = false;
  double count = 0;  ///< whole sessions
  SessionUse use{};
};

/// Both share GPUs in the same way and to the same part.
inline bool same_kind(const GpuUse& a, const GpuUse& b) {
  return a.profile == b.profile && a.mode == b.mode && a.share == b.share;
}

/// More than one kind of sharing: shares of a GPU can then not simply be added up.
inline bool several_kinds(const std::vector<Member>& members) {
  const GpuUse* first = nullptr;
  for (const Member& m : members) {
    if (!m.use.gpu || !m.use.gpu->shared()) continue;
    if (first && !same_kind(*first, *m.use.gpu)) return true;
    first = m.use.gpu.get();
  }
  return false;
}

/// Several classes lend memory: a mix of them may need less than the sum of their linear charges (lending.hpp).
inline bool several_lend(const std::vector<Member>& members) {
  const Member* first = nullptr;
  for (const Member& m : members) {
    if (!m.use.lends) continue;
    if (first && first->session_class != m.session_class) return true;
    first = &m;
  }
  return false;
}

/// What one session takes at least, where several classes lend and where they do not.
inline Amounts least_amounts(const SessionUse& use, bool mix_lends) {
  Amounts amounts = use.amounts;
  if (mix_lends && use.lends) amounts[Resource::memory] = use.least;
  return amounts;
}

/// The members with what they take at least: no filling that is allowed takes less, so they bound the hosts.
inline std::vector<Member> at_least(std::vector<Member> members) {
  const bool mix_lends = several_lend(members);
  for (Member& m : members) m.use.amounts = least_amounts(m.use, mix_lends);
  return members;
}

/// Sessions of one kind alone that fit on a host, and what stops the next one.
struct AloneFit {
  double sessions = 0;
  Resource binding = Resource::memory;
};

inline AloneFit fit_alone(const Amounts& use, const Amounts& limits) {
  AloneFit best{no_limit, Resource::memory};
  for (const Resource r : all_resources) {
    const double fits = sessions_within(r, use[r], limits[r]);
    if (fits < best.sessions) best = {fits, r};
  }
  return best;
}

/// Share of a host's `r` that one session takes.
inline double share_of_host(Resource r, const Amounts& use, const Amounts& limits) {
  if (use[r] <= 0.0 || limits[r] == no_limit) return 0.0;
  return limits[r] > 0.0 ? use[r] / limits[r] : no_limit;
}

/// GPUs that one session takes at least, when sessions of several kinds share them.
inline Amounts least_use(Amounts use, const GpuUse* gpu) {
  if (gpu) use[Resource::gpus] = gpu->least_share();
  return use;
}

/// Hosts' worth of `r` that the members take together, at least.
inline double hosts_filled(Resource r, const std::vector<Member>& members, const Amounts& limits) {
  const bool at_least = r == Resource::gpus && several_kinds(members);
  double hosts = 0.0;
  for (const Member& m : members)
    hosts += m.count * share_of_host(r, at_least ? least_use(m.use.amounts, m.use.gpu.get()) : m.use.amounts, limits);
  return hosts;
}

/// The resource of which the members together take the largest share.
inline Resource busiest_resource(const std::vector<Member>& members, const Amounts& limits) {
  return *std::max_element(all_resources.begin(), all_resources.end(), [&](Resource a, Resource b) {
    return hosts_filled(a, members, limits) < hosts_filled(b, members, limits);
  });
}

/// Hosts that the members would fill if sessions could be cut at will: no packing takes fewer.
inline double fractional_hosts(const std::vector<Member>& members, const Amounts& limits) {
  return hosts_filled(busiest_resource(members, limits), members, limits);
}

}  // namespace planner::plan::sessions
