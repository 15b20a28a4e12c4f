#pragma once
#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "planner/plan/sessions/packing/gpu_units.hpp"
#include "planner/plan/sessions/packing/overcommit.hpp"
#include "planner/plan/sessions/packing/pool_packing.hpp"

/// Packing with lent memory. The linear charge of a session is what it takes on a host that it fills alone. Where one
/// class lends, fewer sessions of it pool less than a full host of it does: the charges can only be too kind, and give a
/// valid bound. Where several do, a mix may need less than the sum of its charges (two classes that follow the common
/// factor in different measure): the bound then rests on what each needs in any mix (math/least_need.hpp). Either way
/// every filling is checked with the tail of its own mix.
namespace planner::plan::sessions {

/// The smallest whole charge at which `most` sessions fill `usable` bytes and one more does not fit. A mix is charged no
/// more than its true need, because a charge of usable / most would also round the last session down.
inline double linear_charge(double usable, double most) { return std::floor(usable / (most + 1.0)) + 1.0; }

namespace detail {

inline std::vector<double> lending_sessions(const Filling& f, const std::vector<Member>& members, std::size_t classes) {
  std::vector<double> sessions(classes, 0.0);
  for (std::size_t i = 0; i < members.size(); ++i)
    if (members[i].use.lends) sessions[members[i].session_class] += f.sessions[i];
  return sessions;
}

inline double certain_memory(const Filling& f, const std::vector<Member>& members) {
  double bytes = 0.0;
  for (std::size_t i = 0; i < members.size(); ++i) bytes += f.sessions[i] * members[i].use.certain;
  return bytes;
}

/// The members with all of their memory taken for certain: safe on any host.
inline std::vector<Member> as_promised(std::vector<Member> members) {
  for (Member& m : members) m.use.amounts[Resource::memory] = m.use.promised;
  return members;
}

inline bool all_fit(const std::vector<Member>& members, const Amounts& limits) {
  return std::all_of(members.begin(), members.end(),
                     [&](const Member& m) { return fit_alone(m.use.amounts, limits).sessions >= 1.0; });
}

/// Bytes by which a host with `memory` is too small for what `packed` puts on it; zero where every filling is safe.
inline double worst_excess(const PackedPool& packed, const std::vector<Member>& members, double memory,
                           const MemoryRisk& risk) {
  double worst = 0.0;
  for (const Filling& f : packed.fillings) {
    const std::vector<double> lending = lending_sessions(f, members, risk.classes());
    const double free = memory - certain_memory(f, members);
    if (!risk.accepts(lending, free)) worst = std::max(worst, risk.needed(lending) - free);
  }
  return worst;
}

/// Each class that lends on hosts of its own, and all that lends nothing on others: keeps the promise as it is.
inline PackedPool pack_apart(const std::vector<Member>& members, const Amounts& limits) {
  std::map<std::optional<std::size_t>, std::vector<std::size_t>> groups;  // by class; nothing: lends nothing
  for (std::size_t m = 0; m < members.size(); ++m)
    groups[members[m].use.lends ? std::optional(members[m].session_class) : std::nullopt].push_back(m);
  PackedPool apart;
  for (const auto& [lender, group] : groups) {
    std::vector<Member> alone;
    for (const std::size_t m : group) alone.push_back(members[m]);
    const PackedPool packed = pack_pool(alone, limits);
    apart.hosts += packed.hosts;
    for (const Filling& f : packed.fillings) {
      Filling& filling = apart.fillings.emplace_back(Filling{f.hosts, std::vector<double>(members.size(), 0.0)});
      for (std::size_t g = 0; g < group.size(); ++g) filling.sessions[group[g]] = f.sessions[g];
    }
  }
  return apart;
}

/// Hosts are packed as if they had less memory until every mix keeps the promise; where that fails, nothing is lent.
inline PackedPool pack_tighter(PackedPool packed, const std::vector<Member>& members, const Amounts& limits,
                               const MemoryRisk& risk) {
  constexpr int rounds = 20;  // two or three are enough for what has been seen
  Amounts tighter = limits;
  for (int i = 0; i < rounds; ++i) {
    const double excess = worst_excess(packed, members, limits[Resource::memory], risk);
    if (excess <= 0.0) return packed;
    tighter[Resource::memory] -= excess;
    if (!all_fit(members, tighter)) break;
    packed = pack_pool(members, tighter);
  }
  return pack_pool(as_promised(members), limits);
}

}  // namespace detail

/// As `pack_pool`; the fillings keep the overrun probability of the policy, exactly and not only by the linear charges.
/// Where a mix breaks it, hosts are packed with less memory or with the classes apart, whichever takes fewer.
inline PackedPool pack_lending(const std::vector<Member>& members, const Amounts& limits, const MemoryRisk& risk) {
  if (several_kinds(members)) return pack_gpu_units(detail::as_promised(members), at_least(members), limits);
  PackedPool packed = pack_pool(members, limits);
  if (several_lend(members)) packed.lower_bound = std::min(packed.hosts, bound_pool(at_least(members), limits));
  const bool lends = std::any_of(members.begin(), members.end(), [](const Member& m) { return m.use.lends; });
  const double bound = packed.lower_bound;
  if (members.size() == 1 || !lends || detail::worst_excess(packed, members, limits[Resource::memory], risk) <= 0.0)
    return packed;
  packed = detail::pack_tighter(std::move(packed), members, limits, risk);
  PackedPool apart = detail::pack_apart(members, limits);
  if (apart.hosts < packed.hosts) packed = std::move(apart);
  packed.lower_bound = bound;
  return packed;
}

}  // namespace planner::plan::sessions
