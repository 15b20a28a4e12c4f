// MIG slices from C++: how many GPUs a mix of slices takes, and how each of them is cut.
#include <iostream>
#include <planner/io/catalog.hpp>
#include <planner/plan/compiled.hpp>

int main() {
  planner::plan::MigInputs question;
  question.gpu = "h100-sxm";
  question.requests = {{"1g.10gb", 20}, {"2g.20gb", 6}, {"3g.40gb", 5}};
  const planner::plan::MigPlan plan = planner::plan::compiled::plan_mig(planner::io::builtin_catalog(), question);
  std::cout << plan.gpus << " GPUs" << (plan.proven ? ", proven\n" : "\n");
  for (const planner::plan::MigLayoutCount& layout : plan.layouts) {
    std::cout << layout.count << " x";
    for (const planner::plan::MigPlaced& slice : layout.placements)
      std::cout << ' ' << slice.profile << '@' << slice.start;
    std::cout << '\n';
  }
  return plan.status == planner::plan::Status::ok ? 0 : 3;
}
