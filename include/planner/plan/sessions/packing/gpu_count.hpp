#pragma once
#include <vector>

#include "planner/base/rounding.hpp"
#include "planner/plan/sessions/packing/pool_packing.hpp"
#include "planner/plan/sessions/question/question.hpp"

/// GPUs that the sessions of a pool occupy, and the licences of those that hold vGPUs.
namespace planner::plan::sessions {

namespace detail {

/// Where several kinds share GPUs, each session's part of its GPU by size.
inline double parts_of_gpus(const PackedPool& packed, const std::vector<Member>& members, std::size_t m) {
  double gpus = 0.0;
  for (const GpuFilling& f : packed.gpus) {
    double all = 0.0;
    for (std::size_t other = 0; other < members.size(); ++other)
      all += f.sessions[other] * members[other].use.gpu->least_share();
    if (f.sessions[m] > 0.0) gpus += f.gpus * f.sessions[m] * members[m].use.gpu->least_share() / all;
  }
  return gpus;
}

}  // namespace detail

/// GPUs of one member over all hosts of a packing: each host opens its own.
inline double gpus_of_member(const PackedPool& packed, const std::vector<Member>& members, std::size_t m) {
  if (members[m].use.gpu->shared() && !packed.gpus.empty()) return detail::parts_of_gpus(packed, members, m);
  double gpus = 0.0;
  for (const Filling& f : packed.fillings)
    gpus += f.hosts * whole_up(f.sessions[m] * members[m].use.gpu->share);
  return gpus;
}

inline double licensed_gpus(const PackedPool& packed, const std::vector<Member>& members) {
  double gpus = 0.0;
  for (std::size_t m = 0; m < members.size(); ++m)
    if (members[m].use.gpu && members[m].use.gpu->licensed) gpus += gpus_of_member(packed, members, m);
  return gpus;
}

/// No packing licenses fewer.
inline double least_licensed_gpus(const std::vector<Member>& members) {
  const bool mixed = several_kinds(members);
  double gpus = 0.0;
  for (const Member& m : members)
    if (m.use.gpu && m.use.gpu->licensed) gpus += m.count * (mixed ? m.use.gpu->least_share() : m.use.gpu->share);
  return whole_up(gpus);
}

inline UsdPerTime licence_price(const Question& q) {
  return q.policy().vgpu_licence_per_gpu_year ? *q.policy().vgpu_licence_per_gpu_year / units::year : UsdPerTime{};
}

}  // namespace planner::plan::sessions
