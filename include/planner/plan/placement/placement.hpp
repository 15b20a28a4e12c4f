#pragma once
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "planner/base/units.hpp"
#include "planner/evidence/trace.hpp"
#include "planner/plan/placement/plan.hpp"

namespace planner::plan {

namespace detail {

/// Pods that ask for the same are one class, in the order in which they first appear; `members` are places in the list.
struct PodClasses {
  math::PlaceProblem problem;
  std::vector<std::vector<std::size_t>> members;
};

inline PodClasses classes_of(const PlacementInputs& in) {
  PodClasses classes;
  for (const NamedNode& node : in.nodes) classes.problem.nodes.push_back(node.room);
  std::map<std::tuple<std::int64_t, std::int64_t, int, int, std::vector<int>>, std::size_t> known;
  for (std::size_t p = 0; p < in.pods.size(); ++p) {
    const math::PlacePods& need = in.pods[p].need;
    const auto key = std::tuple(need.cpu, need.memory, need.gpus, need.share, need.models);
    const auto [it, is_new] = known.emplace(key, classes.members.size());
    if (is_new) {
      classes.problem.pods.push_back(need);
      classes.problem.pods.back().count = 0;
      classes.members.emplace_back();
    }
    ++classes.problem.pods[it->second].count;
    classes.members[it->second].push_back(p);
  }
  return classes;
}

inline void trace_placement(Trace& trace, const PlacementPlan& plan) {
  using units::gpu;
  trace.input("inputs.gpus", plan.gpus * gpu, "given", "GPUs of all nodes");
  trace.input("inputs.gpus_asked", plan.gpus_asked * gpu, "given", "shares of all pods");
  trace.input("gpus_left_out", (plan.gpus_asked - plan.gpus_allocated) * gpu, "best fit under many orders",
              "shares of the pods that found no room");
  trace.step("gpus_allocated", "inputs.gpus_asked - gpus_left_out", plan.gpus_allocated * gpu);
  if (plan.gpus > 0.0) trace.step("allocated_share", "gpus_allocated / inputs.gpus", plan.share(plan.gpus_allocated));
}

}  // namespace detail

/// Places pods on given nodes: each on one node with its CPU and memory, whole GPUs to itself, a share inside one GPU,
/// of a GPU model that will do. As much GPU as possible is allocated; who is left out fits on no node beside the
/// others. Of equal pods those named first are seated. See `math::place` for the method and the bound.
inline PlacementPlan plan_placement(const PlacementInputs& inputs, Trace* trace = nullptr) {
  constexpr double whole = math::whole_gpu;
  const detail::PodClasses classes = detail::classes_of(inputs);
  const math::PlaceResult result = math::place(classes.problem, inputs.effort);
  PlacementPlan plan;
  plan.seats.resize(inputs.pods.size());
  plan.left_out = inputs.pods.size();
  for (std::size_t c = 0; c < classes.members.size(); ++c) {
    const std::vector<math::Seat>& seats = result.placement.seats[c];
    for (std::size_t i = 0; i < seats.size(); ++i) plan.seats[classes.members[c][i]] = seats[i];
    plan.left_out -= seats.size();
  }
  for (const NamedNode& node : inputs.nodes) plan.gpus += node.room.gpus;
  for (const NamedPod& pod : inputs.pods) plan.gpus_asked += pod.need.gpu_share() / whole;
  plan.gpus_allocated = static_cast<double>(result.placement.allocated) / whole;
  plan.gpus_bound = static_cast<double>(result.most_allocated) / whole;
  if (trace != nullptr) detail::trace_placement(*trace, plan);
  return plan;
}

}  // namespace planner::plan
