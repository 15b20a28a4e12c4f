#pragma once
#include <string>
#include <vector>

#include "planner/plan/sessions/compare/comparison.hpp"
#include "planner/plan/sessions/narrate/pool_steps.hpp"

/// The comparison of all boundaries: overhead and loss from the catalog, hosts from packing, prices from hosts.
namespace planner::plan::sessions {

namespace detail {

inline void narrate_compared_class(Narrator& n, const std::string& prefix, std::size_t i, const catalog::Boundary& b,
                                   const ComparisonClass& c) {
  const SessionStory story{i, b, prefix + ".classes." + id_part(c.session_class)};
  const auto memory = memory_of(n.question(), i, b, false);
  if (memory) n.step(story.at("overhead"), narrate_overhead(n, story, *memory, false), *c.overhead);
  if (c.cpu_loss) narrate_cpu_loss(n, story, *c.cpu_loss, false);
  if (c.start.p50) n.given(story.at("start_p50"), *c.start.p50, b.start.cold.cited(), c.start.note);
  if (c.start.p99) n.given(story.at("start_p99"), *c.start.p99, "measured start curve of " + b.id, c.start.note);
}

inline void narrate_compared_hosts(Narrator& n, const std::string& prefix, const std::vector<TenancyBook>& tenancies,
                                   const ComparedPools& pools, const ComparisonRow& row) {
  std::vector<std::string> hosts, usd, sessions;
  for (std::size_t t = 0; t < tenancies.size(); ++t) {
    const PoolOffer& offer = *pools.offers[t];
    const std::string own = prefix + "." + id_part(tenancies[t].tenancy->name);
    hosts.push_back(n.given(own + ".hosts", offer.base.hosts, "packing by patterns",
                            "on " + offer.host.host->id + "; at least " + say(offer.base.lower_bound)));
    std::string disks;
    for (const PoolClass& c : offer.classes) {
      const std::string inputs = narrate_class(n, c.session_class);
      sessions.push_back("ceil(" + inputs + ".concurrent / unit.session)");
      if (offer.host.network_disk)
        disks += " + " + sessions.back() + " * " + inputs + ".disk * " +
                 n.policy("network_disk", *n.question().policy().network_disk);
    }
    usd.push_back(n.step(own + ".usd", hosts.back() + " * " + narrate_price(n, offer.host) + disks, offer.base_usd));
  }
  n.step(prefix + ".hosts", sum_of(hosts), *row.hosts);
  n.step(prefix + ".usd", sum_of(usd), *row.usd);
  n.step(prefix + ".sessions_per_host", "(" + sum_of(sessions) + ") / " + prefix + ".hosts", *row.sessions_per_host);
  n.step(prefix + ".usd_per_session", prefix + ".usd / (" + sum_of(sessions) + ")", *row.usd_per_session);
}

}  // namespace detail

/// Every row, then what each gives up against the containers.
inline void narrate_comparison(Narrator& n, const std::vector<TenancyBook>& tenancies,
                               const std::vector<ComparisonRow>& rows) {
  const catalog::Catalog& catalog = n.question().catalog;
  for (std::size_t b = 0; b < rows.size(); ++b) {
    const std::string prefix = "comparison." + rows[b].boundary;
    auto c = rows[b].classes.begin();
    for (const TenancyBook& t : tenancies)
      for (const std::size_t i : t.tenancy->classes)
        detail::narrate_compared_class(n, prefix, i, catalog.boundaries.at(rows[b].boundary), *c++);
    if (rows[b].hosts) detail::narrate_compared_hosts(n, prefix, tenancies, *compared_pools(tenancies, b), rows[b]);
  }
  const catalog::Boundary* const yard = yardstick(catalog);
  for (const ComparisonRow& row : rows) {
    if (!row.extra_hosts) continue;
    const std::string prefix = "comparison." + row.boundary, containers = "comparison." + yard->id;
    n.step(prefix + ".extra_hosts", prefix + ".hosts - " + containers + ".hosts", *row.extra_hosts);
    n.step(prefix + ".extra_usd", prefix + ".usd - " + containers + ".usd", *row.extra_usd);
    if (row.density_vs_container)
      n.given(prefix + ".density_vs_container", *row.density_vs_container, "packing of both on the containers' hosts");
  }
}

}  // namespace planner::plan::sessions
