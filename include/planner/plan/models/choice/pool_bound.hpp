#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

/// How small pools and groups can be at best, whatever their members.
namespace planner::plan::models {

namespace detail {

/// Expected number of members beyond `cards`, of so many that are each live for a share of time.
inline double expected_beyond(std::size_t members, double share, std::size_t cards) {
  double beyond = 0, chosen = 1;  // members over k
  for (std::size_t k = 0; k <= members; ++k) {
    const double live = static_cast<double>(k), rest = static_cast<double>(members - k);
    if (k > cards)
      beyond += (live - static_cast<double>(cards)) * chosen * std::pow(share, live) * std::pow(1 - share, rest);
    chosen *= rest / (live + 1);
  }
  return beyond;
}

}  // namespace detail

/// By number of members, up to `most`, that are each live for more than a share of time: the fewest cards of all their
/// pools and groups together. Where each start finds room but for a share `overflow` of them, the members beyond the
/// cards number at most `overflow` times the mean: sum over members of P(live and the others take all) is no less than
/// E[(N - cards)+], and the sum of these over pools no less than that of all in one. Members live for longer, or more
/// of them, only make it worse.
inline std::vector<double> fewest_cards(double share, double overflow, std::size_t most) {
  std::vector<double> cards(most + 1, 0.0);
  for (std::size_t n = 1; n <= most; ++n) {
    auto enough = static_cast<std::size_t>(std::max(1.0, cards[n - 1]));
    while (detail::expected_beyond(n, share, enough) > overflow * share * static_cast<double>(n)) ++enough;
    cards[n] = static_cast<double>(enough);
  }
  return cards;
}

}  // namespace planner::plan::models
