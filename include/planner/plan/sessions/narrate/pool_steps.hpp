#pragma once
#include <string>
#include <vector>

#include "planner/plan/sessions/narrate/tier_steps.hpp"
#include "planner/plan/sessions/records.hpp"

/// One pool: what its hosts hold, how many there are, what they cost, and each class's share of it.
namespace planner::plan::sessions {

/// A pool, the prefix of its numbers, and its classes.
struct PoolStory {
  std::string name{};  ///< `customer.gvisor`, with the host where one boundary has several pools
  const PoolOffer& offer;
  std::vector<TierStory> tiers{};

  [[nodiscard]] std::string at(const std::string& number) const { return "pools." + name + "." + number; }
};

namespace detail {

inline std::string narrate_price(Narrator& n, const HostChoice& choice) {
  const bool reserved = n.question().policy().purchase == Purchase::reserved_3y;
  const catalog::Price& p = choice.host->price;
  return n.fact("catalog." + choice.host->id + (reserved ? ".usd_reserved_3y" : ".usd"), reserved ? p.reserved_3y : p.on_demand);
}

inline std::string narrate_gpus_per_host(Narrator& n, const HostChoice& choice) {
  return choice.host->has_gpu() ? n.fact("catalog." + choice.host->id + ".gpus", choice.host->gpus) : "0";
}

inline std::string pattern_id(const PoolStory& p, std::size_t f) { return p.at("patterns." + std::to_string(f)); }
inline std::string class_part(const Narrator& n, const TierStory& t) {
  return id_part(n.question().session(t.session.session_class).name);
}

/// What hosts hold, as the packer found it; the sums show that it holds every session.
inline void narrate_patterns(Narrator& n, const PoolStory& p) {
  std::vector<std::string> hosts;
  std::vector<std::vector<std::string>> held(p.tiers.size());
  for (std::size_t f = 0; f < p.offer.base.fillings.size(); ++f) {
    const Filling& filling = p.offer.base.fillings[f];
    hosts.push_back(n.given(pattern_id(p, f) + ".hosts", filling.hosts, "packing by patterns",
                            "hosts that are filled like this"));
    for (std::size_t t = 0; t < p.tiers.size(); ++t) {
      if (filling.sessions[t] == 0.0) continue;
      const std::string sessions =
          n.given(pattern_id(p, f) + "." + class_part(n, p.tiers[t]), filling.sessions[t], "packing by patterns");
      held[t].push_back(hosts.back() + " * " + sessions);
    }
  }
  n.step(p.at("hosts"), sum_of(hosts), p.offer.base.hosts);
  for (std::size_t t = 0; t < p.tiers.size(); ++t)
    n.step(p.at("holds." + class_part(n, p.tiers[t])), sum_of(held[t]), p.tiers[t].pool_class.sessions, "",
           "all sessions of the class have a place");
}

inline void narrate_bound(Narrator& n, const PoolStory& p) {
  if (p.tiers.size() == 1 && p.offer.base.gpus.empty()) {
    n.step(p.at("lower_bound_hosts"), "ceil(" + p.tiers[0].at("held") + " / " + p.tiers[0].at("sessions_per_host") + ")",
           p.offer.base.lower_bound);
    return;
  }
  n.given(p.at("lower_bound_hosts"), p.offer.base.lower_bound,
          "linear program over all fillings of a host (Gilmore and Gomory 1961), rounded up");
}

/// GPUs that a class occupies: each host opens whole ones.
inline void narrate_gpus(Narrator& n, const PoolStory& p, std::size_t t) {
  const TierStory& tier = p.tiers[t];
  const double gpus = gpus_of_member(p.offer.base, p.offer.members, t);
  if (tier.candidate().gpu->shared() && !p.offer.base.gpus.empty()) {
    n.given(tier.at("gpus"), gpus, "cutting by all layouts of a GPU", "its part of GPUs that several kinds share");
    return;
  }
  std::vector<std::string> terms;
  for (std::size_t f = 0; f < p.offer.base.fillings.size(); ++f)
    if (p.offer.base.fillings[f].sessions[t] > 0.0)
      terms.push_back(pattern_id(p, f) + ".hosts * ceil(" + pattern_id(p, f) + "." + class_part(n, tier) + " * " +
                      tier.takes(Resource::gpus) + ")");
  n.step(tier.at("gpus"), sum_of(terms), gpus);
}

/// The id of what a session takes of the pool's busiest resource.
inline std::string busiest_use(Narrator& n, const PoolStory& p, const TierStory& t, Resource r) {
  const Candidate& c = t.candidate();
  if (r == Resource::gpus && several_kinds(running_members(p.offer.classes)))
    return n.given(t.at("least_gpu_share"), c.gpu->least_share(), "memory slices of the slice over those of the GPU");
  if (r == Resource::memory)
    return n.given(t.at("linear_memory"), c.use.amounts[r] * units::byte, "whole bytes at which one more does not fit");
  return t.takes(r);
}

inline void narrate_shares(Narrator& n, const PoolStory& p) {
  const std::vector<Member> running = running_members(p.offer.classes);
  const Resource busiest = busiest_resource(running, p.offer.classes.front().candidate->limits);
  std::vector<std::string> taken;
  for (const TierStory& t : p.tiers)
    taken.push_back(p.tiers.size() == 1 ? "" : t.at("held") + " * " + busiest_use(n, p, t, busiest));
  for (std::size_t t = 0; t < p.tiers.size(); ++t)
    n.step(p.tiers[t].at("hosts"),
           p.tiers.size() == 1 ? p.at("hosts") : p.at("hosts") + " * " + taken[t] + " / (" + sum_of(taken) + ")",
           hosts_of_class(p.offer, t), "", "its share by the resource that the pool is fullest of");
}

/// Licences and disks over the network of some classes; empty where there are none.
inline std::string narrate_extras(Narrator& n, const PoolStory& p, const TierStory& t) {
  std::string sum;
  if (t.candidate().gpu && t.candidate().gpu->licensed) {
    const std::string licence = n.given("inputs.policy.vgpu_licence_per_gpu_year",
                                        *n.question().policy().vgpu_licence_per_gpu_year, "scenario");
    sum += " + " + t.at("gpus") + " * " + licence + " / unit.year";
  }
  if (p.offer.host.network_disk) {
    const std::string price = n.policy("network_disk", *n.question().policy().network_disk);
    sum += " + " + t.at("held") + " * inputs." + class_part(n, t) + ".disk * " + price;
  }
  return sum;
}

}  // namespace detail

/// The pool and its tiers.
inline void narrate_pool(Narrator& n, const PoolStory& p) {
  for (const TierStory& t : p.tiers) narrate_session(n, t);
  detail::narrate_patterns(n, p);
  detail::narrate_bound(n, p);
  detail::narrate_shares(n, p);
  const std::string price = detail::narrate_price(n, p.offer.host);
  std::string extras;
  for (std::size_t t = 0; t < p.tiers.size(); ++t) {
    const TierStory& tier = p.tiers[t];
    if (tier.candidate().gpu) {
      detail::narrate_gpus(n, p, t);
    } else {
      n.given(tier.at("gpus"), 0.0, "none was asked for");
    }
    const std::string own = detail::narrate_extras(n, p, tier);
    n.step(tier.at("usd"), tier.at("hosts") + " * " + price + own, usd_of_class(n.question(), p.offer, t));
    extras += own;
  }
  n.step(p.at("usd"), p.at("hosts") + " * " + price + extras, p.offer.base_usd);
  n.given(p.at("lower_bound_usd"), p.offer.lower_bound_usd, "the least hosts at their price, the least licences, the disks");
}

}  // namespace planner::plan::sessions
