#pragma once
#include <algorithm>
#include <deque>
#include <set>
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
#include "planner/plan/sessions/narrate/comparison_steps.hpp"
#include "planner/plan/sessions/narrate/plan_steps.hpp"
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

  SessionPlan plan(Trace* trace) {
    for (auto* const designs : {&cpu_, &gpu_})
      for (Design& d : *designs) add(d);
    if (!cpu_.empty()) compare_boundaries();
    conclude();
    if (trace) narrate(*trace);
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
    for (const PoolMembers& pool : d.pools()) note_cheaper_base(d, pool);
    plan_.lower_bound_usd += d.chosen().bound.base;
    plan_.lower_bound_total_usd += d.chosen().bound.total;
    least_hosts_ += d.chosen().least_hosts;
    for (std::size_t k = 0; k < d.tenancy().classes.size(); ++k) add_choice(d, k);
  }

  /// Bounds are of sums in the same order: equal prices compare equal.
  void conclude() {
    constexpr double rounding = 1.0 + 1e-12;
    const bool ok = plan_.status == Status::ok;
    plan_.proven = ok && plan_.base_usd <= rounding * plan_.lower_bound_usd;
    plan_.proven_total = ok && plan_.usd <= rounding * plan_.lower_bound_total_usd;
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
    if (auto u = failures_unknown(q_, offer, name.boundary.id)) plan_.unknown.push_back(std::move(*u));
    const double hosts = offer.base.hosts + offer.warm_hosts + offer.headroom.hosts;
    plan_.base_hosts += offer.base.hosts;
    plan_.base_usd += offer.base_usd;
    plan_.hosts += hosts;
    plan_.gpus += hosts * gpus_per_host(offer.host);
    plan_.usd += offer.usd();
  }

  /// Hosts are chosen by what is paid in all; where that is not the cheapest base, the plan says so.
  void note_cheaper_base(Design& d, const PoolMembers& members) {
    const PoolChoice& choice = d.book().pool(members);
    const PoolOffer& paid = *choice.by_total, &base = *choice.by_base;
    if (base.base_usd >= paid.base_usd) return;
    plan_.notes.push_back(d.tenancy().name + " behind " + d.table().options()[members.front().option].boundary->id +
                          ": at peak " + base.host.host->id + " would cost " + say(base.base_usd) + " instead of " +
                          say(paid.base_usd) + " on " + paid.host.host->id + ", but with headroom " +
                          say(base.usd()) + " instead of " + say(paid.usd()) + ".");
  }

  /// The runner-up of the k-th class, and the options that a missing figure keeps out.
  void add_choice(Design& d, std::size_t k) {
    const std::string& name = q_.session(d.tenancy().classes[k]).name;
    const auto tier = std::find_if(plan_.tiers.begin(), plan_.tiers.end(),
                                   [&](const Tier& t) { return t.session_class == name; });
    const auto others = d.alternatives(k);
    if (!others.empty()) {
      tier->runner_up = name_of(d.table().options()[others.front().option]);
      tier->runner_up_extra = others.front().extra;
      tier->tie_with_runner_up =
          others.front().extra <= UsdPerTime{} || tied(q_, d, k, others.front().option);
      tier->break_even = break_evens(q_, d, k, others.front().option);
    }
    for (std::size_t o = 0; o < d.table().options().size(); ++o)
      if (auto u = unpublished_option(q_, d, k, o)) plan_.unknown.push_back(std::move(*u));
  }

  std::vector<TenancyBook> books() {
    std::vector<TenancyBook> books;
    for (Design& d : cpu_) books.push_back({&d.tenancy(), &d.table(), &d.book()});
    return books;
  }

  void compare_boundaries() {
    plan_.comparison = compare(q_, books());
    const bool all_chosen = std::all_of(cpu_.begin(), cpu_.end(), [](const Design& d) { return d.chosen().found; });
    if (all_chosen) plan_.variants.push_back(one_boundary_per_trust(cpu_));
  }

  /// Pools in the order of the plan; one boundary of a trust level with several pools is told apart by their hosts.
  std::vector<PoolStory> stories() {
    std::vector<PoolStory> stories;
    for (auto* const designs : {&cpu_, &gpu_})
      for (Design& d : *designs)
        for (const PoolMembers& members : d.pools()) {
          const catalog::Boundary& b = *d.table().options()[members.front().option].boundary;
          const Pool& record = plan_.pools[stories.size()];
          const auto same = std::count_if(plan_.pools.begin(), plan_.pools.end(), [&](const Pool& p) {
            return p.trust == record.trust && p.boundary == record.boundary;
          });
          PoolStory& story = stories.emplace_back(PoolStory{
              id_part(record.trust + "." + b.id + (same > 1 ? "@" + record.host : "")), *d.book().pool(members).by_total, {}});
          for (const PoolClass& c : story.offer.classes)
            story.tiers.push_back({{c.session_class, b, "tiers." + id_part(q_.session(c.session_class).name)},
                                   story.offer, c, d.tenancy().smt});
        }
    return stories;
  }

  void narrate(Trace& trace) {
    Narrator n(q_, trace);
    std::vector<std::string> names;
    const std::vector<PoolStory> pools = stories();
    for (const PoolStory& p : pools) {
      narrate_pool(n, p);
      narrate_beyond_base(n, p);
      names.push_back(p.name);
    }
    if (!pools.empty()) narrate_totals(n, plan_, names);
    narrate_gpus_in_all(n, plan_, pools);
    if (plan_.status == Status::ok) narrate_alternatives(n, plan_);
    if (!cpu_.empty()) narrate_comparison(n, books(), plan_.comparison);
  }

  const Question& q_;
  MemoryRisk risk_;
  SessionPlan plan_;
  std::deque<Design> cpu_, gpu_;
  double least_hosts_ = 0;
};

}  // namespace planner::plan::sessions
