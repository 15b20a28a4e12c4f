#pragma once
#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include "planner/plan/sessions/candidates/cpu_candidates.hpp"
#include "planner/plan/sessions/candidates/gpu_candidates.hpp"
#include "planner/plan/sessions/design/design.hpp"
#include "planner/plan/sessions/notes/set_aside.hpp"
#include "planner/plan/sessions/notes/turned_down.hpp"

/// Designs that worlds are priced with: the chosen one and the nearest others. Which class runs where is settled; how
/// many hosts that takes is not.
namespace planner::plan::uncertain {

struct PlacedClass {
  std::size_t session_class = 0;
  const catalog::GpuAccess* access = nullptr;  ///< null: no GPU
  double part = 1;                             ///< of its sessions, where it runs on several host types
  friend bool operator==(const PlacedClass&, const PlacedClass&) = default;
};

/// Classes behind one boundary on one host type. Points into the catalog that it was made with.
struct SettledPool {
  std::string tenancy{};
  bool smt = true;
  const catalog::Boundary* boundary = nullptr;
  const catalog::Host* host = nullptr;
  bool network_disk = false;
  std::vector<PlacedClass> classes{};
  double packing_loss = 1;  ///< hosts of the packing over hosts that could be cut at will
};

inline bool same_pool(const SettledPool& a, const SettledPool& b) {
  return a.tenancy == b.tenancy && a.boundary == b.boundary && a.host == b.host && a.network_disk == b.network_disk &&
         a.classes == b.classes;
}

struct SettledDesign {
  std::string name{};
  std::vector<std::size_t> pools{};  ///< into `SessionDesigns::pools`
  double usd = 0;                    ///< with every number typical
};

struct SessionDesigns {
  std::vector<SettledPool> pools{};
  std::vector<SettledDesign> designs{};  ///< the plan's own first; empty where there is none

  /// The place of that pool, which several designs may have.
  std::size_t place_of(SettledPool pool) {
    const auto known = std::ranges::find_if(pools, [&](const SettledPool& p) { return same_pool(p, pool); });
    if (known != pools.end()) return static_cast<std::size_t>(known - pools.begin());
    pools.push_back(std::move(pool));
    return pools.size() - 1;
  }
};

namespace detail {

/// Hosts of a packing over the hosts that its sessions would fill. Where the packing wastes nothing but the last host's
/// rest there is no loss; else the middle of what rounds to the packing's hosts.
inline double packing_loss(const sessions::PoolOffer& offer) {
  const auto members = sessions::running_members(offer.classes);
  const double filled = sessions::fractional_hosts(members, offer.classes.front().candidate->limits);
  return whole_up(filled) == offer.base.hosts || filled <= 0.0 ? 1.0 : (offer.base.hosts - 0.5) / filled;
}

/// Makes designs of the tenancies' assignments, each tenancy with its own and those nearest to it.
class DesignMaker {
 public:
  DesignMaker(const sessions::Question& q, const sessions::MemoryRisk& risk, SessionDesigns& into)
      : q_(q), risk_(risk), into_(into) {}

  void add(const sessions::Tenancy& tenancy, const std::vector<sessions::HostChoice>& hosts,
           sessions::MakeCandidates candidates) {
    std::deque<sessions::Design> designs;
    std::vector<Rejected> told_by_the_plan;
    sessions::Design& design = sessions::add_settled(designs, q_, risk_, tenancy, hosts, candidates, told_by_the_plan);
    if (!design.chosen().found) {
      complete_ = false;
      return;
    }
    own_.push_back(pools_of(design, design.chosen().options));
    for (std::size_t k = 0; k < design.tenancy().classes.size(); ++k) add_alternatives(design, k);
    add_other_hosts(design);
  }

  /// The plan's own design and at most `others` more, the cheapest first.
  void finish(std::size_t others) {
    if (!complete_) return;
    std::vector<std::size_t> all;
    for (const auto& pools : own_) all.insert(all.end(), pools.begin(), pools.end());
    into_.designs.push_back({"as planned", all, 0});
    std::ranges::sort(exchanges_, {}, [](const Exchange& e) { return std::pair(e.extra, e.name); });
    for (const Exchange& e : exchanges_) {
      if (into_.designs.size() > others) break;
      std::vector<std::size_t> pools;
      for (std::size_t t = 0; t < own_.size(); ++t) {
        const auto& part = t == e.tenancy ? e.pools : own_[t];
        pools.insert(pools.end(), part.begin(), part.end());
      }
      into_.designs.push_back({e.name, std::move(pools), 0});
    }
  }

 private:
  struct Exchange {
    std::string name{};
    std::size_t tenancy = 0;
    std::vector<std::size_t> pools{};
    UsdPerTime extra{};
  };

  std::size_t settled(const sessions::Design& d, const sessions::PoolMembers& members,
                      const sessions::PoolOffer& offer) {
    SettledPool pool{d.tenancy().name, d.tenancy().smt, d.table().options()[members.front().option].boundary,
                     offer.host.host, offer.host.network_disk};
    for (const sessions::PoolClass& c : offer.classes) {
      const auto member = std::ranges::find(members, c.session_class, &sessions::Assigned::session_class);
      pool.classes.push_back(
          {c.session_class, d.table().options()[member->option].gpu, c.sessions / c.candidate->sessions});
    }
    pool.packing_loss = packing_loss(offer);
    return into_.place_of(std::move(pool));
  }

  std::vector<std::size_t> pools_of(sessions::Design& d, const sessions::Assignment& assignment) {
    std::vector<std::size_t> pools;
    for (const sessions::PoolMembers& members : sessions::pools_of(d.tenancy(), assignment, d.table()))
      for (const sessions::PoolOffer* offer : d.book().pool(members).paid) pools.push_back(settled(d, members, *offer));
    return pools;
  }

  void add_alternatives(sessions::Design& d, std::size_t k) {
    for (const sessions::Alternative& a : d.alternatives(k)) {
      sessions::Assignment moved = d.chosen().options;
      moved[k] = a.option;
      const std::string name =
          q_.session(d.tenancy().classes[k]).name + ": " + sessions::name_of(d.table().options()[a.option]);
      exchanges_.push_back({name, own_.size() - 1, pools_of(d, moved), a.extra});
    }
  }

  /// Each pool on each other host type, where it may choose one.
  void add_other_hosts(sessions::Design& d) {
    const auto pools = d.pools();
    for (std::size_t p = 0; p < pools.size(); ++p) {
      const sessions::PoolChoice& chosen = d.book().pool(pools[p]);
      if (d.table().options()[pools[p].front().option].host != nullptr || chosen.paid.size() != 1) continue;
      for (const sessions::HostChoice& host : d.table().hosts()) {
        const sessions::PoolOffer* const offer = d.book().on(pools[p], host.index);
        if (!offer || host.host == chosen.paid.front()->host.host) continue;
        std::vector<std::size_t> moved = own_.back();
        moved[p] = settled(d, pools[p], *offer);
        exchanges_.push_back({d.tenancy().name + "/" + d.table().options()[pools[p].front().option].boundary->id +
                                  " on " + host.host->id,
                              own_.size() - 1, std::move(moved), offer->usd() - chosen.usd()});
      }
    }
  }

  const sessions::Question& q_;
  const sessions::MemoryRisk& risk_;
  SessionDesigns& into_;
  std::vector<std::vector<std::size_t>> own_{};
  std::vector<Exchange> exchanges_{};
  bool complete_ = true;
};

}  // namespace detail

/// The design of `plan_sessions` and the `others` nearest to it: another boundary for one class, another host type for
/// one pool. No designs where the scenario fits nowhere.
inline SessionDesigns session_designs(const catalog::Catalog& catalog, const SessionInputs& inputs,
                                      std::size_t others) {
  const sessions::Question q{catalog, inputs};
  const sessions::MemoryRisk risk(q);
  SessionDesigns found;
  detail::DesignMaker maker(q, risk, found);
  std::vector<Rejected> rejected;
  const auto hosts = sessions::host_choices(q, inputs.hosts, rejected);
  for (const sessions::Tenancy& t : sessions::tenancies(q, false)) maker.add(t, hosts, &sessions::cpu_candidates);
  const auto gpu_hosts = sessions::host_choices(q, inputs.gpu_hosts, rejected);
  for (const sessions::Tenancy& t : sessions::tenancies(q, true)) maker.add(t, gpu_hosts, &sessions::gpu_candidates);
  maker.finish(others);
  return found;
}

}  // namespace planner::plan::uncertain
