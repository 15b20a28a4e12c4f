#pragma once
#include <vector>

#include "planner/plan/sessions/candidates/candidate.hpp"
#include "planner/plan/sessions/packing/gpu_count.hpp"
#include "planner/plan/sessions/packing/lending.hpp"
#include "planner/plan/sessions/pools/warm_members.hpp"
#include "planner/plan/sessions/pools/zone_headroom.hpp"

/// What it takes to run some classes together behind one boundary on one host type.
namespace planner::plan::sessions {

/// Sessions of one class in a pool, as a candidate on the pool's host type.
struct PoolClass {
  std::size_t session_class = 0;
  const Candidate* candidate = nullptr;
  double sessions = 0;
};

struct PoolOffer {
  HostChoice host{};
  std::vector<PoolClass> classes{};
  std::vector<Member> members{};      ///< what runs, then what waits
  PackedPool base{};                  ///< of what runs
  double warm_hosts = 0;              ///< more hosts for what waits
  std::vector<WarmPool> warm_pools{};
  Headroom headroom{};
  double licensed_gpus = 0;           ///< of the base
  double licensed_with_pools = 0;     ///< of base and warm pools
  UsdPerTime base_usd{}, warm_usd{}, headroom_usd{};
  double least_hosts = 0;             ///< for base and warm pools, on this host type
  UsdPerTime lower_bound_usd{};       ///< of the base on this host type
  UsdPerTime lower_bound_total{};     ///< of all that is paid, on this host type
  UsdPerTime filled_usd{};            ///< of the base if hosts could be cut at will: tells offers of equal price apart
  [[nodiscard]] UsdPerTime usd() const { return base_usd + warm_usd + headroom_usd; }
  [[nodiscard]] double all_hosts() const { return base.hosts + warm_hosts + headroom.hosts; }
};

/// By what is paid; at the same price the fuller base is worse.
inline bool cheaper_in_total(const PoolOffer& a, const PoolOffer& b) {
  return a.usd() != b.usd() ? a.usd() < b.usd() : a.filled_usd < b.filled_usd;
}

inline std::vector<Member> running_members(const std::vector<PoolClass>& classes) {
  std::vector<Member> members;
  for (const PoolClass& c : classes) members.push_back({c.session_class, false, c.sessions, c.candidate->use});
  return members;
}

/// Disks over the network are paid by the session.
inline UsdPerTime disk_price(const Question& q, const HostChoice& host, const std::vector<Member>& members) {
  Bytes disk{};
  if (host.network_disk)
    for (const Member& m : members) disk += m.count * q.session(m.session_class).disk;
  return host.network_disk ? disk * *q.policy().network_disk : UsdPerTime{};
}

/// The price of the base if sessions could be cut at will.
inline UsdPerTime uncut_price(const Question& q, const HostChoice& host, const std::vector<PoolClass>& classes) {
  const std::vector<Member> members = running_members(classes);
  return fractional_hosts(members, classes.front().candidate->limits) * host.price + disk_price(q, host, members) +
         least_licensed_gpus(members) * licence_price(q);
}

/// What is kept for zones that may be lost, over what the zones that are left carry. Licences follow it: hosts that stand
/// in for broken or drained ones take over theirs.
inline double spare_for_lost_zones(const SessionPolicy& policy) {
  return policy.survive_zones / (policy.zones - policy.survive_zones);
}

namespace detail {

/// Adds the warm pools of the classes that need one. Pools on each host depend on the number of hosts, which depends on
/// them: hosts are added until both agree.
inline void add_warm_pools(const Question& q, const MemoryRisk& risk, const Amounts& limits, PoolOffer& offer) {
  const std::size_t running = offer.members.size();
  const bool on_hosts = q.policy().pool_scope == PoolScope::host;
  double hosts = offer.base.hosts, with_pools = hosts;
  offer.least_hosts = offer.base.lower_bound;
  offer.licensed_gpus = offer.licensed_with_pools = licensed_gpus(offer.base, offer.members);
  do {
    hosts = with_pools;
    offer.members.resize(running);
    offer.warm_pools.clear();
    for (const PoolClass& c : offer.classes) {
      if (!c.candidate->warm) continue;
      offer.warm_pools.push_back(
          warm_pool_of(q.policy(), q.session(c.session_class), *c.candidate->warm, c.sessions, hosts));
      offer.members.push_back(
          {c.session_class, true, offer.warm_pools.back().sessions, waiting_use(c.candidate->use)});
    }
    if (offer.members.size() == running) break;
    const PackedPool packed = pack_lending(offer.members, limits, risk);
    with_pools = packed.hosts;
    offer.licensed_with_pools = licensed_gpus(packed, offer.members);
    if (!on_hosts) offer.least_hosts = std::max(offer.least_hosts, packed.lower_bound);
  } while (on_hosts && with_pools > hosts);
  offer.warm_hosts = std::max(0.0, with_pools - offer.base.hosts);
}

/// Hosts and money of all that waits go to the warm pools by their sessions.
inline void share_warm_costs(PoolOffer& offer) {
  double waiting = 0.0;
  for (const WarmPool& w : offer.warm_pools) waiting += w.sessions;
  for (WarmPool& w : offer.warm_pools) {
    if (w.sessions == 0.0) continue;
    w.hosts = offer.warm_hosts * w.sessions / waiting;
    w.usd = offer.warm_usd * (w.sessions / waiting);
  }
}

inline void add_prices(const Question& q, PoolOffer& offer) {
  const std::vector<Member> running = running_members(offer.classes);
  const UsdPerTime disks = disk_price(q, offer.host, running), all_disks = disk_price(q, offer.host, offer.members);
  const UsdPerTime licence = licence_price(q), price = offer.host.price;
  offer.base_usd = offer.base.hosts * price + offer.licensed_gpus * licence + disks;
  offer.warm_usd =
      offer.warm_hosts * price + (offer.licensed_with_pools - offer.licensed_gpus) * licence + all_disks - disks;
  const double in_lost_zones = spare_for_lost_zones(q.policy());
  offer.headroom_usd = offer.headroom.hosts * price + in_lost_zones * offer.licensed_with_pools * licence;
  offer.lower_bound_usd = offer.base.lower_bound * price + least_licensed_gpus(running) * licence + disks;
  const double least_in_all = hosts_with_headroom(q.policy(), offer.least_hosts, mtbf_of(q, *offer.host.host));
  offer.lower_bound_total = least_in_all * price + (1.0 + in_lost_zones) * least_licensed_gpus(offer.members) * licence + all_disks;
  offer.filled_usd = uncut_price(q, offer.host, offer.classes);
  share_warm_costs(offer);
}

}  // namespace detail

/// The classes on hosts of one type. Every candidate fits on such a host alone; all have the same limits.
inline PoolOffer make_offer(const Question& q, const MemoryRisk& risk, const HostChoice& host,
                            std::vector<PoolClass> classes) {
  const Amounts limits = classes.front().candidate->limits;
  PoolOffer offer;
  offer.host = host;
  offer.members = running_members(classes);
  offer.classes = std::move(classes);
  offer.base = pack_lending(offer.members, limits, risk);
  detail::add_warm_pools(q, risk, limits, offer);
  offer.headroom = headroom_parts(q.policy(), offer.base.hosts, offer.warm_hosts, mtbf_of(q, *host.host));
  detail::add_prices(q, offer);
  return offer;
}

/// The same with sessions that could be cut at will and without warm pools: no offer of this pool is cheaper.
struct OfferBound {
  UsdPerTime base{}, total{};
};

/// Whole hosts, if sessions could be cut at will.
inline double least_hosts(const std::vector<PoolClass>& classes) {
  return whole_up(fractional_hosts(at_least(running_members(classes)), classes.front().candidate->limits));
}

inline OfferBound bound_offer(const Question& q, const HostChoice& host, const std::vector<PoolClass>& classes) {
  const std::vector<Member> members = running_members(classes);
  const double hosts = least_hosts(classes);
  const UsdPerTime disks = disk_price(q, host, members);
  const UsdPerTime licences = least_licensed_gpus(members) * licence_price(q);
  return {hosts * host.price + licences + disks,
          hosts_with_headroom(q.policy(), hosts, mtbf_of(q, *host.host)) * host.price +
              (1.0 + spare_for_lost_zones(q.policy())) * licences + disks};
}

}  // namespace planner::plan::sessions
