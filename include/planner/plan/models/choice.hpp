#pragma once
#include "planner/plan/models/relaxation.hpp"

/// One candidate for every service, so that whole hosts, their spares and waiting cost least.
namespace planner::plan::models {

struct FleetAnswer {
  Fleet fleet{};
  UsdPerTime lower_bound{};
};

namespace detail {

/// The cheapest way to exchange the candidate of one service, where it is one of these.
inline std::optional<Fleet> best_exchange(const Market& m, const Fleet& fleet, std::size_t service,
                                          const std::vector<const Candidate*>& ways) {
  std::optional<Fleet> best;
  for (const Candidate* c : ways) {
    if (c == fleet.chosen[service]) continue;
    Fleet moved = exchanged(m, fleet, service, c);
    if (moved.keeps_weights && (!best || cheaper(moved.objective(), best->objective()))) best = std::move(moved);
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
      if (!moved || !cheaper(moved->objective(), fleet.objective())) continue;
      fleet = std::move(*moved);
      better = true;
    }
  }
  return fleet;
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
/// @param known a fleet of the menu to begin with: the search is quicker the cheaper it is
inline std::optional<FleetAnswer> cheapest_fleet(const Market& m, Menu menu, std::optional<Fleet> known = {}) {
  return detail::FleetSearch(m).within(detail::FleetSearch::plan_work).run(std::move(menu), std::move(known));
}

namespace detail {

/// A fleet of the menu by exchanging candidates, one at a time.
inline std::optional<Fleet> nearby(const Market& m, const Menu& menu, const Fleet& fleet, std::size_t service) {
  std::optional<Fleet> best;
  for (const Candidate* c : menu[service]) {
    Fleet moved = descended(m, menu, exchanged(m, fleet, service, c), fleet.objective());
    if (moved.keeps_weights && (!best || cheaper(moved.objective(), best->objective()))) best = std::move(moved);
  }
  return best;
}

}  // namespace detail

/// The cheapest fleet that serves one service by one of these candidates, next to an optimal fleet. One that costs the
/// same is looked for first: there is often one, and what costs more need not be looked at.
///
/// @param work states that each of the two searches may look at
inline std::optional<FleetAnswer> cheapest_beside(const Market& m, const Fleet& optimal, std::size_t service,
                                                  std::vector<const Candidate*> ways,
                                                  std::size_t work = detail::FleetSearch::beside_work) {
  Menu menu = full_menu(m.services);
  menu[service] = std::move(ways);
  const UsdPerTime enough = optimal.objective();
  auto same = detail::FleetSearch(m, enough, enough * (1 + 1e-9)).within(work).run(menu, std::nullopt);
  if (same) return same;
  std::optional<Fleet> known = detail::nearby(m, menu, optimal, service);
  return detail::FleetSearch(m, enough).within(work).run(std::move(menu), std::move(known));
}

namespace detail {

/// Fewer requests wait, or fewer share a card.
inline bool kinder(const Candidate& a, const Candidate& b) {
  if (a.resident() != b.resident()) return a.resident();
  return !a.shared() && b.shared();
}

}  // namespace detail

/// Residence instead of loading, and a card of its own for a service that shares one, where that costs nothing.
inline Fleet with_free_comfort(const Market& m, Fleet fleet) {
  for (std::size_t s = 0; s < fleet.chosen.size(); ++s)
    for (const Candidate& c : m.services[s].candidates) {
      if (c.host != fleet.chosen[s]->host || !detail::kinder(c, *fleet.chosen[s])) continue;
      Fleet kinder = exchanged(m, fleet, s, &c);
      if (!cheaper(fleet.objective(), kinder.objective())) fleet = std::move(kinder);
    }
  return fleet;
}

}  // namespace planner::plan::models
