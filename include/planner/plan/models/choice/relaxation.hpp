#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <ranges>

#include "planner/math/menu.hpp"
#include "planner/plan/models/choice/menu.hpp"
#include "planner/plan/models/choice/pool_bound.hpp"

/// The choice without what makes it hard: it bounds the cost of every fleet from below.
namespace planner::plan::models {

namespace detail {

/// Parts of a card that the bound counts in; shares of cards are rounded down to it.
inline constexpr double parts_per_card = 64;
/// Dollars of waiting are counted in these, rounded down.
inline constexpr double usd_grain = 1e-10;

inline std::int64_t parts(double cards) { return static_cast<std::int64_t>(whole_down(cards * parts_per_card)); }

/// Members of a pool by their GPUs, a power of two: a digit for each, so that the highest digits tell the largest
/// members.
inline constexpr int digit_bits = 12;

inline int highest_digit(std::int64_t classes) {
  return (static_cast<int>(std::bit_width(static_cast<std::uint64_t>(classes))) - 1) / digit_bits;
}
inline std::int64_t size_class(double gpus) {
  return std::int64_t{1} << (digit_bits * (static_cast<int>(std::bit_width(static_cast<unsigned>(gpus))) - 1));
}
/// Larger ones count as this.
inline constexpr double largest_class = 16;

/// GPUs of the largest.
inline double largest_of(std::int64_t classes) { return classes == 0 ? 0.0 : std::exp2(highest_digit(classes)); }

/// GPUs of the two largest members.
inline double two_largest(std::int64_t classes) {
  if (classes == 0) return 0;
  const int top = highest_digit(classes);
  const std::int64_t rest = classes - (std::int64_t{1} << (digit_bits * top));
  return std::exp2(top) + (rest == 0 ? 0.0 : std::exp2(highest_digit(rest)));
}

/// Shared cards may be split, and engines asleep count as members of the pool of their host type: groups, which they
/// cannot leave, are together no smaller. Two members that are each live for more of the busiest hour than a start may
/// be without room need a pool for both. And no pool is smaller than what its members hold on average: where every
/// start finds room but for a share e, those beyond the pool number at most e times the mean, so that pool >= (1 - e) *
/// mean. Of those that are often live the number tells more (pool_bound.hpp).
struct Counters {
  std::size_t types;
  double overflow;
  std::size_t segments;  ///< of the day, in which replicas take turns
  double room;           ///< models of which a second version has room

  [[nodiscard]] std::size_t size() const { return upgrade(room > 0 ? types : 0); }
  [[nodiscard]] std::size_t upgrade(std::size_t type) const { return turn(types, 0) + type; }
  [[nodiscard]] std::size_t cards(std::size_t type) const { return type; }
  [[nodiscard]] std::size_t pool(std::size_t type) const { return types + type; }
  [[nodiscard]] std::size_t largest(std::size_t type) const { return 2 * types + type; }
  /// Members of the pool at 0, engines asleep on blocks of 1, 2, 4 .. cards from 1 on.
  static constexpr std::size_t kinds = 6;
  /// The high digits count those that are live for more of the busiest hour than a start may be without room.
  static constexpr std::int64_t live_member = std::int64_t{1} << 20;
  [[nodiscard]] std::size_t members(std::size_t type, std::size_t kind) const {
    return 3 * types + type * kinds + kind;
  }
  [[nodiscard]] std::size_t often(std::size_t type, std::size_t kind) const { return members(types + type, kind); }
  [[nodiscard]] std::size_t waiting() const { return often(types, 0); }
  [[nodiscard]] std::size_t turn(std::size_t type, std::size_t segment) const {
    return waiting() + 1 + type * segments + segment;
  }
  /// Members count as often live from here on: any share would do, at this one three need three cards.
  [[nodiscard]] double often_live() const { return 2 * std::sqrt(overflow); }
  /// Cards for turns are no fewer than what is held at once.
  [[nodiscard]] std::int64_t turns(const math::Amounts& totals, std::size_t type) const {
    std::int64_t most = 0;
    for (std::size_t i = 0; i < segments; ++i) most = std::max(most, totals[turn(type, i)]);
    return most;
  }

  [[nodiscard]] math::Amounts taken(const Candidate& c) const {
    math::Amounts a(size(), 0);
    if (c.resident()) {
      a[cards(c.host)] = parts(c.shared() ? c.offer->share.memory : c.whole_gpus());
      if (c.by_hours != nullptr) add_turns(a, c);
    } else {
      const double claim = c.on_demand->claim;
      if (claim > overflow && c.loads()) a[largest(c.host)] = size_class(c.on_demand->gpus);
      a[members(c.host, kind_of(c))] = claim > overflow ? live_member : 1;
      if (claim > often_live()) a[often(c.host, kind_of(c))] = 1;
      a[pool(c.host)] = parts(c.on_demand->claimed_gpus() * (1 - overflow));
      a[waiting()] = static_cast<std::int64_t>(whole_down(c.wait_usd().in(units::usd_per_h) / usd_grain));
    }
    if (room > 0) a[upgrade(c.host)] = size_class(std::min(c.upgrade_gpus(), largest_class));
    return a;
  }

 private:
  static std::size_t kind_of(const Candidate& c) {
    const auto gpus = static_cast<unsigned>(std::min(c.on_demand->gpus, largest_class));
    return c.sleeps() ? static_cast<std::size_t>(std::bit_width(gpus)) : 0;
  }
  void add_turns(math::Amounts& a, const Candidate& c) const {
    for (const HeldHours& held : c.by_hours->others)
      for (std::size_t i = 0; i < segments; ++i)
        if (held.segment[i]) a[turn(c.host, i)] += parts(held.replicas * c.offer->tensor_parallel());
  }
};

/// Segments of the day in which replicas are held or not; none where all are held all day.
inline std::size_t segments_of(const std::vector<ServiceOptions>& services) {
  for (const ServiceOptions& s : services)
    if (!s.by_hours.empty()) return s.by_hours.front()->others.front().segment.size();
  return 0;
}

/// Candidates of which no other of the same way on demand takes at most as much of everything. Host memory, disks and
/// what engines asleep keep on cards are left out of the bound: where they bind, the search asks again without a
/// candidate.
inline std::vector<const Candidate*> undominated(const std::vector<const Candidate*>& options,
                                                 const Counters& counters) {
  std::vector<const Candidate*> kept;
  std::vector<math::Amounts> amounts;
  for (const Candidate* c : options) {
    const math::Amounts own = counters.taken(*c);
    const auto beaten_by = [&](std::size_t k) {
      return kept[k]->sleeps() == c->sleeps() && math::menu::at_most(amounts[k], own);
    };
    if (std::ranges::any_of(std::views::iota(std::size_t{0}, kept.size()), beaten_by)) continue;
    for (std::size_t k = kept.size(); k-- > 0;)
      if (kept[k]->sleeps() == c->sleeps() && math::menu::at_most(own, amounts[k])) {
        kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(k));
        amounts.erase(amounts.begin() + static_cast<std::ptrdiff_t>(k));
      }
    kept.push_back(c);
    amounts.push_back(own);
  }
  return kept;
}

/// Services of which the menu leaves one candidate, on demand: members of a pool whatever else is chosen.
inline Choice settled_members(const Menu& menu) {
  Choice members;
  for (const auto& options : menu)
    members.push_back(options.size() == 1 && !options.front()->resident() ? options.front() : nullptr);
  return members;
}

/// Cost of totals: whole hosts with their spares, and waiting. A pool only grows with its members, and so does a group
/// that needs no second one, so that they are never smaller than those of the settled ones.
class TotalCost {
 public:
  TotalCost(const Market& m, const Counters& counters, const Menu& menu)
      : m_(m), counters_(counters), fewest_(fewest_cards(counters.often_live(), counters.overflow, most_counted)) {
    const Choice settled = settled_members(menu);
    for (std::size_t t = 0; t < m.types.size(); ++t) {
      pools_.push_back(pool_on(m, settled, t));
      sleeping_.push_back(sleep_in_one_group(menu, t) ? sleeping_on(m, settled, t) : std::vector<Pool>{});
      settled_gpus_.push_back(pools_[t].gpus);
      for (const Pool& group : sleeping_[t]) settled_gpus_[t] += group.gpus;
    }
  }
  [[nodiscard]] double operator()(const math::Amounts& totals) const {
    UsdPerTime usd{};
    if (m_.hours.empty()) usd = hosts_usd(totals, [&](std::size_t t) { return counters_.turns(totals, t); });
    for (std::size_t i = 0; i < m_.hours.size(); ++i)
      usd += m_.hours[i] / 24 * hosts_usd(totals, [&](std::size_t t) { return totals[counters_.turn(t, i)]; });
    return usd.in(units::usd_per_h) + static_cast<double>(totals[counters_.waiting()]) * usd_grain;
  }
  /// Second versions of the largest model, or of the two largest where there is room for more.
  [[nodiscard]] double room_for(std::int64_t classes) const {
    return counters_.room > 1 ? two_largest(classes) : largest_of(classes);
  }
  /// Whether the settled members alone leave room for their weights.
  [[nodiscard]] bool holds_weights() const {
    for (std::size_t t = 0; t < m_.types.size(); ++t)
      if (!detail::held_weights(m_, pools_[t], sleeping_[t], m_.types[t]).all()) return false;
    return true;
  }

 private:
  /// Cards for the members of the pool, or blocks for the engines asleep of one degree.
  [[nodiscard]] double fewest(const math::Amounts& totals, std::size_t type, std::size_t kind) const {
    const auto often = static_cast<std::size_t>(totals[counters_.often(type, kind)]);
    const std::int64_t members = totals[counters_.members(type, kind)], live = members / Counters::live_member;
    const double some = live > 1 ? 2.0 : std::min(1.0, static_cast<double>(members));
    return std::max(some, fewest_[std::min(often, most_counted)]);
  }
  [[nodiscard]] double fewest_gpus(const math::Amounts& totals, std::size_t type) const {
    double gpus = std::max(two_largest(totals[counters_.largest(type)]), fewest(totals, type, 0)), block = 1;
    for (std::size_t kind = 1; kind < Counters::kinds; ++kind, block *= 2) gpus += block * fewest(totals, type, kind);
    return gpus;
  }
  /// Hosts and spares while so many parts of cards are held by turns, by type.
  template <class Turns>
  [[nodiscard]] UsdPerTime hosts_usd(const math::Amounts& totals, Turns turns) const {
    HostCounts gpus;
    for (std::size_t t = 0; t < m_.types.size(); ++t) {
      const double mean = whole_up(static_cast<double>(totals[counters_.pool(t)]) / parts_per_card);
      const double pool = std::max({settled_gpus_[t], mean, fewest_gpus(totals, t)});
      const double cards = static_cast<double>(totals[counters_.cards(t)] + turns(t)) / parts_per_card;
      const double room = counters_.room > 0 ? room_for(totals[counters_.upgrade(t)]) : 0.0;
      gpus.push_back(std::max(0.0, cards + pool + room + m_.taken_aside(t)));
    }
    const HostCounts hosts = hosts_for(m_.types, gpus);
    return cost_of(m_.types, hosts) + cost_of(m_.types, m_.spare_rule.spares(hosts));
  }

  static constexpr std::size_t most_counted = 40;  // members that are often live; more count as these
  const Market& m_;
  Counters counters_;
  std::vector<double> fewest_;
  std::vector<Pool> pools_{};
  std::vector<std::vector<Pool>> sleeping_{};
  std::vector<double> settled_gpus_{};
};

}  // namespace detail

/// A lower bound on every fleet of a menu, and choices that come near it, in dollars per hour.
struct Relaxed {
  Menu options{};
  math::MenuResult result{};
};

namespace detail {

/// What cards that come free of charge would cost, in dollars per hour: by so much a fleet can be below the price of
/// the cards that it uses.
inline double gifts(const Market& m) {
  UsdPerTime sum{};
  for (std::size_t t = 0; t < m.types.size(); ++t)
    sum += std::max(0.0, -m.taken_aside(t)) * m.types[t].usd() / m.types[t].gpus;
  return sum.in(units::usd_per_h);
}

}  // namespace detail

/// Nothing where the menu leaves no fleet; no choices where all cost more than `at_most`.
inline std::optional<Relaxed> relaxed(const Market& m, const Menu& menu, double at_most) {
  const detail::Counters counters{m.types.size(), m.inputs.policy.pool_overflow_probability,
                                  detail::segments_of(m.services), m.inputs.policy.upgrade_room};
  const detail::TotalCost cost(m, counters, menu);
  if (!cost.holds_weights()) return std::nullopt;
  Relaxed r;
  const double gifts = detail::gifts(m);
  math::MenuProblem problem{.cost = [&](const math::Amounts& totals) { return cost(totals) + gifts; },
                            .at_most = at_most + gifts};
  for (const auto& options : menu) {
    if (options.empty()) return std::nullopt;
    r.options.push_back(detail::undominated(options, counters));
    std::vector<math::Amounts>& item = problem.items.emplace_back();
    for (const Candidate* c : r.options.back()) item.push_back(counters.taken(*c));
  }
  problem.rates.assign(counters.size(), 0.0);
  problem.rates[counters.waiting()] = detail::usd_grain;
  for (std::size_t t = 0; t < m.types.size(); ++t) {
    const double card = m.types[t].usd().in(units::usd_per_h) / m.types[t].gpus / detail::parts_per_card;
    problem.rates[counters.cards(t)] = problem.rates[counters.pool(t)] = card;
    // The most of all segments is no less than their mean; an elastic fleet pays each by its hours.
    for (std::size_t i = 0; i < counters.segments; ++i)
      problem.rates[counters.turn(t, i)] =
          card * (m.hours.empty() ? 1 / static_cast<double>(counters.segments) : m.hours[i] / 24);
  }
  r.result = math::choose(problem, {.states = 500});
  r.result.lower_bound -= gifts;
  for (math::MenuChoice& choice : r.result.choices) choice.cost -= gifts;
  return r;
}

}  // namespace planner::plan::models
