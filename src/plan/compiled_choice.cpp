#include "planner/plan/choice/choice.hpp"
#include "planner/plan/compiled.hpp"

namespace planner::plan::compiled {

ChoicePlan plan_choice(const ChoiceInputs& inputs) { return plan::plan_choice(inputs); }

}  // namespace planner::plan::compiled
