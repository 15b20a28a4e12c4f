#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "planner/plan/status.hpp"

/// What `plan_mig` is asked, and what it answers.
namespace planner::plan {

struct MigRequest {
  std::string profile{};  ///< `1g.10gb`
  std::int64_t count = 0;
};

/// An instance on a GPU, in memory slices.
struct MigPlaced {
  std::string profile{};
  int start = 0, size = 0;
};

struct MigInputs {
  std::string gpu{};  ///< id of a GPU, or of a MIG table
  std::vector<MigRequest> requests{};
  bool one_gpu = false;               ///< asks whether they fit on a single GPU
  std::vector<MigPlaced> occupied{};  ///< instances that the single GPU already holds (their size is not read)
};

struct MigLayoutCount {
  std::int64_t count = 0;  ///< GPUs cut like this
  std::vector<MigPlaced> placements{};
};

/// GPUs that one constraint alone would ask for; not yet whole.
struct MigConstraint {
  std::string constraint{};  ///< `memory slices`, `compute slices`, `instances of 3g.40gb`
  double gpus = 0;
};

struct MigPlan {
  Status status = Status::ok;
  std::string table{};  ///< id of the MIG table
  std::int64_t gpus = 0, lower_bound = 0;
  bool proven = false;
  std::vector<MigLayoutCount> layouts{};
  std::vector<MigConstraint> counts{};
  std::string binding{};               ///< the constraint that decides; `placement` where no slices and counts alone do
  bool placements_verified = false;    ///< the table's starts were printed by a driver, rather than inferred
  std::vector<std::string> reasons{};  ///< why infeasible, and what would have to change
};

}  // namespace planner::plan
