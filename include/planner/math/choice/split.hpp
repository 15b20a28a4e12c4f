#pragma once
#include "planner/math/choice/reduce.hpp"

/// How a model that the relaxed choice splits over several items is branched on.
namespace planner::math::choice {

/// What item `o` has in the relaxed choice of its model.
inline double share_of(const Relaxation& at, std::size_t model, std::size_t o) {
  double key = 1.0;
  for (std::size_t k = 0; k < rows; ++k) {
    if (!at.basis[k].of_model(model)) continue;
    if (at.basis[k].item == o) return at.share[k];
    key -= at.share[k];
  }
  return o == at.key[model] ? key : 0.0;
}

/// What the items from `begin` on have in the relaxed choice of the model.
inline double share_from(const Relaxed& node, std::size_t model, std::size_t begin) {
  double share = 0.0;
  for (std::size_t o = begin; o < node.knapsack.models[model].end; ++o) share += share_of(node.at, model, o);
  return share;
}

/// The model whose split costs most to mend; none where the relaxed choice is whole.
inline std::optional<std::size_t> model_to_split(const Relaxed& node) {
  std::optional<std::size_t> model;
  double most = -1.0;
  for (std::size_t k = 0; k < rows; ++k) {
    const Tie& tie = node.at.basis[k];
    if (tie.hold != Hold::pair) continue;
    double effect = 0.0;
    for (std::size_t r = 0; r < rows; ++r) effect += node.at.prices[r] * std::abs(tie.normal[r]);
    effect *= std::max(0.0, std::min(node.at.share[k], 1.0 - node.at.share[k]));
    if (effect > most) most = effect, model = tie.model;
  }
  const bool open = !node.at.solved && !node.knapsack.models.empty();
  return model || !open ? model : std::optional<std::size_t>(0);
}

/// The first item of the heavier part: the one past the mean GPUs of the relaxed choice, so that items which hardly
/// differ from each other stay together. Splitting them off one by one would leave the bound where it is.
inline std::size_t split_point(const Relaxed& node, std::size_t model) {
  const auto& [knapsack, at] = node;
  const Range all = knapsack.models[model];
  std::size_t low = all.end, high = all.begin;
  double mean = 0.0;
  for (std::size_t o = all.begin; o < all.end; ++o) {
    const double share = share_of(at, model, o);
    mean += share * knapsack.items[o].use[gpu_row];
    const bool mixed = o == at.key[model] || in_pair(at.basis, model, o);
    if (mixed) low = std::min(low, o), high = o;
  }
  if (low >= high) return all.begin + all.size() / 2;
  std::size_t middle = low + 1;
  while (middle < high && knapsack.items[middle].use[gpu_row] < mean) ++middle;
  return middle;
}

/// The relaxation after `model` has lost the items outside its range: ties that rested on them keep their hyperplane
/// only, and the cheapest item that is left becomes the key.
inline void narrow(const Knapsack& knapsack, Relaxation& at, std::size_t model) {
  const Range range = knapsack.models[model];
  const auto inside = [&](std::size_t o) { return o >= range.begin && o < range.end; };
  for (Tie& tie : at.basis)
    if (tie.of_model(model) && (!inside(tie.key) || !inside(tie.item))) release(tie, at.prices);
  if (inside(at.key[model])) return;
  std::size_t best = range.begin;
  for (std::size_t o = range.begin; o < range.end; ++o)
    if (at.priced[o] < at.priced[best]) best = o;
  const double extra = std::max(0.0, regret(at, model, best));
  at.bound += extra, at.value += extra;
  set_key(knapsack, at, model, best);
}

}  // namespace planner::math::choice
