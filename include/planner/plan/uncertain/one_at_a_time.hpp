#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "planner/plan/uncertain/plan.hpp"
#include "planner/plan/uncertain/question.hpp"

/// Each number at its low and its high, all others typical: the tornado, and which numbers matter at all.
namespace planner::plan::uncertain {

/// A number that changes something.
struct Mover {
  std::size_t number = 0;
  double usd_at_low = 0, usd_at_high = 0;  ///< of the plan's own design
  double uncut_swing = 0;                  ///< of its cost before hosts are whole, or of another design's
};

namespace detail {

inline std::vector<Price> with_one(const Question& q, std::size_t number, double value) {
  Values values(q.numbers.size(), as_given);
  values[number] = value;
  std::vector<Price> prices;
  if (!q.price(values, q.designs.size(), prices)) prices.assign(q.designs.size(), {.served = false});
  return prices;
}

inline double difference(const Price& a, const Price& b) {
  if (!a.served && !b.served) return 0.0;
  if (a.served != b.served) return HUGE_VAL;
  return std::max({std::abs(a.usd - b.usd), std::abs(a.uncut_usd - b.uncut_usd), std::abs(a.missed - b.missed)});
}

inline double usd_or_infinite(const Price& p) { return p.served ? p.usd : HUGE_VAL; }

}  // namespace detail

/// The numbers that change any design's price, those with the largest swing of the plan's own first.
inline std::vector<Mover> movers(const Question& q, const std::vector<Price>& typical) {
  constexpr double nothing = 1e-9;  // of the cost: rounding of sums
  std::vector<Mover> found;
  for (std::size_t n = 0; n < q.numbers.size(); ++n) {
    const auto low = detail::with_one(q, n, q.numbers[n].law.low()),
               high = detail::with_one(q, n, q.numbers[n].law.high());
    double most = 0;
    for (std::size_t d = 0; d < q.designs.size(); ++d)
      most = std::max({most, detail::difference(low[d], typical[d]), detail::difference(high[d], typical[d])});
    if (most <= nothing * typical[0].usd) continue;
    found.push_back({n, detail::usd_or_infinite(low[0]), detail::usd_or_infinite(high[0]), most});
  }
  const auto swing = [](const Mover& m) {
    return std::isinf(m.usd_at_low) && std::isinf(m.usd_at_high) ? HUGE_VAL : std::abs(m.usd_at_high - m.usd_at_low);
  };
  std::ranges::sort(found, {}, [&](const Mover& m) { return std::tuple(-swing(m), -m.uncut_swing, m.number); });
  return found;
}

}  // namespace planner::plan::uncertain
