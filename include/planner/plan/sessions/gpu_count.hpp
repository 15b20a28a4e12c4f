#pragma once
#include <vector>

#include "planner/base/rounding.hpp"
#include "planner/plan/sessions/pool_packing.hpp"
#include "planner/plan/sessions/question.hpp"

/// GPUs that the sessions of a pool occupy, and the licences of those that hold vGPUs.
namespace planner::plan::sessions {

/// Whole GPUs for `sessions` that each take `share` of one.
inline double whole_gpus(double sessions, double share) { return whole_up(sessions * share); }

/// GPUs of one member over all hosts of a packing: each host opens its own.
inline double gpus_of_member(const PackedPool& packed, const std::vector<Member>& members, std::size_t m) {
  double gpus = 0.0;
  for (const Filling& f : packed.fillings)
    gpus += f.hosts * whole_gpus(f.sessions[m], members[m].use.amounts[Resource::gpus]);
  return gpus;
}

inline double licensed_gpus(const PackedPool& packed, const std::vector<Member>& members) {
  double gpus = 0.0;
  for (std::size_t m = 0; m < members.size(); ++m)
    if (members[m].use.licensed) gpus += gpus_of_member(packed, members, m);
  return gpus;
}

/// No packing licenses fewer.
inline double least_licensed_gpus(const std::vector<Member>& members) {
  double gpus = 0.0;
  for (const Member& m : members)
    if (m.use.licensed) gpus += m.count * m.use.amounts[Resource::gpus];
  return whole_up(gpus);
}

inline UsdPerTime licence_price(const Question& q) {
  return q.policy().vgpu_licence_per_gpu_year ? *q.policy().vgpu_licence_per_gpu_year / units::year : UsdPerTime{};
}

}  // namespace planner::plan::sessions
