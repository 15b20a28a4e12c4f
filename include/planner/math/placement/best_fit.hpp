#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "planner/math/placement/room.hpp"

/// Best fit, class by class. GPUs are stranded where a node's CPU or memory is gone before them; so the best node is
/// the one whose CPU and memory last just long enough for the GPUs that stay free on it.
namespace planner::math::placement {

/// CPU and memory beside one GPU, over all pods that use GPUs.
struct Companions {
  double cpu = 1.0, memory = 1.0;
};

inline Companions mean_companions(const std::vector<PlacePods>& pods) {
  double gpus = 0.0, cpu = 0.0, memory = 0.0;
  for (const PlacePods& pod : pods) {
    if (pod.gpus == 0) continue;
    const auto count = static_cast<double>(pod.count);
    gpus += count * pod.gpu_share() / whole_gpu;
    cpu += count * static_cast<double>(pod.cpu);
    memory += count * static_cast<double>(pod.memory);
  }
  return gpus == 0.0 ? Companions{} : Companions{std::max(1.0, cpu / gpus), std::max(1.0, memory / gpus)};
}

/// In which order classes are seated, and how much CPU and memory is kept beside a free GPU, as a multiple of the mean.
struct Rule {
  std::vector<std::size_t> order;
  double reserve = 1.0;
};

class BestFit {
 public:
  explicit BestFit(const PlaceProblem& problem)
      : problem_(&problem),
        companions_(mean_companions(problem.pods)),
        empty_(problem.nodes.begin(), problem.nodes.end()) {}

  /// A placement that seats every pod that still finds room when it is its turn. What has no seat in the end fits
  /// nowhere: room only shrinks.
  Placement place(const Rule& rule) {
    std::vector<Room> rooms = empty_;
    Placement placement;
    placement.seats.resize(problem_->pods.size());
    for (const std::size_t c : rule.order) seat_class(c, rule.reserve, rooms, placement);
    return placement;
  }

 private:
  /// Least first: the gap that a share leaves on its GPU, then how far CPU and memory are off, then the node.
  struct Judged {
    int gap;
    double misfit;
    std::size_t node;
    auto operator<=>(const Judged&) const = default;
  };

  void seat_class(std::size_t c, double reserve, std::vector<Room>& rooms, Placement& placement) {
    const PlacePods& pod = problem_->pods[c];
    std::vector<Judged>& queue = queue_;  // smallest on top
    queue.clear();
    for (std::size_t n = 0; n < rooms.size(); ++n)
      if (rooms[n].fits(pod)) queue.push_back(judge(rooms[n], n, pod, reserve));
    std::make_heap(queue.begin(), queue.end(), std::greater{});
    while (!queue.empty() && static_cast<std::int64_t>(placement.seats[c].size()) < pod.count) {
      std::pop_heap(queue.begin(), queue.end(), std::greater{});
      const std::size_t n = queue.back().node;
      queue.pop_back();
      placement.seats[c].push_back({n, rooms[n].seat(pod)});
      placement.allocated += pod.gpu_share();
      ++placement.pods;
      if (!rooms[n].fits(pod)) continue;
      queue.push_back(judge(rooms[n], n, pod, reserve));
      std::push_heap(queue.begin(), queue.end(), std::greater{});
    }
  }

  /// The scarcer of CPU and memory beyond what the free GPUs will want, in GPUs' worth. Too much is a misfit, too
  /// little a worse one. Pods without a GPU go where most is to spare.
  [[nodiscard]] Judged judge(const Room& room, std::size_t node, const PlacePods& pod, double reserve) const {
    const double free_gpus = static_cast<double>(room.free_share() - pod.gpu_share()) / whole_gpu;
    const double enough_for = std::min(static_cast<double>(room.cpu() - pod.cpu) / companions_.cpu,
                                       static_cast<double>(room.memory() - pod.memory) / companions_.memory);
    const double spare = enough_for - reserve * free_gpus;
    if (pod.gpus == 0) return {0, -spare, node};
    const int gap = pod.share < whole_gpu ? room.gap(pod) : 0;
    return {gap, spare < 0.0 ? short_of_companions - spare : spare, node};
  }

  static constexpr double short_of_companions = 1e6;  // larger than any spare

  const PlaceProblem* problem_;
  Companions companions_;
  std::vector<Room> empty_;
  std::vector<Judged> queue_;
};

}  // namespace planner::math::placement
