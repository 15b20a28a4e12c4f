#pragma once
#include <algorithm>
#include <cmath>
#include <optional>

#include "planner/plan/uncertain/one_at_a_time.hpp"

/// Values of one number, all others typical, at which the choice or the fleet turns.
namespace planner::plan::uncertain {

/// Whether a fleet carries what a design needs in a world.
inline bool carries(const std::vector<double>& fleet, std::optional<double> hosts, const Price& need) {
  if (!need.served) return false;
  if (hosts) return need.hosts <= *hosts + 1e-9;
  for (std::size_t t = 0; t < fleet.size(); ++t)
    if (need.fleet[t] > fleet[t] + 1e-9) return false;
  return true;
}

namespace detail {

/// The value between `good` and `bad` at which `turned` begins to hold, to a thousandth of their distance.
template <class Turned>
double first_turned(double good, double bad, Turned&& turned) {
  for (int i = 0; i < 10; ++i) {
    const double middle = 0.5 * (good + bad);
    (turned(middle) ? bad : good) = middle;
  }
  return bad;
}

/// The nearest value to the typical one at which `turned` holds: looked for on a grid of the law from p1 to p99, first
/// on the side where it is nearer.
template <class Turned>
std::optional<double> nearest_turn(const math::SpreadLaw& law, Turned&& turned) {
  constexpr int steps = 8;
  for (int k = 1; k <= steps; ++k)
    for (const double side : {1.0, -1.0}) {
      const auto place = [&](int step) { return law.quantile(0.5 + side * 0.49 * step / steps); };
      const double before = k == 1 ? law.typical() : place(k - 1), here = place(k);
      if (here != before && turned(here)) return first_turned(before, here, turned);
    }
  return std::nullopt;
}

inline std::optional<std::size_t> cheaper_than_own(const std::vector<Price>& prices) {
  std::optional<std::size_t> best;
  for (std::size_t d = 1; d < prices.size(); ++d) {
    const bool cheaper = prices[d].served && (!prices[0].served || prices[d].usd < prices[0].usd * (1 - 1e-9));
    if (cheaper && (!best || prices[d].usd < prices[*best].usd)) best = d;
  }
  return best;
}

}  // namespace detail

/// Where another design becomes cheaper than the plan's own.
inline std::optional<Turn> break_even(const Question& q, std::size_t number) {
  const auto value = detail::nearest_turn(q.numbers[number].law, [&](double v) {
    return detail::cheaper_than_own(detail::with_one(q, number, v)).has_value();
  });
  if (!value) return std::nullopt;
  const auto winner = detail::cheaper_than_own(detail::with_one(q, number, *value));
  return Turn{*value, q.designs[winner.value_or(0)]};
}

/// Where the fleet no longer carries the plan's own design.
inline std::optional<double> fleet_until(const Question& q, std::size_t number, const std::vector<double>& fleet) {
  return detail::nearest_turn(q.numbers[number].law, [&](double v) {
    Values values(q.numbers.size(), as_given);
    values[number] = v;
    std::vector<Price> prices;
    return !q.price(values, 1, prices) || !carries(fleet, q.fleet_hosts, prices[0]);
  });
}

}  // namespace planner::plan::uncertain
