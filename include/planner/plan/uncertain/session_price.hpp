#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "planner/plan/sessions/candidates/evaluate.hpp"
#include "planner/plan/uncertain/lending_table.hpp"
#include "planner/plan/uncertain/price.hpp"
#include "planner/plan/uncertain/session_designs.hpp"

/// A settled design of sessions, priced by closed form: what its sessions fill, times what its packing lost, rounded up
/// to whole hosts; warm pools and headroom as in the plan. No packing and no proof.
namespace planner::plan::uncertain {

namespace detail {

/// Whole hosts for these members.
inline double hosts_for(const std::vector<sessions::Member>& members, const sessions::Amounts& limits, double loss) {
  if (members.size() != 1) return whole_up(loss * sessions::fractional_hosts(members, limits));
  const sessions::Member& alone = members.front();
  return whole_up(alone.count / sessions::fit_alone(alone.use.amounts, limits).sessions);
}

/// What runs and what waits, with the hosts for both. Pools on each host depend on the number of hosts, which depends
/// on them: hosts are added until both agree.
struct FilledPool {
  std::vector<sessions::Member> members{};
  double hosts = 0;
};

inline FilledPool with_warm_pools(const sessions::Question& q, const std::vector<sessions::PoolClass>& classes,
                                  double loss) {
  const sessions::Amounts& limits = classes.front().candidate->limits;
  const std::vector<sessions::Member> running = sessions::running_members(classes);
  FilledPool filled{running, hosts_for(running, limits, loss)};
  for (double hosts = -1; filled.hosts > hosts;) {
    hosts = filled.hosts;
    filled.members = running;
    for (const sessions::PoolClass& c : classes) {
      if (!c.candidate->warm) continue;
      const WarmPool pool =
          sessions::warm_pool_of(q.policy(), q.session(c.session_class), *c.candidate->warm, c.sessions, hosts);
      filled.members.push_back({c.session_class, true, pool.sessions, sessions::waiting_use(c.candidate->use)});
    }
    if (filled.members.size() == running.size()) break;
    filled.hosts = std::max(hosts, hosts_for(filled.members, limits, loss));
    if (q.policy().pool_scope != PoolScope::host) break;
  }
  return filled;
}

}  // namespace detail

/// Prices settled designs in one world after the other.
class SessionPricer {
 public:
  /// All must outlive it; `inputs` and the catalog may change between calls. As they are now is the world whose plan
  /// the designs are of.
  SessionPricer(const catalog::Catalog& catalog, const SessionInputs& inputs, const SessionDesigns& designs)
      : q_{catalog, inputs}, designs_(designs), given_(inputs), lending_(q_) {
    for (const SettledPool& p : designs.pools)
      if (std::ranges::find(hosts_, p.host->id) == hosts_.end()) hosts_.push_back(p.host->id);
    lending_.learn(true);
    std::vector<Price> as_planned;
    price(designs.designs.size(), as_planned);
    lending_.learn(false);
  }

  /// Host types of the designs.
  [[nodiscard]] const std::vector<std::string>& hosts() const { return hosts_; }

  /// The first `count` designs in the present world.
  void price(std::size_t count, std::vector<Price>& prices) {
    const LendingTable& lending = followed();
    pools_.assign(designs_.pools.size(), std::nullopt);
    prices.assign(count, Price{});
    for (std::size_t d = 0; d < count; ++d) {
      prices[d].fleet.assign(hosts_.size(), 0.0);
      for (const std::size_t p : designs_.designs[d].pools) {
        const SettledPool& pool = designs_.pools[p];
        if (!pools_[p]) pools_[p] = price_of_pool(pool, lending);
        prices[d].add(*pools_[p], type_of(pool));
      }
    }
  }

 private:
  /// The table of the present world. Where probability, correlation or which classes lend are others it is one of its
  /// own, made from what is given as far as it can be, so that it does not depend on the worlds before.
  const LendingTable& followed() {
    if (lending_.follow(q_)) return lending_;
    SessionInputs inputs = given_;
    inputs.policy = q_.policy();
    for (std::size_t i = 0; i < inputs.classes.size(); ++i)
      if (!given_.classes[i].memory_used) inputs.classes[i] = q_.session(i);
    const sessions::Question made_from{q_.catalog, inputs};
    if (!other_lending_ || !other_lending_->is_made_from(made_from)) other_lending_.emplace(made_from);
    other_lending_->follow(q_);
    return *other_lending_;
  }

  [[nodiscard]] std::size_t type_of(const SettledPool& p) const {
    return static_cast<std::size_t>(std::ranges::find(hosts_, p.host->id) - hosts_.begin());
  }

  [[nodiscard]] sessions::Evaluation evaluated(const SettledPool& pool, const PlacedClass& c,
                                               const sessions::HostChoice& host, const LendingTable& lending) const {
    if (!c.access) return sessions::evaluate(q_, lending, pool.smt, c.session_class, *pool.boundary, host);
    return sessions::evaluate_gpu(q_, lending, pool.smt, c.session_class, {pool.boundary, c.access, pool.host}, host);
  }

  [[nodiscard]] Price price_of_pool(const SettledPool& pool, const LendingTable& lending) const {
    const sessions::HostChoice host{0, pool.host, pool.network_disk, *price_of(*pool.host, q_.policy().purchase)};
    std::vector<sessions::Candidate> candidates;
    candidates.reserve(pool.classes.size());  // pointers into it
    std::vector<sessions::PoolClass> classes;
    for (const PlacedClass& c : pool.classes) {
      sessions::Evaluation e = evaluated(pool, c, host, lending);
      if (!e.candidate) return {.served = false};
      candidates.push_back(std::move(*e.candidate));
      classes.push_back({c.session_class, &candidates.back(), whole_up(c.part * candidates.back().sessions)});
    }
    return price_of_classes(pool, host, classes);
  }

  [[nodiscard]] Price price_of_classes(const SettledPool& pool, const sessions::HostChoice& host,
                                       const std::vector<sessions::PoolClass>& classes) const {
    const detail::FilledPool filled = detail::with_warm_pools(q_, classes, pool.packing_loss);
    const auto mtbf = sessions::mtbf_of(q_, *pool.host);
    const double licensed = sessions::least_licensed_gpus(filled.members);
    const UsdPerTime beside =
        (1.0 + sessions::spare_for_lost_zones(q_.policy())) * licensed * sessions::licence_price(q_) +
        sessions::disk_price(q_, host, filled.members);
    const double uncut =
        pool.packing_loss * sessions::fractional_hosts(filled.members, classes.front().candidate->limits);
    Price price;
    price.hosts = sessions::hosts_with_headroom(q_.policy(), filled.hosts, mtbf);
    price.gpus = price.hosts * (pool.host->gpus.known() ? pool.host->gpus.value() : 0.0);
    price.usd = (price.hosts * host.price + beside).in(units::usd_per_h);
    price.packs_classes = classes.size() > 1;
    price.uncut_usd = (uncut * host.price + beside).in(units::usd_per_h);
    return price;
  }

  sessions::Question q_;
  const SessionDesigns& designs_;
  std::vector<std::string> hosts_{};
  const SessionInputs given_;
  LendingTable lending_;
  std::optional<LendingTable> other_lending_{};
  std::vector<std::optional<Price>> pools_{};
};

}  // namespace planner::plan::uncertain
