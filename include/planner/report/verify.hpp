#pragma once
#include <string>
#include <vector>

#include "planner/evidence/trace.hpp"

namespace planner::report {

/// A step of a trace that does not hold.
struct TraceFault {
  std::string id, what;
};

/// Works out every formula of the trace again from the recorded values, number and dimension, and returns what does not
/// hold: a formula that cannot be read, that gives another value or dimension, or that names a later step; an input
/// without a source; an id that appears twice or is no name. An empty result means that the trace verifies.
/// @param relative_tolerance of a step's value against its formula; 1e-9 leaves room for another order of additions.
std::vector<TraceFault> verify(const Trace& trace, double relative_tolerance = 1e-9);

}  // namespace planner::report
