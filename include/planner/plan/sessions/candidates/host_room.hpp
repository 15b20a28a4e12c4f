#pragma once
#include <algorithm>

#include "planner/plan/sessions/candidates/host_choice.hpp"
#include "planner/plan/sessions/packing/resource.hpp"
#include "planner/unit/host_reserve.hpp"

/// What one host has for sessions behind one boundary.
namespace planner::plan::sessions {

inline const catalog::HostReserve& reserve_of(const Question& q) { return q.catalog.reserves.at(q.policy().host_reserve); }

/// A reserve with a part for each pod is charged to the sessions, one pod each: exact while it stays below the reserve's
/// cap, and never too little.
inline Bytes reserve_per_session(const Question& q) { return reserve_of(q).per_pod; }

inline Amounts host_room(const Question& q, bool smt, const catalog::Boundary& b, const HostChoice& choice) {
  const catalog::Host& host = *choice.host;
  const unit::PlatformChoice platform{q.policy().network, q.policy().orchestrator == Orchestrator::kubernetes,
                                      q.policy().max_sessions_per_host};
  Amounts room = Amounts::of(unit::object_limits(q.catalog.limits, b, host, platform), no_limit);
  room[Resource::memory] = unit::usable_memory(host, reserve_of(q), 0.0).base();
  room[Resource::cpu] = unit::usable_cpu(host, reserve_of(q), smt, q.policy().cpu_target).base();
  room[Resource::disk] = choice.network_disk ? no_limit : own_disk(host).base();
  room[Resource::gpus] = host.gpus.known() ? host.gpus.value() : 0.0;
  return room;
}

}  // namespace planner::plan::sessions
