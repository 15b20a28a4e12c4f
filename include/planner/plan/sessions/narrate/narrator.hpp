#pragma once
#include "planner/plan/narrator.hpp"
#include "planner/plan/sessions/question/question.hpp"

namespace planner::plan::sessions {

/// Records a plan for sessions.
class Narrator : public plan::Narrator {
 public:
  Narrator(const Question& q, Trace& trace) : plan::Narrator(trace, q.inputs.defaults), q_(q) {}
  [[nodiscard]] const Question& question() const { return q_; }

 private:
  const Question& q_;
};

}  // namespace planner::plan::sessions
