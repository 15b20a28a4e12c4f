#pragma once
#include "planner/math/choice/relaxation.hpp"

/// Reduced-cost fixing: an item that would lift the bound to the cutoff cannot be part of a better choice.
namespace planner::math::choice {

/// By how much the bound rises when a model has to take item `o` instead of its cheapest.
inline double regret(const Relaxation& at, std::size_t model, std::size_t o) {
  return at.priced[o] - at.priced[at.key[model]];
}

/// A knapsack and its relaxation.
struct Relaxed {
  Knapsack knapsack{};
  Relaxation at{};
};

/// Empties `to` and puts it at the corner where `at` is; its memory is used again.
inline void restart(const Knapsack& from, const Relaxation& at, Relaxed& to) {
  auto& [knapsack, rest] = to;
  knapsack.items.clear(), knapsack.models.clear(), rest.priced.clear(), rest.key.clear();
  knapsack.capacity = from.capacity, knapsack.price_limit = from.price_limit, knapsack.fixed_cost = from.fixed_cost;
  rest.basis = at.basis, rest.inverse = at.inverse, rest.prices = at.prices, rest.slack = at.slack;
  rest.share = at.share, rest.value = at.value, rest.bound = at.bound, rest.solved = at.solved;
}

/// The one item that is left of the last model becomes part of the fixed cost, its use leaves the capacities.
inline void decide_last(Relaxed& to, std::vector<std::size_t>& decided) {
  const Item item = to.knapsack.items.back();
  to.knapsack.fixed_cost += item.cost;
  for (std::size_t r = 0; r < rows; ++r) to.knapsack.capacity[r] -= item.use[r];
  decided.push_back(item.id);
  to.knapsack.items.pop_back();
  to.at.priced.pop_back();
}

/// Finds the pairs of model m among the items that are left of it; a pair that has lost one keeps its hyperplane only.
inline void move_ties(const Knapsack& from, const Relaxation& at, std::size_t m, std::size_t begin, Relaxed& to) {
  const auto& items = to.knapsack.items;
  const auto place = [&](std::size_t o) {
    std::size_t p = begin;
    while (p < items.size() && items[p].id != from.items[o].id) ++p;
    return p;
  };
  for (std::size_t k = 0; k < rows; ++k) {
    if (!at.basis[k].of_model(m)) continue;
    Tie& tie = to.at.basis[k];
    tie.model = to.knapsack.models.size(), tie.key = place(tie.key), tie.item = place(tie.item);
    if (std::max(tie.key, tie.item) == items.size()) release(tie, at.prices);
  }
}

/// The knapsack without the items whose regret is `gap` or more; the relaxation stays where it is. Ids of the items
/// that are alone in their model are added to `decided`.
inline void reduce(const Knapsack& from, const Relaxation& at, double gap, Relaxed& to,
                   std::vector<std::size_t>& decided) {
  restart(from, at, to);
  auto& [knapsack, rest] = to;
  for (std::size_t m = 0; m < from.models.size(); ++m) {
    const std::size_t begin = knapsack.items.size(), old_key = at.key[m];
    const double most = at.priced[old_key] + gap;
    std::size_t key = begin;
    for (std::size_t o = from.models[m].begin; o < from.models[m].end; ++o) {
      if (at.priced[o] >= most && o != old_key) continue;
      if (o == old_key) key = knapsack.items.size();
      knapsack.items.push_back(from.items[o]);
      rest.priced.push_back(at.priced[o]);
    }
    if (knapsack.items.size() == begin + 1) decide_last(to, decided);
    move_ties(from, at, m, begin, to);
    if (knapsack.items.size() == begin) continue;
    knapsack.models.push_back({begin, knapsack.items.size()});
    rest.key.push_back(key);
  }
}

}  // namespace planner::math::choice
