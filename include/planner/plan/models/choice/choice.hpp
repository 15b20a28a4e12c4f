#pragma once
#include "planner/plan/models/choice/priced_fleet.hpp"
#include "planner/plan/models/choice/relaxation.hpp"

/// One candidate for every service, so that whole hosts, their spares and waiting cost least.
namespace planner::plan::models {

/// Relative difference below which plan and bound count as equal: sums of a few prices differ by less.
inline constexpr double proof_gap = 1e-9;

struct FleetAnswer {
  Fleet fleet{};
  UsdPerTime lower_bound{};
};

namespace detail {

/// What a fleet costs at least with another candidate for one service: a pool without a member is smaller by no more
/// than its GPUs, or by a host where it takes whole hosts. Tells without packing anew what cannot be cheaper.
inline UsdPerTime least_with(const Market& m, const Fleet& f, std::size_t service, const Candidate& c) {
  const Candidate& before = *f.chosen[service];
  if (!m.hours.empty()) return f.wait_usd - before.wait_usd() + c.wait_usd();  // paid by the hour
  HostCounts gpus = f.gpus;
  const double version = m.inputs.policy.upgrade_room > 0 ? before.upgrade_gpus() : 0.0;
  const double room = version + (before.resident() ? before.upgrade_gpus() : before.on_demand->gpus);
  const double size = m.types[before.host].gpus;
  const bool whole_hosts = before.loads() && f.pools[before.host].gpus > size;
  const double freed = before.shared() ? 1.0 + version : std::max(room, whole_hosts ? size + version : 0.0);
  gpus[before.host] = std::max(0.0, gpus[before.host] - freed);
  gpus[c.host] = std::max(0.0, gpus[c.host] + c.whole_gpus() + std::min(0.0, m.taken_aside(c.host)));
  const HostCounts hosts = hosts_for(m.types, gpus);
  const UsdPerTime usd = cost_of(m.types, hosts) + cost_of(m.types, m.spare_rule.spares(hosts));
  return usd + f.wait_usd - before.wait_usd() + c.wait_usd();
}

/// The cheapest way to exchange the candidate of one service, where one of these saves money.
inline std::optional<Fleet> best_exchange(const Market& m, const Fleet& fleet, std::size_t service,
                                          const std::vector<const Candidate*>& ways) {
  std::optional<Fleet> best;
  UsdPerTime least = fleet.objective();
  for (const Candidate* c : ways) {
    if (c == fleet.chosen[service] || !cheaper(least_with(m, fleet, service, *c), least)) continue;
    Fleet moved = exchanged(m, fleet, service, c);
    if (!moved.keeps_weights || !cheaper(moved.objective(), least)) continue;
    least = moved.objective();
    best = std::move(moved);
  }
  return best;
}

/// Exchanges candidates, one service at a time, as long as that saves money and more than `enough` is spent.
inline Fleet descended(const Market& m, const Menu& menu, Fleet fleet, UsdPerTime enough) {
  for (bool better = true; better;) {
    better = false;
    for (std::size_t s = 0; s < menu.size(); ++s) {
      if (!cheaper(enough, fleet.objective())) return fleet;
      auto moved = best_exchange(m, fleet, s, menu[s]);
      if (!moved) continue;
      fleet = std::move(*moved);
      better = true;
    }
  }
  return fleet;
}

/// A fleet to begin with.
inline std::optional<Fleet> beginning(const Market& m, const Menu& menu) {
  auto fleet = priced_fleet(m, menu);
  return fleet ? std::optional(descended(m, menu, std::move(*fleet), {})) : std::nullopt;
}

/// The better of two fleets, of which the second may not be one.
inline void take_cheaper(std::optional<Fleet>& best, std::optional<Fleet> other) {
  if (other && (!best || cheaper(other->objective(), best->objective()))) best = std::move(other);
}

/// Branch and bound over who is on demand: the pool of the members that are settled is exact, that of the others is
/// bounded by its mean.
class FleetSearch {
 public:
  /// @param enough  the search ends with a fleet that costs no more
  /// @param at_most fleets that cost more are of no interest
  explicit FleetSearch(const Market& m, UsdPerTime enough = {}, std::optional<UsdPerTime> at_most = std::nullopt)
      : m_(m), enough_(enough), at_most_(at_most) {}

  /// States of the dynamic programmes that a search may look at: some seconds, and a tenth of it for what stands beside
  /// the plan, a tenth of that for what is listed.
  static constexpr std::size_t plan_work = 300'000, beside_work = 30'000, listed_work = 3'000;
  FleetSearch& within(std::size_t work) {
    most_work_ = work;
    return *this;
  }

  /// @param known a fleet to be beaten, where there is one
  std::optional<FleetAnswer> run(Menu menu, std::optional<Fleet> known) {
    best_ = std::move(known);
    open_.push_back({std::move(menu), 0});
    while (!open_.empty() && work_ < most_work_ && !good_enough(open_.front().bound)) {
      std::ranges::pop_heap(open_, later);
      const Node node = std::move(open_.back());
      open_.pop_back();
      visit(node);
    }
    if (!best_) return std::nullopt;
    double bound = closed_;
    for (const Node& n : open_) bound = std::min(bound, n.bound);
    const UsdPerTime lower = std::min(bound * units::usd_per_h, best_->objective());
    return FleetAnswer{std::move(*best_), lower};
  }

 private:
  struct Node {
    Menu menu{};
    double bound = 0;  ///< $/h
  };
  static bool later(const Node& a, const Node& b) { return a.bound > b.bound; }

  [[nodiscard]] bool good_enough(double bound) const {
    if (!best_) return false;
    return !cheaper(bound * units::usd_per_h, best_->objective()) || !cheaper(enough_, best_->objective());
  }

  [[nodiscard]] double at_most() const {
    if (best_) return best_->objective().in(units::usd_per_h);
    return at_most_ ? at_most_->in(units::usd_per_h) : std::numeric_limits<double>::infinity();
  }

  void visit(const Node& node) {
    const std::optional<Relaxed> r = relaxed(m_, node.menu, at_most());
    if (!r) return;
    work_ += r->result.work;
    const double bound = std::max(node.bound, r->result.lower_bound);
    for (const math::MenuChoice& choice : r->result.choices) {
      if (best_ && !cheaper(choice.cost * units::usd_per_h, best_->objective())) break;
      offer(*r, choice);
    }
    if (r->result.choices.empty() || good_enough(bound)) {
      closed_ = std::min(closed_, bound);
    } else {
      branch(node, *r, bound);
    }
  }

  void offer(const Relaxed& r, const math::MenuChoice& choice) {
    Choice chosen;
    for (std::size_t s = 0; s < choice.options.size(); ++s) chosen.push_back(r.options[s][choice.options[s]]);
    Fleet fleet = fleet_of(m_, std::move(chosen));
    if (!fleet.keeps_weights) return;
    if (!best_ || cheaper(fleet.objective(), best_->objective()))
      best_ = descended(m_, r.options, std::move(fleet), enough_);
  }

  /// On the largest claim that the bound may have taken for too little: that candidate, or any other of its service.
  void branch(const Node& node, const Relaxed& r, double bound) {
    const std::size_t service = most_unsure(node, r);
    if (service == node.menu.size()) {
      closed_ = std::min(closed_, bound);  // what is left is the packing of shared cards
      return;
    }
    const Candidate* c = taken(r, service);
    Node with{node.menu, bound}, without{node.menu, bound};
    with.menu[service] = {c};
    std::erase(without.menu[service], c);
    for (Node* n : {&with, &without}) {
      open_.push_back(std::move(*n));
      std::ranges::push_heap(open_, later);
    }
  }

  [[nodiscard]] static const Candidate* taken(const Relaxed& r, std::size_t service) {
    return r.options[service][r.result.choices.front().options[service]];
  }

  [[nodiscard]] static std::size_t most_unsure(const Node& node, const Relaxed& r) {
    std::size_t best = node.menu.size();
    double most = 0;
    for (std::size_t s = 0; s < node.menu.size() && !r.result.choices.empty(); ++s) {
      const Candidate* c = taken(r, s);
      if (c->resident() || node.menu[s].size() == 1) continue;
      const double claim = c->on_demand->claimed_gpus();
      if (best == node.menu.size() || claim > most) best = s, most = claim;
    }
    return best;
  }

  const Market& m_;
  UsdPerTime enough_;
  std::optional<UsdPerTime> at_most_;
  std::optional<Fleet> best_{};
  std::vector<Node> open_{};
  std::size_t work_ = 0, most_work_ = beside_work;
  double closed_ = std::numeric_limits<double>::infinity();
};

}  // namespace detail

/// The cheapest fleet found, and a bound on all. Nothing where a service has no candidate.
///
/// @param known a fleet of the menu to begin with, besides one by prices
inline std::optional<FleetAnswer> cheapest_fleet(const Market& m, Menu menu, std::optional<Fleet> known = {}) {
  detail::take_cheaper(known, detail::beginning(m, menu));
  return detail::FleetSearch(m).within(detail::FleetSearch::plan_work).run(std::move(menu), std::move(known));
}

namespace detail {

/// The fleet next to another that serves one service by one of these candidates: the cheapest exchange.
inline std::optional<Fleet> nearest(const Market& m, const Fleet& fleet, std::size_t service,
                                    const std::vector<const Candidate*>& ways) {
  std::optional<Fleet> best;
  for (const Candidate* c : ways) {
    Fleet moved = exchanged(m, fleet, service, c);
    if (moved.keeps_weights && (!best || cheaper(moved.objective(), best->objective()))) best = std::move(moved);
  }
  return best;
}

/// Services up to which every runner-up is searched for.
inline constexpr std::size_t searched_beside = 24;

}  // namespace detail

inline bool proven(const Fleet& fleet, UsdPerTime lower_bound) {
  return fleet.objective() <= lower_bound * (1 + proof_gap);
}

/// States that a search beside a fleet may look at: few beside one that is not proven, none for many services, where it
/// would take seconds. What is left then is the cheapest exchange of one service, an upper bound on what another choice
/// costs.
inline std::size_t work_beside(const Fleet& fleet, UsdPerTime lower_bound, std::size_t work) {
  if (fleet.chosen.size() > detail::searched_beside) return 0;
  return proven(fleet, lower_bound) ? work : std::min(work, detail::FleetSearch::listed_work);
}

/// The cheapest fleet that serves one service by one of these candidates, next to an optimal fleet. One that costs the
/// same is looked for first: there is often one, and what costs more need not be looked at.
///
/// @param work states that each of the two searches may look at; 0: the cheapest exchange, no search
inline std::optional<FleetAnswer> cheapest_beside(const Market& m, const Fleet& optimal, std::size_t service,
                                                  std::vector<const Candidate*> ways, std::size_t work) {
  Menu menu = worthwhile_menu(m);
  menu[service] = std::move(ways);
  std::optional<Fleet> known = detail::nearest(m, optimal, service, menu[service]);
  if (known && work == 0) return FleetAnswer{std::move(*known), {}};
  work = std::max(work, detail::FleetSearch::listed_work);
  const UsdPerTime enough = optimal.objective();
  auto same = detail::FleetSearch(m, enough, enough * (1 + 1e-9)).within(work).run(menu, std::nullopt);
  if (same) return same;
  if (known) known = detail::descended(m, menu, std::move(*known), enough);
  return detail::FleetSearch(m, enough).within(work).run(std::move(menu), std::move(known));
}

namespace detail {

/// Fewer requests wait, or not as long; or fewer replicas share a card or come and go, and no more do the other.
inline bool kinder(const Candidate& a, const Candidate& b) {
  if (a.resident() != b.resident()) return a.resident();
  if (!a.resident()) return a.on_demand->waiting < b.on_demand->waiting;
  const bool shares = a.shared(), comes = a.by_hours != nullptr, shared = b.shared(), came = b.by_hours != nullptr;
  return shares <= shared && comes <= came && (shares != shared || comes != came);
}

}  // namespace detail

/// Residence instead of loading, a quicker load instead of a slower one, and a card of its own for a service that
/// shares one, where that costs nothing.
inline Fleet with_free_comfort(const Market& m, Fleet fleet) {
  for (std::size_t s = 0; s < fleet.chosen.size(); ++s)
    for (const Candidate& c : m.services[s].candidates) {
      if (c.host != fleet.chosen[s]->host || !detail::kinder(c, *fleet.chosen[s])) continue;
      Fleet kinder = exchanged(m, fleet, s, &c);
      if (kinder.keeps_weights && !cheaper(fleet.objective(), kinder.objective())) fleet = std::move(kinder);
    }
  return fleet;
}

}  // namespace planner::plan::models
