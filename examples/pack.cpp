// Vector packing from C++: pods with memory and CPU on nodes of two sizes, at the least price.
#include <iostream>
#include <planner/plan/compiled.hpp>

int main() {
  planner::plan::PackInputs question;
  question.resources = {{"GiB", 1.0}, {"vCPU", 0.25}};  // sizes of vCPU are in quarters
  question.items = {"web", "worker", "cache"};
  question.bins = {"small", "large"};
  question.problem.items = {{{2, 2}, 300}, {{4, 8}, 120}, {{30, 4}, 25}};
  question.problem.bins = {{{64, 64}, 0.8}, {{128, 128}, 1.5}};
  const planner::plan::PackPlan plan = planner::plan::compiled::plan_pack(question);
  std::cout << plan.result.bins << " nodes for " << plan.result.cost << " USD/h, at least " << plan.result.lower_bound
            << '\n';
  for (const planner::math::PackPattern& pattern : plan.result.patterns) {
    std::cout << pattern.count << " x " << question.bins[pattern.bin] << ':';
    for (std::size_t i = 0; i < question.items.size(); ++i)
      if (pattern.items[i] > 0) std::cout << ' ' << pattern.items[i] << ' ' << question.items[i];
    std::cout << '\n';
  }
  return plan.status == planner::plan::Status::ok ? 0 : 3;
}
