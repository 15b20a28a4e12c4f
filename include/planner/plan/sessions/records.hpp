#pragma once
#include <string>
#include <vector>

#include "planner/plan/sessions/candidates/gpu_modes.hpp"
#include "planner/plan/sessions/pools/pool_offer.hpp"
#include "planner/plan/sessions/question/allowed.hpp"

/// Pools as the plan records them.
namespace planner::plan::sessions {

/// What pools, tiers and headroom are called: by trust level and boundary.
struct PoolName {
  const Tenancy& tenancy;
  const catalog::Boundary& boundary;
};

inline double gpus_per_host(const HostChoice& choice) {
  return choice.host->gpus.known() ? choice.host->gpus.value() : 0.0;
}

inline Pool pool_record(const Question& q, const PoolName& name, const PoolOffer& offer) {
  Pool pool;
  pool.trust = name.tenancy.name;
  pool.boundary = name.boundary.id;
  pool.host = offer.host.host->id;
  pool.hosts = offer.base.hosts;
  pool.usd = offer.base_usd;
  pool.lower_bound_hosts = offer.base.lower_bound;
  pool.lower_bound_usd = offer.lower_bound_usd;
  pool.proven = offer.base.proven();
  for (const Filling& f : offer.base.fillings) {
    HostPattern& pattern = pool.patterns.emplace_back(HostPattern{f.hosts, {}});
    for (std::size_t k = 0; k < f.sessions.size(); ++k)
      if (f.sessions[k] > 0.0) pattern.holds.push_back({q.session(offer.classes[k].session_class).name, f.sessions[k]});
  }
  return pool;
}

inline Headroom headroom_record(const PoolName& name, const PoolOffer& offer) {
  Headroom h = offer.headroom;
  h.trust = name.tenancy.name;
  h.boundary = name.boundary.id;
  h.host = offer.host.host->id;
  h.usd = offer.headroom_usd;
  h.gpus = h.hosts * gpus_per_host(offer.host);
  return h;
}

inline std::vector<WarmPool> warm_pool_records(const PoolName& name, const PoolOffer& offer) {
  std::vector<WarmPool> records = offer.warm_pools;
  for (WarmPool& w : records) {
    w.boundary = name.boundary.id;
    w.host = offer.host.host->id;
    w.gpus = w.hosts * gpus_per_host(offer.host);
  }
  return records;
}

/// Hosts that each constraint alone asks for, and sessions that it alone lets onto one host.
inline std::vector<ConstraintCount> constraint_counts(const PoolClass& c) {
  std::vector<ConstraintCount> counts;
  for (const Resource r : all_resources) {
    const double fits = sessions_within(r, c.candidate->use.amounts[r], c.candidate->limits[r]);
    if (fits != no_limit) counts.push_back({std::string(unit::to_text(r)), whole_up(c.sessions / fits), fits});
  }
  return counts;
}

/// The class's share of its pool by what it takes of the pool's busiest resource.
inline double hosts_of_class(const PoolOffer& offer, std::size_t k) {
  const std::vector<Member> running = running_members(offer.classes);
  const Amounts& limits = offer.classes.front().candidate->limits;
  const Resource busiest = busiest_resource(running, limits);
  return offer.base.hosts * hosts_filled(busiest, {running[k]}, limits) / hosts_filled(busiest, running, limits);
}

/// Its share of the hosts, its own licences and disks.
inline UsdPerTime usd_of_class(const Question& q, const PoolOffer& offer, std::size_t k) {
  const Member& member = offer.members[k];
  const bool licensed = member.use.gpu && member.use.gpu->licensed;
  const UsdPerTime licences =
      licensed ? gpus_of_member(offer.base, offer.members, k) * licence_price(q) : UsdPerTime{};
  return hosts_of_class(offer, k) * offer.host.price + licences + disk_price(q, offer.host, {member});
}

/// Memory of one session on a host filled with its class: lent memory is shared out over the sessions that fit.
inline Bytes charged_memory(const Candidate& c) {
  const double room = c.limits[Resource::memory];
  const double fits = sessions_within(Resource::memory, c.use.amounts[Resource::memory], room);
  return (c.use.lends ? room / fits : c.use.certain) * units::byte;
}

inline void add_gpu(Tier& tier, const PoolOffer& offer, std::size_t k) {
  const GpuUse& gpu = *offer.classes[k].candidate->gpu;
  tier.gpu_mode = to_text(gpu.mode);
  if (gpu.profile) tier.gpu_slice = gpu.profile->name;
  tier.gpus = gpus_of_member(offer.base, offer.members, k);
}

inline Tier tier_record(const Question& q, const PoolName& name, const PoolOffer& offer, std::size_t k) {
  const PoolClass& c = offer.classes[k];
  const SessionClass& session = q.session(c.session_class);
  Tier tier;
  tier.session_class = session.name;
  tier.trust = session.trust;
  tier.boundary = name.boundary.id;
  tier.host = offer.host.host->id;
  tier.kernel = describe(name.boundary);
  tier.sessions = c.sessions < c.candidate->sessions ? c.sessions * units::session : session.concurrent;
  tier.hosts = hosts_of_class(offer, k);
  tier.sessions_per_host = c.candidate->alone.sessions;
  tier.binding = unit::to_text(c.candidate->alone.binding);
  tier.counts = constraint_counts(c);
  tier.overhead = c.candidate->memory.overhead;
  tier.charged_memory = charged_memory(*c.candidate);
  tier.cpu_loss = c.candidate->cpu_loss;
  tier.start = c.candidate->start;
  if (c.candidate->gpu) add_gpu(tier, offer, k);
  tier.usd = usd_of_class(q, offer, k);
  return tier;
}

}  // namespace planner::plan::sessions
