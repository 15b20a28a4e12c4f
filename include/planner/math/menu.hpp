#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

/// One option for every item, so that a cost that rises with the totals of what the options take is least.
namespace planner::math {

using Amounts = std::vector<std::int64_t>;  ///< per counter

struct MenuProblem {
  std::vector<std::vector<Amounts>> items{};     ///< by item and option; no item without an option
  std::function<double(const Amounts&)> cost{};  ///< of the totals; never falls where a total rises
  std::vector<double> rates{};                   ///< per counter: sum of rate x total is never above the cost
  double at_most = std::numeric_limits<double>::infinity();  ///< choices that cost more are of no interest
};

struct MenuChoice {
  std::vector<std::size_t> options{};  ///< by item
  double cost = 0;
};

struct MenuResult {
  std::vector<MenuChoice> choices{};  ///< the cheapest first; later ones may leave out what an earlier one dominates;
                                      ///< none where all cost more than is of interest
  double lower_bound = 0;             ///< no choice costs less
  std::size_t work = 0;               ///< states that were looked at: the same on every machine
};

struct MenuEffort {
  std::size_t states =
      2000;  ///< kept after each item; beyond them the least promising are dropped, and the bound with them
  std::size_t choices = 32;  ///< returned at most
};

namespace menu {

struct State {
  Amounts totals{};
  double bound = 0;  ///< no completion costs less
  std::size_t parent = 0, option = 0;
};

inline double linear(const std::vector<double>& rates, const Amounts& amounts) {
  double sum = 0;
  for (std::size_t k = 0; k < rates.size(); ++k) sum += rates[k] * static_cast<double>(amounts[k]);
  return sum;
}

inline bool at_most(const Amounts& a, const Amounts& b) {
  for (std::size_t k = 0; k < a.size(); ++k)
    if (a[k] > b[k]) return false;
  return true;
}

inline Amounts sum(const Amounts& a, const Amounts& b) {
  Amounts total = a;
  for (std::size_t k = 0; k < total.size(); ++k) total[k] += b[k];
  return total;
}

/// Totals of many states, row by row in one piece of memory: nearly all of a search is spent on comparing them.
class Rows {
 public:
  explicit Rows(std::size_t counters) : counters_(counters) {}

  void add(const Amounts& row) { all_.insert(all_.end(), row.begin(), row.end()); }

  /// Whether some row has no more of any counter.
  [[nodiscard]] bool any_at_most(const Amounts& totals) const {
    for (auto row = all_.begin(); row != all_.end(); row += static_cast<std::ptrdiff_t>(counters_))
      if (std::equal(totals.begin(), totals.end(), row, [](std::int64_t t, std::int64_t r) { return r <= t; }))
        return true;
    return false;
  }

 private:
  std::size_t counters_;
  std::vector<std::int64_t> all_{};
};

/// A dynamic programme over the items that keeps what no other state dominates (Nemhauser and Ullmann 1969).
class Search {
 public:
  Search(const MenuProblem& problem, const MenuEffort& effort) : problem_(problem), effort_(effort) {
    order_.resize(problem.items.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    for (const auto& options : problem.items) least_.push_back(least_rate(options));
    std::ranges::sort(
        order_, [&](std::size_t a, std::size_t b) { return least_[a] != least_[b] ? least_[a] > least_[b] : a < b; });
    rest_ = std::accumulate(least_.begin(), least_.end(), 0.0);
  }

  MenuResult run() {
    layers_.push_back({{Amounts(problem_.rates.size(), 0), 0, 0, 0}});
    incumbent_ = std::min(problem_.at_most, cheapest_one_by_one());
    for (const std::size_t item : order_) {
      rest_ -= least_[item];
      layers_.push_back(kept(extended(item)));
    }
    return result();
  }

 private:
  [[nodiscard]] double least_rate(const std::vector<Amounts>& options) const {
    double least = std::numeric_limits<double>::infinity();
    for (const Amounts& a : options) least = std::min(least, linear(problem_.rates, a));
    return least;
  }
  [[nodiscard]] double bound_of(const Amounts& totals, double rest) const {
    return std::max(problem_.cost(totals), linear(problem_.rates, totals) + rest);
  }

  /// A cost to prune by: every item takes what raises the cost least.
  double cheapest_one_by_one() {
    Amounts totals(problem_.rates.size(), 0);
    for (const std::size_t item : order_) {
      const auto& options = problem_.items[item];
      const auto best = std::ranges::min_element(options, {}, [&](const Amounts& a) {
        return std::pair(problem_.cost(sum(totals, a)), linear(problem_.rates, a));
      });
      totals = sum(totals, *best);
    }
    return problem_.cost(totals);
  }

  std::vector<State> extended(std::size_t item) {
    std::vector<State> next;
    const std::vector<State>& layer = layers_.back();
    for (std::size_t s = 0; s < layer.size(); ++s)
      for (std::size_t o = 0; o < problem_.items[item].size(); ++o) {
        State state{sum(layer[s].totals, problem_.items[item][o]), 0, s, o};
        state.bound = bound_of(state.totals, rest_);
        if (state.bound <= incumbent_ * (1 + 1e-12)) next.push_back(std::move(state));
      }
    return next;
  }

  std::vector<State> kept(std::vector<State> states) {
    work_ += states.size();
    std::ranges::sort(states, [](const State& a, const State& b) {
      return a.bound != b.bound ? a.bound < b.bound : a.totals < b.totals;
    });
    std::vector<State> kept;
    Rows rows(problem_.rates.size());
    for (State& s : states) {
      if (kept.size() == effort_.states) {
        dropped_ = std::min(dropped_, s.bound);
        break;
      }
      if (rows.any_at_most(s.totals)) continue;
      rows.add(s.totals);
      kept.push_back(std::move(s));
    }
    return kept;
  }

  [[nodiscard]] MenuResult result() const {
    MenuResult r{.lower_bound = std::min(dropped_, problem_.at_most), .work = work_};
    const std::vector<State>& last = layers_.back();
    for (std::size_t s = 0; s < std::min(last.size(), effort_.choices); ++s)
      r.choices.push_back({traced(s), problem_.cost(last[s].totals)});
    if (!last.empty()) r.lower_bound = std::min(dropped_, last.front().bound);
    return r;
  }

  [[nodiscard]] std::vector<std::size_t> traced(std::size_t state) const {
    std::vector<std::size_t> options(order_.size());
    for (std::size_t i = order_.size(); i > 0; --i) {
      const State& s = layers_[i][state];
      options[order_[i - 1]] = s.option;
      state = s.parent;
    }
    return options;
  }

  const MenuProblem& problem_;
  MenuEffort effort_;
  std::vector<std::size_t> order_{};
  std::vector<double> least_{};
  double rest_ = 0, incumbent_ = 0;
  std::size_t work_ = 0;
  double dropped_ = std::numeric_limits<double>::infinity();
  std::vector<std::vector<State>> layers_{};
};

}  // namespace menu

/// The cheapest choices, and a bound on all. Exact where the states suffice, which they do for few counters; else the
/// bound is that of the best state that was dropped. Deterministic.
inline MenuResult choose(const MenuProblem& problem, const MenuEffort& effort = {}) {
  return menu::Search(problem, effort).run();
}

}  // namespace planner::math
