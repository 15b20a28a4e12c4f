#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "planner/math/packing/problem.hpp"
#include "planner/plan/status.hpp"

/// What `plan_pack` is asked, and what it answers.
namespace planner::plan {

struct PackResource {
  std::string name{};
  double unit = 1.0;  ///< sizes in the problem are whole multiples of it: 0.25 where the smallest step is a quarter
};

/// Any items on any bins. The names stand in the order of the problem's resources, items and bins.
struct PackInputs {
  std::vector<PackResource> resources{};
  std::vector<std::string> items{}, bins{};
  math::PackProblem problem{};
  math::PackEffort effort{};
};

/// What one resource alone would ask for, if items could be cut at will.
struct PackConstraint {
  std::string resource{};
  double cost = 0;  ///< of the bins, not yet whole
};

/// An item that is larger in one resource than every bin.
struct PackMisfit {
  std::size_t item = 0, resource = 0;
  double size = 0, largest = 0;
};

struct PackPlan {
  Status status = Status::ok;
  math::PackResult result{};
  std::vector<std::int64_t> bins_used{};  ///< per bin type
  std::vector<PackConstraint> counts{};
  std::string binding{};  ///< the resource that asks for most
  std::vector<PackMisfit> misfits{};
  std::optional<std::int64_t> bins_without_limits{};  ///< where bins run out: what would do if none did
};

}  // namespace planner::plan
