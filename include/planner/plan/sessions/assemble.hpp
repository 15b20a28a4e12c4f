#pragma once
#include <algorithm>
#include <deque>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "planner/evidence/trace.hpp"
#include "planner/plan/sessions/candidates/cpu_candidates.hpp"
#include "planner/plan/sessions/candidates/gpu_candidates.hpp"
#include "planner/plan/sessions/compare/break_even.hpp"
#include "planner/plan/sessions/compare/comparison.hpp"
#include "planner/plan/sessions/compare/isolation_steps.hpp"
#include "planner/plan/sessions/compare/spread.hpp"
#include "planner/plan/sessions/compare/variants.hpp"
#include "planner/plan/sessions/design/design.hpp"
#include "planner/plan/sessions/narrate/narrate.hpp"
#include "planner/plan/sessions/notes/clusters.hpp"
#include "planner/plan/sessions/notes/failures_unknown.hpp"
#include "planner/plan/sessions/notes/homeless.hpp"
#include "planner/plan/sessions/notes/not_lent.hpp"
#include "planner/plan/sessions/notes/rests_on.hpp"
#include "planner/plan/sessions/notes/set_aside.hpp"
#include "planner/plan/sessions/notes/shared_gpu.hpp"
#include "planner/plan/sessions/notes/turned_down.hpp"
#include "planner/plan/sessions/notes/unchecked.hpp"
#include "planner/plan/sessions/notes/unpublished.hpp"
#include "planner/plan/sessions/records.hpp"

namespace planner::plan::sessions {

/// A plan that costs no more than this share above its bound is proven: linear programs are no more exact.
inline constexpr double proof_gap = 1e-8;

/// Designs for all tenancies, put together to a plan.
class Planning {
 public:
  explicit Planning(const Question& q) : q_(q), risk_(q) {
    const auto hosts = host_choices(q, q.inputs.hosts, plan_.rejected);
    for (Tenancy& t : tenancies(q, false)) add_settled(cpu_, q_, risk_, t, hosts, &cpu_candidates, plan_.rejected);
    const auto gpu_hosts = host_choices(q, q.inputs.gpu_hosts, plan_.rejected);
    for (Tenancy& t : tenancies(q, true)) add_settled(gpu_, q_, risk_, t, gpu_hosts, &gpu_candidates, plan_.rejected);
  }

  SessionPlan plan(Trace* trace) {
    for (auto* const designs : {&cpu_, &gpu_})
      for (Design& d : *designs) add(d);
    if (!cpu_.empty()) compare_boundaries();
    conclude();
    if (trace) narrate_plan(*trace, q_, plan_, cpu_, gpu_);
    return std::move(plan_);
  }

 private:
  void add(Design& d) {
    for (const std::size_t i : d.homeless()) {
      plan_.status = Status::infeasible;
      plan_.reasons.push_back(why_homeless(q_, d, i));
    }
    for (const PoolMembers& pool : d.pools()) {
      const PoolName name{d.tenancy(), *d.table().options()[pool.front().option].boundary};
      for (const PoolOffer* offer : d.book().pool(pool).paid) add_pool(name, *offer);
    }
    add_turned_down(plan_.rejected, q_, d);
    if (!d.chosen().found) return;
    for (const PoolMembers& pool : d.pools()) note_cheaper_base(d, pool);
    plan_.lower_bound_usd += d.chosen().bound.base;
    plan_.lower_bound_total_usd += d.chosen().bound.total;
    least_hosts_ += d.chosen().least_hosts;
    for (std::size_t k = 0; k < d.tenancy().classes.size(); ++k) add_choice(d, k);
  }

  void conclude() {
    const bool ok = plan_.status == Status::ok;
    plan_.proven = ok && plan_.base_usd <= (1.0 + proof_gap) * plan_.lower_bound_usd;
    plan_.proven_total = ok && plan_.usd <= (1.0 + proof_gap) * plan_.lower_bound_total_usd;
    if (auto note = clusters_needed(q_, plan_)) plan_.notes.push_back(std::move(*note));
    std::set<std::string> types(q_.inputs.hosts.begin(), q_.inputs.hosts.end());
    if (!gpu_.empty()) types.insert(q_.inputs.gpu_hosts.begin(), q_.inputs.gpu_hosts.end());
    if (ok && types.size() == 1 && least_hosts_ > 0.0) plan_.lower_bound_hosts = least_hosts_;
  }

  void add_pool(const PoolName& name, const PoolOffer& offer) {
    plan_.pools.push_back(pool_record(q_, name, offer));
    plan_.headroom.push_back(headroom_record(name, offer));
    for (WarmPool& w : warm_pool_records(name, offer)) plan_.warm_pools.push_back(std::move(w));
    for (std::size_t k = 0; k < offer.classes.size(); ++k) {
      plan_.tiers.push_back(tier_record(q_, name, offer, k));
      for (Unknown& u : unchecked({q_, name.boundary, offer, offer.classes[k]})) plan_.unknown.push_back(std::move(u));
    }
    for (std::string& note : shared_gpu_notes(q_, offer)) plan_.notes.push_back(std::move(note));
    for (std::string& note : not_lent_notes(q_, name.boundary, offer)) plan_.notes.push_back(std::move(note));
    if (auto u = failures_unknown(q_, name, offer)) plan_.unknown.push_back(std::move(*u));
    plan_.base_hosts += offer.base.hosts;
    plan_.base_usd += offer.base_usd;
    plan_.hosts += offer.all_hosts();
    plan_.gpus += offer.all_hosts() * gpus_per_host(offer.host);
    plan_.usd += offer.usd();
  }

  /// Hosts are chosen by what is paid in all; where that is not the cheapest base, the plan says so.
  void note_cheaper_base(Design& d, const PoolMembers& members) {
    const PoolChoice& choice = d.book().pool(members);
    if (choice.paid.size() > 1 || choice.by_base->base_usd >= choice.paid.front()->base_usd) return;
    const PoolOffer &paid = *choice.paid.front(), &base = *choice.by_base;
    plan_.notes.push_back(d.tenancy().name + " behind " + d.table().options()[members.front().option].boundary->id +
                          ": at peak " + base.host.host->id + " would cost " + say(base.base_usd) + " instead of " +
                          say(paid.base_usd) + " on " + paid.host.host->id + ", but with headroom " + say(base.usd()) +
                          " instead of " + say(paid.usd()) + ".");
  }

  /// The runner-up of the k-th class, and the options that a missing figure keeps out.
  void add_choice(Design& d, std::size_t k) {
    const auto others = d.alternatives(k);
    if (!others.empty())
      for (Tier& tier : plan_.tiers)
        if (tier.session_class == q_.session(d.tenancy().classes[k]).name) add_runner_up(d, k, others.front(), tier);
    for (std::size_t o = 0; o < d.table().options().size(); ++o)
      if (auto u = unpublished_option(q_, d, k, o)) plan_.unknown.push_back(std::move(*u));
    for (const PoolMembers& pool : d.pools())
      for (const PoolOffer* offer : d.book().pool(pool).paid) add_reliances(d, k, *offer, others);
  }

  /// What the choice of the k-th class rests on, in the pool that it is in.
  void add_reliances(const Design& d, std::size_t k, const PoolOffer& offer, const std::vector<Alternative>& others) {
    const catalog::Boundary& boundary = *d.table().options()[d.chosen().options[k]].boundary;
    for (const PoolClass& c : offer.classes)
      if (c.session_class == d.tenancy().classes[k])
        for (Reliance& r : rests_on(d, k, {q_, boundary, offer, c}, others)) plan_.rests_on.push_back(std::move(r));
  }

  void add_runner_up(Design& d, std::size_t k, const Alternative& next, Tier& tier) {
    tier.runner_up = name_of(d.table().options()[next.option]);
    tier.runner_up_extra = next.extra;
    tier.tie_with_runner_up = next.extra <= UsdPerTime{} || tied(q_, d, k, next.option);
    tier.break_even = break_evens(q_, d, k, next.option);
  }

  void compare_boundaries() {
    plan_.comparison = compare(q_, tenancy_books(cpu_));
    const bool all_chosen = std::all_of(cpu_.begin(), cpu_.end(), [](const Design& d) { return d.chosen().found; });
    if (all_chosen) {
      plan_.variants.push_back(as_planned(cpu_));
      plan_.variants.push_back(one_boundary_per_trust(cpu_, plan_.variants.front()));
    }
    for (Variant& step : steps_up(q_, cpu_)) plan_.variants.push_back(std::move(step));
  }

  const Question& q_;
  MemoryRisk risk_;
  SessionPlan plan_;
  std::deque<Design> cpu_, gpu_;
  double least_hosts_ = 0;
};

}  // namespace planner::plan::sessions
