#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

#include "planner/math/packing.hpp"
#include "planner/math/placement/problem.hpp"

namespace planner::math::placement {

/// GPUs as bins of 1,000 that cost nothing, and for every share a bin of its own that costs what is left out in it.
inline PackProblem gpus_alone(const PlaceProblem& problem) {
  std::map<std::int64_t, std::int64_t> pieces;  // share, count
  std::int64_t gpus = 0;
  for (const PlacePods& pod : problem.pods)
    if (pod.gpus > 0) pieces[pod.share] += pod.gpus * pod.count;
  for (const PlaceNode& node : problem.nodes) gpus += node.gpus;

  PackProblem cutting;
  for (const auto& [share, count] : pieces) cutting.items.push_back({{share}, count});
  cutting.bins.push_back({.capacity = {whole_gpu}, .cost = 0.0, .available = gpus});
  for (std::size_t i = 0; i < cutting.items.size(); ++i) {
    PackBin left_out{.capacity = {whole_gpu}, .cost = static_cast<double>(cutting.items[i].size[0])};
    left_out.sizes.resize(cutting.items.size());
    left_out.sizes[i] = {whole_gpu};
    cutting.bins.push_back(left_out);
  }
  return cutting;
}

/// No placement allocates more, in thousandths of GPUs: all GPUs together are cut without regard to nodes, CPU, memory
/// and models, by the linear program over all ways to share a GPU (Gilmore and Gomory 1961; `pack_bound`).
inline std::int64_t most_allocated(const PlaceProblem& problem) {
  std::int64_t asked = 0;
  for (const PlacePods& pod : problem.pods) asked += pod.gpu_share() * pod.count;
  if (asked == 0) return 0;
  constexpr double rounding = 1e-6;  // what is left out is a whole number; the bound below it is a sum in doubles
  const double left_out = std::ceil(pack_bound(gpus_alone(problem)).lower_bound - rounding);
  return asked - static_cast<std::int64_t>(std::max(0.0, left_out));
}

}  // namespace planner::math::placement
