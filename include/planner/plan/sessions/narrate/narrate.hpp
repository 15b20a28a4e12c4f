#pragma once
#include <algorithm>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "planner/plan/sessions/design/design.hpp"
#include "planner/plan/sessions/narrate/comparison_steps.hpp"
#include "planner/plan/sessions/narrate/plan_steps.hpp"

/// The derivation of a finished plan.
namespace planner::plan::sessions {

/// Gives pools and tiers their ids. Where a trust level has several pools behind one boundary, or a class several tiers,
/// all but the first carry their host.
class StoryNames {
 public:
  std::string pool(const PoolName& name, const HostChoice& host) {
    return unused(pools_, id_part(name.tenancy.name + "." + name.boundary.id), host);
  }
  std::string tier(const std::string& session_class, const HostChoice& host) {
    return unused(tiers_, "tiers." + id_part(session_class), host);
  }

 private:
  static std::string unused(std::set<std::string>& taken, std::string id, const HostChoice& host) {
    if (taken.contains(id)) id += "@" + host.host->id;
    if (taken.contains(id)) id += host.network_disk ? "+network-disk" : "+own-disk";
    taken.insert(id);
    return id;
  }

  std::set<std::string> pools_, tiers_;
};

/// The pools of some designs, in the order of the plan.
inline void collect_stories(std::vector<PoolStory>& stories, StoryNames& names, const Question& q,
                            std::deque<Design>& designs) {
  for (Design& d : designs)
    for (const PoolMembers& members : d.pools()) {
      const PoolName name{d.tenancy(), *d.table().options()[members.front().option].boundary};
      for (const PoolOffer* offer : d.book().pool(members).paid) {
        PoolStory& story = stories.emplace_back(PoolStory{names.pool(name, offer->host), *offer, {}});
        for (const PoolClass& c : offer->classes)
          story.tiers.push_back(
              {{c.session_class, name.boundary, names.tier(q.session(c.session_class).name, offer->host)},
               *offer, c, d.tenancy().smt});
      }
    }
}

inline void narrate_plan(Trace& trace, const Question& q, const SessionPlan& plan, std::deque<Design>& cpu,
                         std::deque<Design>& gpu) {
  Narrator n(q, trace);
  StoryNames names;
  std::vector<PoolStory> pools;
  collect_stories(pools, names, q, cpu);
  collect_stories(pools, names, q, gpu);
  for (const PoolStory& p : pools) {
    narrate_pool(n, p);
    narrate_beyond_base(n, p);
  }
  if (!pools.empty()) narrate_totals(n, plan, pools);
  narrate_gpus_in_all(n, plan, pools);
  if (plan.status == Status::ok) narrate_alternatives(n, plan);
  if (!cpu.empty()) narrate_comparison(n, tenancy_books(cpu), plan.comparison);
}

}  // namespace planner::plan::sessions
