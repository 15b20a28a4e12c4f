#pragma once
#include <deque>
#include <string>

#include "planner/evidence/trace.hpp"
#include "planner/plan/sessions/check_inputs.hpp"
#include "planner/plan/sessions/comparison.hpp"
#include "planner/plan/sessions/cpu_candidates.hpp"
#include "planner/plan/sessions/design.hpp"
#include "planner/plan/sessions/gpu_candidates.hpp"
#include "planner/plan/sessions/inputs.hpp"
#include "planner/plan/sessions/plan.hpp"
#include "planner/plan/sessions/records.hpp"

namespace planner::plan {

namespace sessions {

inline void add_pool(SessionPlan& plan, const Question& q, const PoolName& name, const PoolOffer& offer) {
  plan.pools.push_back(pool_record(q, name, offer));
  plan.headroom.push_back(headroom_record(name, offer));
  for (WarmPool& w : warm_pool_records(name, offer)) plan.warm_pools.push_back(std::move(w));
  for (std::size_t k = 0; k < offer.classes.size(); ++k) plan.tiers.push_back(tier_record(q, name, offer, k));
  plan.base_hosts += offer.base.hosts;
  plan.base_usd += offer.base_usd;
  plan.hosts += offer.base.hosts + offer.warm_hosts + offer.headroom.hosts;
  plan.usd += offer.usd();
  plan.gpus += (offer.base.hosts + offer.warm_hosts + offer.headroom.hosts) * gpus_per_host(offer.host);
}

inline void add_design(SessionPlan& plan, const Question& q, Design& design) {
  for (const std::size_t i : design.homeless()) {
    plan.status = Status::infeasible;
    plan.reasons.push_back(q.session(i).name + ": no boundary that its trust level allows fits on any host");
  }
  for (const PoolMembers& pool : design.pools())
    add_pool(plan, q, {design.tenancy(), *design.table().options()[pool.front().option].boundary},
             *design.book().pool(pool).by_total);
  plan.lower_bound_usd += design.chosen().base_bound;
}

}  // namespace sessions

/// Hosts for sessions of code that nobody vouches for.
inline SessionPlan plan_sessions(const catalog::Catalog& catalog, const SessionInputs& inputs, Trace* = nullptr) {
  const sessions::Question q{catalog, inputs};
  sessions::InputCheck(q).run();
  const sessions::MemoryRisk risk(q);
  SessionPlan plan;
  const auto hosts = sessions::host_choices(q, inputs.hosts, plan.rejected);
  std::deque<sessions::Design> designs;
  for (sessions::Tenancy& t : sessions::tenancies(q, false)) {
    auto table = sessions::cpu_candidates(q, risk, t, hosts);
    sessions::add_design(plan, q, designs.emplace_back(q, risk, std::move(t), std::move(table)));
  }
  const auto gpu_hosts = sessions::host_choices(q, inputs.gpu_hosts, plan.rejected);
  std::deque<sessions::Design> gpu_designs;
  for (sessions::Tenancy& t : sessions::tenancies(q, true)) {
    auto table = sessions::gpu_candidates(q, risk, t, gpu_hosts);
    sessions::add_design(plan, q, gpu_designs.emplace_back(q, risk, std::move(t), std::move(table)));
  }
  std::vector<sessions::TenancyBook> books;
  for (sessions::Design& d : designs) books.push_back({&d.tenancy(), &d.table(), &d.book()});
  if (!books.empty()) plan.comparison = sessions::compare(q, books);
  plan.proven = plan.base_usd <= plan.lower_bound_usd;
  return plan;
}

}  // namespace planner::plan
