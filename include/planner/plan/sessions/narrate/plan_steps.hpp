#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "planner/plan/sessions/narrate/beyond_base_steps.hpp"

/// Totals of the plan, and its comparison and variants.
namespace planner::plan::sessions {

/// What is paid in all: sums over the pools.
inline void narrate_totals(Narrator& n, const SessionPlan& plan, const std::vector<PoolStory>& pools) {
  const auto all = [&](const std::string& prefix, const std::string& number) {
    std::vector<std::string> ids;
    for (const PoolStory& p : pools) ids.push_back(prefix + p.name + "." + number);
    return sum_of(ids);
  };
  double warm = 0.0, spare = 0.0;
  UsdPerTime warm_usd{}, spare_usd{};
  for (const WarmPool& w : plan.warm_pools) {
    warm += w.hosts;
    warm_usd += w.usd;
  }
  for (const Headroom& h : plan.headroom) {
    spare += h.hosts;
    spare_usd += h.usd;
  }
  n.step("base_hosts", all("pools.", "hosts"), plan.base_hosts);
  n.step("base_usd", all("pools.", "usd"), plan.base_usd);
  n.step("warm_hosts", all("pools.", "warm_hosts"), warm);
  n.step("warm_usd", all("pools.", "warm_usd"), warm_usd);
  n.step("headroom.hosts", all("headroom.", "hosts"), spare);
  n.step("headroom.usd", all("headroom.", "usd"), spare_usd);
  n.step("hosts", "base_hosts + warm_hosts + headroom.hosts", plan.hosts);
  n.step("usd", "base_usd + warm_usd + headroom.usd", plan.usd);
  for (const PoolStory& p : pools) {
    n.step("fleet." + p.name + ".hosts", p.at("hosts") + " + " + p.at("warm_hosts") + " + headroom." + p.name + ".hosts",
           p.offer.all_hosts());
    n.step("prices." + p.offer.host.host->id + ".usd", detail::narrate_price(n, p.offer.host), p.offer.host.price);
  }
}

/// GPUs of all hosts that have some.
inline void narrate_gpus_in_all(Narrator& n, const SessionPlan& plan, const std::vector<PoolStory>& pools) {
  std::vector<std::string> terms, spare;
  double spare_gpus = 0.0;
  for (const PoolStory& p : pools) {
    if (!p.offer.host.host->has_gpu()) continue;
    const std::string each = detail::narrate_gpus_per_host(n, p.offer.host);
    terms.push_back("(" + p.at("hosts") + " + " + p.at("warm_hosts") + " + headroom." + p.name + ".hosts) * " + each);
    spare.push_back("headroom." + p.name + ".gpus");
    spare_gpus += p.offer.headroom.hosts * gpus_per_host(p.offer.host);
  }
  n.step("headroom.gpus", terms.empty() ? "0" : sum_of(spare), spare_gpus);
  n.step("gpus", terms.empty() ? "0" : sum_of(terms), plan.gpus);
}

/// Bounds and other designs: results of whole searches.
inline void narrate_alternatives(Narrator& n, const SessionPlan& plan) {
  const std::string bound = "least over all designs of what their packings cannot undercut";
  n.given("lower_bound_usd", plan.lower_bound_usd, bound, "no base of these candidates costs less");
  n.given("lower_bound_total_usd", plan.lower_bound_total_usd, bound, "no plan of these candidates costs less in all");
  if (plan.lower_bound_hosts) n.given("lower_bound_hosts", *plan.lower_bound_hosts, bound);
  for (const Tier& t : plan.tiers)
    if (t.runner_up_extra)
      n.given("tiers." + id_part(t.session_class) + ".runner_up_extra", *t.runner_up_extra,
              "the plan with " + t.runner_up + " for this class, less the plan");
  for (const Variant& v : plan.variants) {
    const std::string prefix = "variants." + id_part(v.name);
    if (v.status == Status::unknown && !v.over.empty())
      n.given(prefix + ".extra_usd", v.extra_usd, "of the trust levels that both take", v.description);
    if (v.status != Status::ok) continue;
    n.given(prefix + ".hosts", v.hosts, "the same arithmetic with another choice");
    n.given(prefix + ".usd", v.usd, "the same arithmetic with another choice", v.description);
    if (!v.over.empty())
      n.step(prefix + ".extra_usd", prefix + ".usd - variants." + id_part(v.over) + ".usd", v.extra_usd);
  }
}

}  // namespace planner::plan::sessions
