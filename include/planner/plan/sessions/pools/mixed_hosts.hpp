#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "planner/math/packing.hpp"
#include "planner/plan/sessions/candidates/candidate_table.hpp"
#include "planner/plan/sessions/pools/pool_offer.hpp"

/// One pool on hosts of several types, where the policy allows it: the packer chooses among all types at once, and each
/// type then is a pool of its own with its part of every class.
namespace planner::plan::sessions {

/// A class and the option in which it runs.
struct Assigned {
  std::size_t session_class = 0, option = 0;
  friend auto operator<=>(const Assigned&, const Assigned&) = default;
};
using PoolMembers = std::vector<Assigned>;

struct MixedPool {
  std::vector<PoolOffer> offers{};  ///< one per host type in use; empty where no mix holds all classes
  OfferBound bound{};               ///< of every mix
};

/// Search per mix: a plan weighs hundreds, and more than this was not seen to prove more.
inline constexpr math::PackEffort mix_effort{.operations = 100'000};

namespace detail {

/// A host type as a bin: its room, and what each class takes there, or takes at least where several lend; a class
/// without a candidate stays out.
inline math::PackBin mixed_bin(const CandidateTable& table, const PoolMembers& members, const HostChoice& host,
                               UsdPerTime unit_of_cost, bool at_least) {
  math::PackBin bin;
  bin.cost = host.price / unit_of_cost;
  for (const Assigned& m : members) {
    auto& size = bin.sizes.emplace_back();
    const Candidate* const c = table.at(m.session_class, m.option, host.index);
    if (!c) continue;
    bin.capacity.clear();
    for (const Resource r : all_resources) {
      const bool binds = c->limits[r] != no_limit;
      bin.capacity.push_back(binds ? grains_held(r, c->limits[r]) : 0);
      size.push_back(binds ? grains_taken(r, least_amounts(c->use, at_least)[r]) : 0);
    }
  }
  return bin;
}

inline UsdPerTime dearest_host(const CandidateTable& table) {
  UsdPerTime dearest{};
  for (const HostChoice& host : table.hosts()) dearest = std::max(dearest, host.price);
  return dearest;
}

/// Sessions of each member on each host type.
inline std::vector<std::vector<double>> sessions_by_host(const math::PackResult& packed, std::size_t hosts,
                                                         std::size_t members) {
  std::vector<std::vector<double>> sessions(hosts, std::vector<double>(members, 0.0));
  for (const math::PackPattern& p : packed.patterns)
    for (std::size_t m = 0; m < members; ++m) sessions[p.bin][m] += static_cast<double>(p.count * p.items[m]);
  return sessions;
}

/// Disks over the network, where no host type has drives.
inline UsdPerTime least_disks(const Question& q, const CandidateTable& table, const PoolMembers& members) {
  const auto& hosts = table.hosts();
  if (!std::all_of(hosts.begin(), hosts.end(), [](const HostChoice& h) { return h.network_disk; })) return {};
  Bytes disk{};
  for (const Assigned& m : members) disk += table.any(m.session_class, m.option)->sessions * q.session(m.session_class).disk;
  return disk * *q.policy().network_disk;
}

/// The pool as a packing on all host types that take any of its classes.
struct MixProblem {
  math::PackProblem problem{};
  std::vector<const HostChoice*> hosts{};  ///< of the bins
};

inline MixProblem mix_problem(const CandidateTable& table, const PoolMembers& members, UsdPerTime unit_of_cost,
                              bool at_least) {
  MixProblem mix;
  for (const HostChoice& host : table.hosts()) {
    math::PackBin bin = mixed_bin(table, members, host, unit_of_cost, at_least);
    if (bin.capacity.empty()) continue;
    mix.problem.bins.push_back(std::move(bin));
    mix.hosts.push_back(&host);
  }
  for (const Assigned& m : members)
    mix.problem.items.push_back({{}, static_cast<std::int64_t>(table.any(m.session_class, m.option)->sessions)});
  return mix;
}

/// The members that the packing puts on one host type, each with its part of the sessions there.
inline std::vector<PoolClass> classes_on(const CandidateTable& table, const PoolMembers& members,
                                         const std::vector<double>& sessions, const HostChoice& host) {
  std::vector<PoolClass> classes;
  for (std::size_t m = 0; m < members.size(); ++m)
    if (sessions[m] > 0.0)
      classes.push_back({members[m].session_class, table.at(members[m].session_class, members[m].option, host.index),
                         sessions[m]});
  return classes;
}

inline bool several_lend(const CandidateTable& table, const PoolMembers& members) {
  return std::count_if(members.begin(), members.end(), [&](const Assigned& m) {
    return table.any(m.session_class, m.option)->use.lends;
  }) > 1;
}

}  // namespace detail

inline MixedPool mix_hosts(const Question& q, const MemoryRisk& risk, const CandidateTable& table,
                           const PoolMembers& members) {
  const bool all_fit = std::all_of(members.begin(), members.end(), [&](const Assigned& m) {
    return table.any(m.session_class, m.option) != nullptr;
  });
  if (!all_fit) return {};
  const UsdPerTime unit = detail::dearest_host(table);
  const detail::MixProblem asked = detail::mix_problem(table, members, unit, false);
  const math::PackResult packed = math::pack(asked.problem, mix_effort);
  MixedPool mix;
  if (packed.status != math::PackStatus::packed) return mix;
  const auto sessions = detail::sessions_by_host(packed, asked.hosts.size(), members.size());
  for (std::size_t h = 0; h < asked.hosts.size(); ++h) {
    std::vector<PoolClass> classes = detail::classes_on(table, members, sessions[h], *asked.hosts[h]);
    if (!classes.empty()) mix.offers.push_back(make_offer(q, risk, *asked.hosts[h], std::move(classes)));
  }
  // No mix undercuts the packer's bound in money; each zone that may be lost comes on top of it.
  const double bound = detail::several_lend(table, members)
                           ? math::pack_bound(detail::mix_problem(table, members, unit, true).problem, pool_effort).lower_bound
                           : packed.lower_bound;
  const UsdPerTime least = bound * unit, disks = detail::least_disks(q, table, members);
  mix.bound = {least + disks, (1.0 + spare_for_lost_zones(q.policy())) * least + disks};
  return mix;
}

}  // namespace planner::plan::sessions
