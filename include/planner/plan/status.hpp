#pragma once
#include <string>

/// What every plan carries beside its numbers.
namespace planner::plan {

enum class Status { ok, marginal, unknown, forbidden, infeasible };

/// An option turned down: what, why with numbers, and what would have to change.
struct Rejected {
  std::string session_class{}, option{}, code{}, reason{}, change{};
};

/// A constraint that could not be checked because nobody has published the number.
struct Unknown {
  std::string session_class{}, option{}, what{}, matters_from{};
};

}  // namespace planner::plan
