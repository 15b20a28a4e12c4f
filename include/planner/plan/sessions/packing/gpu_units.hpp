#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "planner/plan/sessions/packing/pool_packing.hpp"
#include "planner/unit/mig.hpp"

/// Pools in which sessions of several kinds share GPUs: slices of several sizes, or slices beside MPS. GPUs are cut first
/// (all layouts of the placement table), then they are packed onto hosts with what their sessions take there.
namespace planner::plan::sessions {

namespace detail {

/// All ways to hand `instances` of one profile out to members that want it.
inline void hand_out(std::int64_t instances, const std::vector<std::size_t>& takers, std::size_t next,
                     std::vector<std::int64_t>& layout, std::vector<std::vector<std::int64_t>>& out) {
  if (next + 1 == takers.size()) {
    layout[takers[next]] = instances;
    out.push_back(layout);
    layout[takers[next]] = 0;
    return;
  }
  for (std::int64_t n = 0; n <= instances; ++n) {
    layout[takers[next]] = n;
    hand_out(instances - n, takers, next + 1, layout, out);
  }
  layout[takers[next]] = 0;
}

/// Layouts of one GPU in sessions of the slice members, from layouts in instances of profiles.
inline std::vector<std::vector<std::int64_t>> member_layouts(const std::vector<Member>& slices,
                                                             const catalog::MigTable& table) {
  std::vector<std::vector<std::size_t>> takers(table.profiles.size());
  for (std::size_t s = 0; s < slices.size(); ++s)
    takers[static_cast<std::size_t>(slices[s].use.gpu->profile - table.profiles.data())].push_back(s);
  std::vector<std::size_t> wanted;
  for (std::size_t p = 0; p < takers.size(); ++p)
    if (!takers[p].empty()) wanted.push_back(p);
  std::vector<std::vector<std::int64_t>> found;
  for (const unit::MigLayout& layout : unit::maximal_layouts(table, wanted)) {
    const unit::MigCounts counts = unit::counts_of(table, layout);
    std::vector<std::vector<std::int64_t>> partial{std::vector<std::int64_t>(slices.size(), 0)};
    for (const std::size_t p : wanted) {
      std::vector<std::vector<std::int64_t>> longer;
      for (auto& start : partial) hand_out(counts[p], takers[p], 0, start, longer);
      partial = std::move(longer);
    }
    found.insert(found.end(), partial.begin(), partial.end());
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

struct CutGpus {
  std::vector<GpuFilling> fillings{};
  double lower_bound = 0;
};

/// The slice members (`which` of all) onto as few GPUs as possible.
inline void cut_slices(const std::vector<Member>& members, const std::vector<std::size_t>& which, CutGpus& cut) {
  std::vector<Member> slices;
  math::PackProblem problem;
  for (const std::size_t m : which) {
    slices.push_back(members[m]);
    problem.items.push_back({{}, static_cast<std::int64_t>(members[m].count)});
  }
  problem.bins.emplace_back();
  problem.bins.front().layouts = member_layouts(slices, *slices.front().use.gpu->table);
  const math::PackResult packed = math::pack(problem, pool_effort);
  cut.lower_bound += whole_up(packed.lower_bound);
  for (const math::PackPattern& p : packed.patterns) {
    GpuFilling& filling = cut.fillings.emplace_back(GpuFilling{static_cast<double>(p.count), {}});
    filling.sessions.assign(members.size(), 0.0);
    for (std::size_t s = 0; s < which.size(); ++s) filling.sessions[which[s]] = static_cast<double>(p.items[s]);
  }
}

/// One member that shares GPUs among its own sessions only.
inline void cut_alike(const std::vector<Member>& members, std::size_t m, CutGpus& cut) {
  const PackedPool gpus = pack_alike(members[m].count, whole_down(1.0 / members[m].use.gpu->share));
  cut.lower_bound += gpus.hosts;
  for (const Filling& f : gpus.fillings) {
    GpuFilling& filling = cut.fillings.emplace_back(GpuFilling{f.hosts, {}});
    filling.sessions.assign(members.size(), 0.0);
    filling.sessions[m] = f.sessions.front();
  }
}

inline CutGpus cut_gpus(const std::vector<Member>& members) {
  CutGpus cut;
  std::vector<std::size_t> slices;
  for (std::size_t m = 0; m < members.size(); ++m) {
    const GpuUse& gpu = *members[m].use.gpu;
    if (gpu.profile)
      slices.push_back(m);
    else if (gpu.shared())
      cut_alike(members, m, cut);
    else
      cut.lower_bound += members[m].count * gpu.share;
  }
  if (!slices.empty()) cut_slices(members, slices, cut);
  return cut;
}

/// A cut GPU as something that is packed onto hosts.
inline Member as_member(const GpuFilling& filling, const std::vector<Member>& members) {
  Member unit;
  unit.count = filling.gpus;
  for (std::size_t m = 0; m < members.size(); ++m)
    for (const Resource r : all_resources)
      unit.use.amounts[r] += filling.sessions[m] * members[m].use.amounts[r];
  unit.use.amounts[Resource::gpus] = 1.0;
  return unit;
}

}  // namespace detail

/// GPUs first, hosts second. The bound: no cut takes fewer GPUs, and what `least` takes of the rest of the host, by
/// members, takes no fewer hosts.
inline PackedPool pack_gpu_units(const std::vector<Member>& members, const std::vector<Member>& least,
                                 const Amounts& limits) {
  detail::CutGpus cut = detail::cut_gpus(members);
  std::vector<Member> units;
  for (const GpuFilling& f : cut.fillings) units.push_back(detail::as_member(f, members));
  const std::size_t cut_kinds = units.size();
  for (const Member& m : members)
    if (!m.use.gpu->shared()) units.push_back(m);
  const PackedPool hosts = pack_pool(units, limits);
  PackedPool packed{hosts.hosts, 0.0, {}, std::move(cut.fillings)};
  packed.lower_bound =
      std::max(whole_up(cut.lower_bound / limits[Resource::gpus]), whole_up(fractional_hosts(least, limits)));
  for (const Filling& f : hosts.fillings) {
    Filling& filling = packed.fillings.emplace_back(Filling{f.hosts, std::vector<double>(members.size(), 0.0)});
    std::size_t whole = cut_kinds;
    for (std::size_t m = 0; m < members.size(); ++m) {
      if (!members[m].use.gpu->shared()) filling.sessions[m] += f.sessions[whole++];
      for (std::size_t u = 0; u < cut_kinds; ++u) filling.sessions[m] += f.sessions[u] * packed.gpus[u].sessions[m];
    }
  }
  return packed;
}

}  // namespace planner::plan::sessions
