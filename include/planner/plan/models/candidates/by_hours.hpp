#pragma once
#include <vector>

#include "planner/plan/models/plan.hpp"

/// Replicas that follow the hours of their teams: loaded before those start, gone when they end.
namespace planner::plan::models {

/// Replicas that are held in the same hours, not all day.
struct HeldHours {
  double replicas = 0;
  double hours = 0;  ///< per day, its loads included
  std::vector<DaySpan> spans{};
  std::vector<bool> segment{};  ///< whether it is held, by segment of the day (hour_options.hpp)
};

struct ByHours {
  double all_day = 0;  ///< replicas that are always held
  Seconds load{};      ///< for which the others are held before the hours of their teams
  std::vector<HeldHours> others{};
  /// Of the others, as a mean over the day.
  [[nodiscard]] double mean_others() const {
    double sum = 0;
    for (const HeldHours& held : others) sum += held.replicas * held.hours / 24;
    return sum;
  }
};

}  // namespace planner::plan::models
