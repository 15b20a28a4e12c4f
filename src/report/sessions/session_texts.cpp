#include "report/sessions/session_texts.hpp"

#include <fmt/format.h>

#include <set>

#include "io/scenario/session_policy_fields.hpp"
#include "planner/plan/narrator.hpp"
#include "planner/report/sessions.hpp"
#include "report/document/default_lister.hpp"

namespace planner::report {

std::string_view to_text(plan::Status status) {
  switch (status) {
    case plan::Status::ok:
      return "ok";
    case plan::Status::marginal:
      return "marginal";
    case plan::Status::unknown:
      return "unknown";
    case plan::Status::forbidden:
      return "forbidden";
    case plan::Status::infeasible:
      return "infeasible";
  }
  return "unknown";
}

std::vector<DefaultUsed> defaults_used(const plan::SessionInputs& inputs) {
  DefaultLister lister(inputs.defaults, "/sessions/policy/");
  io::visit_policy(inputs.policy, lister);
  return std::move(lister.used);
}

namespace {

/// Ids of pools and tiers as the trace has them: where one occurs again, on another host, it carries that host.
class UnusedIds {
 public:
  std::string operator()(const std::string& id, const std::string& host) {
    return taken_.insert(id).second ? id : id + "@" + host;
  }

 private:
  std::set<std::string> taken_;
};

std::string place(std::string_view list, std::size_t index) { return fmt::format("{}.{}", list, index); }

void name_tiers(ElementNames& names, const plan::SessionPlan& plan) {
  UnusedIds unused;
  for (std::size_t i = 0; i < plan.tiers.size(); ++i) {
    const plan::Tier& tier = plan.tiers[i];
    const std::string at = place("tiers", i), id = unused("tiers." + plan::id_part(tier.session_class), tier.host);
    names[at] = id;
    for (std::size_t c = 0; c < tier.counts.size(); ++c)
      names[place(at + ".constraints", c)] = id + ".constraints." + tier.counts[c].constraint;
  }
}

void name_patterns(ElementNames& names, const plan::Pool& pool, const std::string& at, const std::string& id) {
  for (std::size_t f = 0; f < pool.patterns.size(); ++f)
    for (std::size_t h = 0; h < pool.patterns[f].holds.size(); ++h)
      names[place(place(at + ".patterns", f) + ".holds", h) + ".sessions"] =
          place(id + ".patterns", f) + "." + plan::id_part(pool.patterns[f].holds[h].session_class);
}

/// A pool, its headroom and its line in the fleet stand at the same index.
void name_pools(ElementNames& names, const plan::SessionPlan& plan) {
  UnusedIds unused;
  for (std::size_t i = 0; i < plan.pools.size(); ++i) {
    const plan::Pool& pool = plan.pools[i];
    const std::string id = unused(plan::id_part(pool.trust + "." + pool.boundary), pool.host);
    const std::string headroom = place("headroom.pools", i);
    names[place("pools", i)] = "pools." + id;
    name_patterns(names, pool, place("pools", i), "pools." + id);
    names[headroom] = "headroom." + id;
    names[headroom + ".base_hosts"] = "pools." + id + ".hosts";
    names[headroom + ".warm_pool_hosts"] = "pools." + id + ".warm_hosts";
    names[headroom + ".zones"] = "inputs.policy.zones";
    names[place("fleet", i)] = "fleet." + id;
  }
}

void name_comparison(ElementNames& names, const plan::SessionPlan& plan) {
  for (std::size_t b = 0; b < plan.comparison.size(); ++b) {
    const plan::ComparisonRow& row = plan.comparison[b];
    const std::string at = place("comparison", b), id = "comparison." + row.boundary;
    names[at] = id;
    for (std::size_t c = 0; c < row.classes.size(); ++c)
      names[place(at + ".classes", c)] = id + ".classes." + plan::id_part(row.classes[c].session_class);
  }
}

}  // namespace

ElementNames session_element_names(const plan::SessionPlan& plan) {
  ElementNames names;
  name_tiers(names, plan);
  name_pools(names, plan);
  name_comparison(names, plan);
  UnusedIds unused;
  for (std::size_t w = 0; w < plan.warm_pools.size(); ++w)
    names[place("warm_pools", w)] =
        unused("warm_pools." + plan::id_part(plan.warm_pools[w].session_class), plan.warm_pools[w].host);
  for (std::size_t v = 0; v < plan.variants.size(); ++v)
    names[place("variants", v)] = "variants." + plan::id_part(plan.variants[v].name);
  std::set<std::string> hosts;
  for (const plan::Pool& pool : plan.pools) hosts.insert(pool.host);
  std::size_t p = 0;
  for (const std::string& host : hosts) names[place("prices", p++)] = "prices." + host;
  return names;
}

}  // namespace planner::report
