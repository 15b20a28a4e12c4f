// Load from C++: how long a replica takes to start in every way, and what each holds while it waits.
#include <iostream>
#include <planner/base/error.hpp>
#include <planner/io/catalog.hpp>
#include <planner/plan/load/load.hpp>

using namespace planner;

int main() {
  try {
    plan::LoadInputs question{.host = "aws/p5.48xlarge", .from = catalog::WeightPlace::object_store};
    question.replica = {.model = "Qwen/Qwen3-32B", .gpu = "h100-sxm", .engine = "vllm@0.20", .tensor_parallel = 2};
    question.loads = 4;
    const plan::LoadPlan plan = plan::plan_load(io::builtin_catalog(), question);
    for (const plan::StartOption& start : plan.starts)
      if (const Estimate<Seconds>& t = start.chain.time; t.known())
        std::cout << t.value().in(units::second) << " s (p90 " << t.high_or_typical().in(units::second) << " s), holds "
                  << start.host_memory.in(units::GiB) << " GiB of host memory\n";
    for (const unit::LoadStage& stage : plan.asked.chain.stages)
      std::cout << plan::to_text(stage.step) << ": " << stage.time.value().in(units::second) << " s\n";
    return plan.status == plan::Status::ok ? 0 : 3;
  } catch (const InputError& fault) {
    for (const Issue& issue : fault.issues()) std::cerr << issue.where << ": " << issue.rule << '\n';
    return 2;
  }
}
