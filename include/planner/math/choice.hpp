#pragma once
/// The bare resident / on-demand decision: `solve`, and what its answer is worth.
#include "planner/math/choice/sensitivity.hpp"
#include "planner/math/choice/solve.hpp"
