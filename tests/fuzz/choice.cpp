#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "planner/base/error.hpp"
#include "planner/io/choice_file.hpp"
#include "planner/plan/choice/choice.hpp"

/// Whatever stands in a residency problem, reading it ends in a plan above its bound or in `InputError`.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    planner::plan::ChoiceInputs in = planner::io::read_choice(text, "fuzzed");
    in.effort.work = 100'000;
    const planner::plan::ChoicePlan plan = planner::plan::plan_choice(in);
    if (plan.solution.plan && !(plan.solution.lower_bound <= plan.solution.plan->cost)) std::abort();
    planner::io::choice_lp(in);
  } catch (const planner::InputError&) {
  }
  return 0;
}
