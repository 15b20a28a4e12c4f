#pragma once
#include <algorithm>
#include <bit>
#include <cmath>

#include "planner/math/menu.hpp"
#include "planner/plan/models/menu.hpp"

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
/// GPUs of the two largest members.
inline double two_largest(std::int64_t classes) {
  if (classes == 0) return 0;
  const int top = highest_digit(classes);
  const std::int64_t rest = classes - (std::int64_t{1} << (digit_bits * top));
  return std::exp2(top) + (rest == 0 ? 0.0 : std::exp2(highest_digit(rest)));
}

/// Shared cards may be split. Two members that are each live for more of the busiest hour than a start may be without
/// room need a pool for both. And no pool is smaller than what its members hold on average: where every start finds
/// room but for a share e, those beyond the pool number at most e times the mean, so that pool >= (1 - e) * mean.
struct Counters {
  std::size_t types;
  double overflow;

  [[nodiscard]] std::size_t size() const { return 3 * types + 1; }
  [[nodiscard]] std::size_t cards(std::size_t type) const { return type; }
  [[nodiscard]] std::size_t pool(std::size_t type) const { return types + type; }
  [[nodiscard]] std::size_t largest(std::size_t type) const { return 2 * types + type; }
  [[nodiscard]] std::size_t waiting() const { return 3 * types; }

  [[nodiscard]] math::Amounts taken(const Candidate& c) const {
    math::Amounts a(size(), 0);
    if (c.resident()) {
      a[cards(c.host)] = parts(c.shared() ? c.offer->share.memory : c.whole_gpus());
    } else {
      if (c.on_demand->claim > overflow) a[largest(c.host)] = size_class(c.on_demand->gpus);
      a[pool(c.host)] = parts(c.on_demand->claimed_gpus() * (1 - overflow));
      a[waiting()] = static_cast<std::int64_t>(whole_down(c.wait_usd().in(units::usd_per_h) / usd_grain));
    }
    return a;
  }
};

/// Candidates of which no other takes at most as much of everything. Host memory and disks are left out of the bound:
/// where they bind, the search asks again without a candidate.
inline std::vector<const Candidate*> undominated(const std::vector<const Candidate*>& options,
                                                 const Counters& counters) {
  std::vector<const Candidate*> kept;
  std::vector<math::Amounts> amounts;
  for (const Candidate* c : options) {
    const math::Amounts own = counters.taken(*c);
    if (std::ranges::any_of(amounts, [&](const math::Amounts& a) { return math::menu::at_most(a, own); })) continue;
    for (std::size_t k = kept.size(); k-- > 0;)
      if (math::menu::at_most(own, amounts[k])) {
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

/// Cost of totals: whole hosts with their spares, and waiting. A pool only grows with its members, so that it is never
/// smaller than that of the settled ones.
class TotalCost {
 public:
  TotalCost(const Market& m, const Counters& counters, const Choice& settled) : m_(m), counters_(counters) {
    for (std::size_t t = 0; t < m.types.size(); ++t) pools_.push_back(pool_on(m, settled, t));
  }
  [[nodiscard]] double operator()(const math::Amounts& totals) const {
    HostCounts gpus;
    for (std::size_t t = 0; t < m_.types.size(); ++t) {
      const double mean = whole_up(static_cast<double>(totals[counters_.pool(t)]) / parts_per_card);
      const double pool = std::max({pools_[t].gpus, mean, two_largest(totals[counters_.largest(t)])});
      const double cards = static_cast<double>(totals[counters_.cards(t)]) / parts_per_card;
      gpus.push_back(std::max(0.0, cards + pool + m_.taken_aside(t)));
    }
    const HostCounts hosts = hosts_for(m_.types, gpus);
    const UsdPerTime usd = cost_of(m_.types, hosts) + cost_of(m_.types, m_.spare_rule.spares(hosts));
    return usd.in(units::usd_per_h) + static_cast<double>(totals[counters_.waiting()]) * usd_grain;
  }
  /// Whether the settled members alone leave room for their weights.
  [[nodiscard]] bool holds_weights() const {
    for (std::size_t t = 0; t < m_.types.size(); ++t)
      if (!detail::holds_weights(m_, pools_[t], m_.types[t])) return false;
    return true;
  }

 private:
  const Market& m_;
  Counters counters_;
  std::vector<Pool> pools_;
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
  const detail::Counters counters{m.types.size(), m.inputs.policy.pool_overflow_probability};
  const detail::TotalCost cost(m, counters, detail::settled_members(menu));
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
  for (std::size_t t = 0; t < m.types.size(); ++t)
    problem.rates[counters.cards(t)] = problem.rates[counters.pool(t)] =
        m.types[t].usd().in(units::usd_per_h) / m.types[t].gpus / detail::parts_per_card;
  r.result = math::choose(problem, {.states = 500});
  r.result.lower_bound -= gifts;
  for (math::MenuChoice& choice : r.result.choices) choice.cost -= gifts;
  return r;
}

}  // namespace planner::plan::models
