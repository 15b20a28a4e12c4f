#pragma once
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "planner/math/uncertain/sobol_indices.hpp"
#include "planner/plan/uncertain/regret.hpp"

/// What the spread of the answer comes from, and what is worth measuring.
namespace planner::plan::uncertain {

/// Shares of the variance of the logarithm of the plan's own cost, of the first `count` movers. Of the cost itself a
/// single world can hold a quarter of the variance, so that shares would be those of the dearest few worlds. Each takes
/// as many worlds again as the two sets of points have, so that only the largest are looked at.
inline std::vector<math::SobolIndex> variance_shares(const Question& q, const std::vector<Mover>& movers,
                                                     std::size_t count) {
  const std::size_t n = std::max<std::size_t>(64, q.samples / 4), d = movers.size();
  const math::SobolPoints points(2 * d, q.seed + 1);
  Values values(q.numbers.size(), as_given);
  const auto log_cost = [&](std::uint32_t i, auto&& dimension) {
    draw(
        q, movers, [&](std::size_t k) { return points.at(i, dimension(k)); }, values);
    std::vector<Price> prices;
    return q.price(values, 1, prices) && prices[0].served && prices[0].usd > 0 ? std::log(prices[0].usd) : std::nan("");
  };
  std::vector<double> a, b;
  std::vector<std::vector<double>> mixed(count);
  for (std::uint32_t i = 0; i < n; ++i) {
    std::vector<double> row{log_cost(i, [](std::size_t k) { return k; }),
                            log_cost(i, [&](std::size_t k) { return d + k; })};
    for (std::size_t m = 0; m < count; ++m)
      row.push_back(log_cost(i, [&](std::size_t k) { return k == m ? d + k : k; }));
    if (std::ranges::any_of(row, [](double x) { return std::isnan(x); })) continue;  // worlds that are not served
    a.push_back(row[0]);
    b.push_back(row[1]);
    for (std::size_t m = 0; m < count; ++m) mixed[m].push_back(row[2 + m]);
  }
  std::vector<math::SobolIndex> shares;
  for (std::size_t m = 0; m < count && !a.empty(); ++m) shares.push_back(math::sobol_index(a, b, mixed[m]));
  return shares;
}

namespace detail {

/// Mean saving if the choice could be made anew in each bin of worlds: the mean regret of `choice` less that of each
/// bin's best design.
inline double saved_by_bins(const Regrets& r, std::size_t choice, const std::vector<std::size_t>& order) {
  constexpr std::size_t bins = 16;
  double saved = 0;
  for (std::size_t b = 0; b < bins; ++b) {
    const std::size_t from = order.size() * b / bins, to = order.size() * (b + 1) / bins;
    std::vector<double> sum(r.designs(), 0.0);
    for (std::size_t i = from; i < to; ++i)
      for (std::size_t d = 0; d < r.designs(); ++d) sum[d] += r.at(d, order[i]);
    saved += sum[choice] - std::ranges::min(sum);
  }
  return saved / static_cast<double>(order.size());
}

}  // namespace detail

/// Expected value of knowing one number before the choice (partial perfect information), by bins of its drawn values
/// (Strong and Oakley 2013, Med. Decis. Making 33). What bins of no meaning would seem to save is taken off.
inline double worth_knowing(const std::vector<DrawnWorld>& worlds, const Regrets& r, std::size_t choice,
                            std::size_t mover) {
  std::vector<std::size_t> order(worlds.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(worlds[i].drawn[mover], i); });
  const double by_value = detail::saved_by_bins(r, choice, order);
  std::ranges::sort(order, {}, [](std::size_t i) { return std::pair(math::detail::hashed(i), i); });
  return std::max(0.0, by_value - detail::saved_by_bins(r, choice, order));
}

}  // namespace planner::plan::uncertain
