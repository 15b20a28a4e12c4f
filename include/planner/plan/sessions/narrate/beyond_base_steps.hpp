#pragma once
#include <string>
#include <vector>

#include "planner/plan/sessions/narrate/pool_steps.hpp"

/// What a pool has beyond its base: warm pools and headroom.
namespace planner::plan::sessions {

namespace detail {

inline void narrate_warm_pool(Narrator& n, const PoolStory& p, const TierStory& t, const WarmPool& w) {
  const SessionPolicy& policy = n.question().policy();
  const std::string prefix = "warm_pools." + t.session.prefix.substr(std::string("tiers.").size()), inputs = "inputs." + class_part(n, t);
  const std::string refill = n.given(prefix + ".refill", t.candidate().warm->refill, "mean time of a start", w.why);
  const std::string zones = n.policy("zones", policy.zones) + " - " + n.policy("survive_zones", policy.survive_zones);
  const std::string pools = w.scope == "host" ? n.given(prefix + ".pools", w.pools, "one on each host")
                                              : n.step(prefix + ".pools", zones, w.pools, "", "one in each zone that is left");
  const double load = refill_load(n.question().session(t.session.session_class), *t.candidate().warm, t.pool_class.sessions) / w.pools;
  const std::string load_id = n.step(prefix + ".load", t.at("held") + " * " + refill + " / " + inputs + ".lifetime / " + pools,
                                     load, "", "sessions of one pool that are being replaced");
  const std::string miss = n.policy("warm_pool_miss", policy.warm_pool_miss);
  const bool cold = policy.warm_pool_meaning == PoolMiss::cold_start;
  const std::string size = n.step(
      prefix + ".sessions_per_pool",
      cold ? "servers_for_blocking(" + load_id + ", " + miss + ")" : "poisson_tail_quantile(" + miss + ", " + load_id + ")",
      w.sessions_per_pool, cold ? "Erlang B: a start that finds the pool empty is cold" : "Poisson: it waits for a refill");
  n.step(prefix + ".miss_probability",
         (cold ? "erlang_b(" : "poisson_tail(") + size + ", " + load_id + ")", w.miss_probability);
  n.step(prefix + ".sessions", pools + " * " + size, w.sessions);
  const std::string hosts = n.given(prefix + ".hosts", w.hosts, "its share of " + p.at("warm_hosts"));
  n.given(prefix + ".usd", w.usd, "its share of " + p.at("warm_usd"));
  n.step(prefix + ".gpus", hosts + " * " + narrate_gpus_per_host(n, p.offer.host), w.hosts * gpus_per_host(p.offer.host));
}

/// Spare hosts of one zone for those that are broken, where a failure rate is known.
inline std::string narrate_failures(Narrator& n, const PoolStory& p, const std::string& id, const std::string& carry,
                                    double failures) {
  const SessionPolicy& policy = n.question().policy();
  const auto mtbf = mtbf_of(n.question(), *p.offer.host.host);
  if (!mtbf) return n.given(id, 0.0, "not known: no failure rate is published for these hosts");
  const std::string between = policy.host_mtbf ? n.policy("host_mtbf", *mtbf)
                                               : n.fact("catalog.reliability.gpu_host_mtbf",
                                                        n.question().catalog.reliability.gpu_host_mtbf);
  const std::string repair = n.policy("repair_time", policy.repair_time);
  const std::string probability = n.policy("capacity_probability", policy.capacity_probability);
  return n.step(id,
                "smallest_spare(ceil(" + carry + "), " + between + " / (" + between + " + " + repair + "), " +
                    probability + ")",
                failures, "binomial law of hosts that are up");
}

/// Hosts of one zone for those that are out for upgrades: on top of what runs, or, where upgrades stop while a zone is
/// gone, on top of what the zones' spare covers when all are there (`over_all`).
inline std::string narrate_drain(Narrator& n, const std::string& id, const std::string& running,
                                 const std::string& over_all, double drain) {
  const std::string drained = n.policy("drain_fraction", n.question().policy().drain_fraction);
  if (n.question().policy().drain_during_zone_loss)
    return n.step(id, "(" + running + ") * (1 / (1 - " + drained + ") - 1)", drain, "", "out for upgrades");
  return n.step(id, "max(0, (" + over_all + ") / (1 - " + drained + ") - (" + running + "))", drain, "",
                "out for upgrades while all zones are there, beyond the spare of the zones");
}

/// The peak over all zones, with spares for hosts that are broken.
inline std::string narrate_over_all_zones(Narrator& n, const PoolStory& p, const std::string& failures_id,
                                          const std::string& peak, const ZoneNeed& need) {
  const std::string carry = "(" + peak + ") / " + n.policy("zones", n.question().policy().zones);
  if (n.question().policy().drain_during_zone_loss) return carry;
  return carry + " + " + narrate_failures(n, p, failures_id, carry, need.failures);
}

inline void narrate_headroom(Narrator& n, const PoolStory& p) {
  const SessionPolicy& policy = n.question().policy();
  const Headroom& h = p.offer.headroom;
  const auto id = [&](const std::string& number) { return "headroom." + p.name + "." + number; };
  const auto mtbf = mtbf_of(n.question(), *p.offer.host.host);
  const ZoneNeed need = zone_need(policy, h.base_hosts + h.warm_pool_hosts, mtbf);
  const std::string zones = n.policy("zones", policy.zones), lost = n.policy("survive_zones", policy.survive_zones);
  const std::string peak = p.at("hosts") + " + " + p.at("warm_hosts");
  const std::string carry = n.step(id("carry"), "(" + peak + ") / (" + zones + " - " + lost + ")", need.carry, "",
                                   "hosts of one zone when as many as must be survived are gone");
  const std::string failures = narrate_failures(n, p, id("failures_per_zone"), carry, need.failures);
  const std::string over_all =
      narrate_over_all_zones(n, p, id("failures_over_all_zones"), peak,
                             need_over(policy, h.base_hosts + h.warm_pool_hosts, policy.zones, mtbf));
  const std::string drain = narrate_drain(n, id("drain_per_zone"), carry + " + " + failures, over_all, need.drain);
  const std::string all = carry + " + " + failures + " + " + drain;
  const std::string per_zone = n.step(id("hosts_per_zone"), "ceil(" + all + ")", h.per_zone);
  n.step(id("zone_loss"), zones + " * " + carry + " - (" + peak + ")", h.zone_loss);
  n.step(id("failures"), zones + " * " + failures, h.failures);
  n.step(id("drain"), zones + " * " + drain, h.drain);
  n.step(id("rounding"), zones + " * (" + per_zone + " - (" + all + "))", h.rounding);
  n.step(id("hosts"), zones + " * " + per_zone + " - (" + peak + ")", h.hosts);
  std::string licences;
  if (p.offer.licensed_with_pools > 0.0)
    licences = " + " + lost + " / (" + zones + " - " + lost + ") * " +
               n.given(p.at("licensed_gpus"), p.offer.licensed_with_pools, "vGPUs of base and warm pools") +
               " * inputs.policy.vgpu_licence_per_gpu_year / unit.year";
  n.step(id("usd"), id("hosts") + " * " + narrate_price(n, p.offer.host) + licences, p.offer.headroom_usd);
  n.step(id("gpus"), id("hosts") + " * " + narrate_gpus_per_host(n, p.offer.host), h.hosts * gpus_per_host(p.offer.host));
}

}  // namespace detail

/// Warm pools and headroom of a pool whose base has been told.
inline void narrate_beyond_base(Narrator& n, const PoolStory& p) {
  n.given(p.at("warm_hosts"), p.offer.warm_hosts, "packing with and without what waits");
  std::size_t w = 0;
  for (const TierStory& t : p.tiers)
    if (t.candidate().warm) detail::narrate_warm_pool(n, p, t, p.offer.warm_pools[w++]);
  n.given(p.at("warm_usd"), p.offer.warm_usd, "warm hosts at their price, their licences and disks");
  detail::narrate_headroom(n, p);
}

}  // namespace planner::plan::sessions
