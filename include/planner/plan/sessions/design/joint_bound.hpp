#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "planner/math/packing.hpp"
#include "planner/plan/sessions/design/assignment.hpp"
#include "planner/plan/sessions/packing/pool_packing.hpp"

/// A bound on the base of every assignment at once: the linear program over all fillings of all host types behind all
/// boundaries, in which a class may even be split between them.
namespace planner::plan::sessions {

namespace detail {

/// What a session of `c` takes at least, given what it takes in another option that shares hosts.
inline void take_least(std::vector<std::int64_t>& size, const Candidate& c, bool mix_lends) {
  const bool first = size.empty();
  const Amounts use = least_amounts(c.use, mix_lends);
  size.resize(all_resources.size());
  for (const Resource r : all_resources) {
    const double amount = r == Resource::gpus && c.gpu ? c.gpu->least_share() : use[r];
    const std::int64_t taken = c.limits[r] == no_limit ? 0 : grains_taken(r, amount);
    auto& least = size[static_cast<std::size_t>(r)];
    least = first ? taken : std::min(least, taken);
  }
}

/// One kind of bin: a host type set up for one option. A class may go there in any of its options that share hosts.
inline math::PackBin joint_bin(const Tenancy& t, const Options& options, const CandidateTable& table,
                               std::size_t option, const HostChoice& host,
                               UsdPerTime unit_of_cost, bool mix_lends) {
  math::PackBin bin;
  bin.cost = host.price / unit_of_cost;
  bin.sizes.resize(t.classes.size());
  for (std::size_t k = 0; k < t.classes.size(); ++k)
    for (const std::size_t o : options[k]) {
      const Candidate* const c = table.at(t.classes[k], o, host.index);
      if (!c || !share_hosts(table.options()[o], table.options()[option])) continue;
      bin.capacity.clear();
      for (const Resource r : all_resources)
        bin.capacity.push_back(c->limits[r] == no_limit ? 0 : grains_held(r, c->limits[r]));
      take_least(bin.sizes[k], *c, mix_lends);
    }
  return bin;
}

/// Disks over the network cost the same behind every boundary: the least over the host types.
inline UsdPerTime least_disk_price(const Question& q, const CandidateTable& table, std::size_t i) {
  const bool own = std::any_of(table.hosts().begin(), table.hosts().end(), [](const HostChoice& h) {
    return !h.network_disk;
  });
  return own || !q.policy().network_disk
             ? UsdPerTime{}
             : whole_up(q.session(i).concurrent.base()) * q.session(i).disk * *q.policy().network_disk;
}

}  // namespace detail

inline UsdPerTime joint_bound(const Question& q, const Tenancy& t, const Options& options,
                              const CandidateTable& table) {
  math::PackProblem problem;
  UsdPerTime disks{};
  for (const std::size_t i : t.classes) {
    problem.items.push_back({{}, static_cast<std::int64_t>(whole_up(q.session(i).concurrent.base()))});
    disks += detail::least_disk_price(q, table, i);
  }
  const bool mix_lends = std::count_if(t.classes.begin(), t.classes.end(), [&](std::size_t i) {
    return q.session(i).memory_used.has_value();
  }) > 1;
  UsdPerTime dearest{};  // costs are counted in it, so that the bound does not depend on the currency's unit
  for (const HostChoice& host : table.hosts()) dearest = std::max(dearest, host.price);
  for (std::size_t o = 0; o < table.options().size(); ++o)
    for (const HostChoice& host : table.hosts()) {
      math::PackBin bin = detail::joint_bin(t, options, table, o, host, dearest, mix_lends);
      if (!bin.capacity.empty()) problem.bins.push_back(std::move(bin));
    }
  return math::pack_bound(problem).lower_bound * dearest + disks;
}

}  // namespace planner::plan::sessions
