#pragma once
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "planner/evidence/trace.hpp"
#include "planner/plan/sessions/break_even.hpp"
#include "planner/plan/sessions/comparison.hpp"
#include "planner/plan/sessions/cpu_candidates.hpp"
#include "planner/plan/sessions/design.hpp"
#include "planner/plan/sessions/failures_unknown.hpp"
#include "planner/plan/sessions/gpu_candidates.hpp"
#include "planner/plan/sessions/records.hpp"
#include "planner/plan/sessions/spread.hpp"
#include "planner/plan/sessions/turned_down.hpp"
#include "planner/plan/sessions/unchecked.hpp"
#include "planner/plan/sessions/unpublished.hpp"
#include "planner/plan/sessions/variants.hpp"

namespace planner::plan::sessions {

/// Designs for all tenancies, put together to a plan.
class Planning {
 public:
  explicit Planning(const Question& q) : q_(q), risk_(q) {
    const auto hosts = host_choices(q, q.inputs.hosts, plan_.rejected);
    for (Tenancy& t : tenancies(q, false)) add_design(cpu_, t, cpu_candidates(q, risk_, t, hosts));
    const auto gpu_hosts = host_choices(q, q.inputs.gpu_hosts, plan_.rejected);
    for (Tenancy& t : tenancies(q, true)) add_design(gpu_, t, gpu_candidates(q, risk_, t, gpu_hosts));
  }

  SessionPlan plan(Trace*) {
    for (auto* const designs : {&cpu_, &gpu_})
      for (Design& d : *designs) add(d);
    if (!cpu_.empty()) compare_boundaries();
    plan_.proven = plan_.status == Status::ok && plan_.base_usd <= plan_.lower_bound_usd;
    return std::move(plan_);
  }

 private:
  void add_design(std::deque<Design>& designs, const Tenancy& t, CandidateTable table) {
    designs.emplace_back(q_, risk_, t, std::move(table));
  }

  void add(Design& d) {
    for (const std::size_t i : d.homeless()) {
      plan_.status = Status::infeasible;
      plan_.reasons.push_back(q_.session(i).name + ": nothing that its trust level allows fits on any of the hosts");
    }
    for (const PoolMembers& pool : d.pools()) {
      const PoolName name{d.tenancy(), *d.table().options()[pool.front().option].boundary};
      add_pool(name, *d.book().pool(pool).by_total);
    }
    add_turned_down(plan_.rejected, q_, d);
    if (!d.chosen().found) return;
    plan_.lower_bound_usd += d.chosen().base_bound;
    for (std::size_t k = 0; k < d.tenancy().classes.size(); ++k) add_choice(d, k);
  }

  void add_pool(const PoolName& name, const PoolOffer& offer) {
    plan_.pools.push_back(pool_record(q_, name, offer));
    plan_.headroom.push_back(headroom_record(name, offer));
    for (WarmPool& w : warm_pool_records(name, offer)) plan_.warm_pools.push_back(std::move(w));
    for (std::size_t k = 0; k < offer.classes.size(); ++k) {
      plan_.tiers.push_back(tier_record(q_, name, offer, k));
      for (Unknown& u : unchecked({q_, name.boundary, offer, offer.classes[k]})) plan_.unknown.push_back(std::move(u));
    }
    if (auto u = failures_unknown(q_, offer, name.boundary.id)) plan_.unknown.push_back(std::move(*u));
    const double hosts = offer.base.hosts + offer.warm_hosts + offer.headroom.hosts;
    plan_.base_hosts += offer.base.hosts;
    plan_.base_usd += offer.base_usd;
    plan_.hosts += hosts;
    plan_.gpus += hosts * gpus_per_host(offer.host);
    plan_.usd += offer.usd();
  }

  /// The runner-up of the k-th class, and the options that a missing figure keeps out.
  void add_choice(Design& d, std::size_t k) {
    const std::string& name = q_.session(d.tenancy().classes[k]).name;
    const auto tier = std::find_if(plan_.tiers.begin(), plan_.tiers.end(),
                                   [&](const Tier& t) { return t.session_class == name; });
    const auto others = rivals(d, k);
    if (!others.empty()) {
      tier->runner_up = name_of(d.table().options()[others.front().option], d.table());
      tier->runner_up_extra = others.front().extra;
      tier->tie_with_runner_up =
          others.front().extra <= UsdPerTime{} || tied(q_, d, k, others.front().option);
      tier->break_even = break_evens(q_, d, k, others.front().option);
    }
    for (std::size_t o = 0; o < d.table().options().size(); ++o)
      if (auto u = unpublished_option(q_, d, k, o)) plan_.unknown.push_back(std::move(*u));
  }

  void compare_boundaries() {
    std::vector<TenancyBook> books;
    bool all_chosen = true;
    for (Design& d : cpu_) {
      books.push_back({&d.tenancy(), &d.table(), &d.book()});
      all_chosen = all_chosen && d.chosen().found;
    }
    plan_.comparison = compare(q_, books);
    if (all_chosen) plan_.variants.push_back(one_boundary_per_trust(cpu_));
  }

  const Question& q_;
  MemoryRisk risk_;
  SessionPlan plan_;
  std::deque<Design> cpu_, gpu_;
};

}  // namespace planner::plan::sessions
