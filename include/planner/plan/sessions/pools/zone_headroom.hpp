#pragma once
#include <algorithm>
#include <cmath>
#include <optional>

#include "planner/base/rounding.hpp"
#include "planner/math/headroom.hpp"
#include "planner/plan/sessions/candidates/host_choice.hpp"
#include "planner/plan/sessions/plan.hpp"

/// Hosts beyond what the peak needs, for one pool: zones that may be lost, hosts that fail, hosts out for upgrades.
namespace planner::plan::sessions {

/// Mean time between failures of a host: the policy's figure, or the published one, which is of 8-GPU nodes.
inline std::optional<Seconds> mtbf_of(const Question& q, const catalog::Host& host) {
  if (q.policy().host_mtbf) return q.policy().host_mtbf;
  const bool published = host.has_gpu() && host.gpus.known() && host.gpus.value() == 8.0;
  return published ? q.catalog.reliability.gpu_host_mtbf.estimate.typical : std::nullopt;
}

/// Hosts of one zone, not yet whole.
struct ZoneNeed {
  double carry = 0;     ///< of the peak, when as many zones are gone as the fleet must survive
  double failures = 0;  ///< broken and under repair
  double drain = 0;     ///< out for upgrades
  [[nodiscard]] double total() const { return carry + failures + drain; }
};

/// The fewest spare hosts with P(enough are up) >= the policy's probability; hosts fail on their own.
inline double failing_hosts(const SessionPolicy& policy, double carry, Seconds mtbf) {
  const double up = math::availability(mtbf.base(), policy.repair_time.base());
  return math::smallest_spare(static_cast<int>(whole_up(carry)), up, policy.capacity_probability);
}

/// The peak spread over `zones` zones; nothing is drained yet.
inline ZoneNeed need_over(const SessionPolicy& policy, double hosts, double zones, std::optional<Seconds> mtbf) {
  ZoneNeed need{hosts / zones, 0.0, 0.0};
  if (mtbf && need.carry > 0.0) need.failures = failing_hosts(policy, need.carry, *mtbf);
  return need;
}

/// `hosts` carry the peak (base and warm pools, over all zones). Where upgrades stop while a zone is gone, a zone holds
/// the larger of two needs: of the peak without the lost zones and without drain, and of the peak over all zones with
/// drain; `drain` is what the second asks for on top of the first.
inline ZoneNeed zone_need(const SessionPolicy& policy, double hosts, std::optional<Seconds> mtbf) {
  ZoneNeed need = need_over(policy, hosts, policy.zones - policy.survive_zones, mtbf);
  const double factor = math::drain_factor(policy.drain_fraction);
  const ZoneNeed drained = policy.drain_during_zone_loss ? need : need_over(policy, hosts, policy.zones, mtbf);
  need.drain = std::max(0.0, factor * drained.total() - need.total());
  return need;
}

/// All hosts of a pool whose peak needs `hosts`: every zone holds its whole number.
inline double hosts_with_headroom(const SessionPolicy& policy, double hosts, std::optional<Seconds> mtbf) {
  return policy.zones * whole_up(zone_need(policy, hosts, mtbf).total());
}

/// The same in parts; prices and names are the caller's.
inline Headroom headroom_parts(const SessionPolicy& policy, double base, double warm, std::optional<Seconds> mtbf) {
  const ZoneNeed need = zone_need(policy, base + warm, mtbf);
  Headroom h;
  h.base_hosts = base;
  h.warm_pool_hosts = warm;
  h.zones = policy.zones;
  h.per_zone = whole_up(need.total());
  h.zone_loss = policy.zones * need.carry - base - warm;
  h.failures = policy.zones * need.failures;
  h.drain = policy.zones * need.drain;
  h.rounding = policy.zones * (h.per_zone - need.total());
  h.hosts = policy.zones * h.per_zone - base - warm;
  h.failures_known = mtbf.has_value();
  h.mtbf = mtbf;
  return h;
}

}  // namespace planner::plan::sessions
