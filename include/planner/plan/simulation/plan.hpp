#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "planner/base/units.hpp"
#include "planner/math/simulate/replicate.hpp"

/// What `plan_simulation` is asked, and what it answers.
namespace planner::plan {

struct SimulationInputs {
  std::uint64_t seed = 1;
  int replications = 20;               ///< 2 or more
  double confidence = 0.99;            ///< of the intervals
  double events = 1'000'000;           ///< played for each system, over all replications; more makes intervals narrower
  std::optional<Seconds> host_mtbf{};  ///< of hosts that carry pools of models; none: their failures are not played
  Seconds repair_time = 24.0 * units::hour;  ///< of those, assumed
};

/// Told how many runs are done, of all; may be empty.
using RunsDone = std::function<void(std::size_t done, std::size_t all)>;

/// One number of a plan beside what the simulator makes of it.
struct SimulatedFigure {
  std::string subject{};  ///< the class, the model or the pool of hosts
  std::string figure{};   ///< `miss_probability`, `starts_per_s`, ...
  double predicted = 0;
  double tolerance = 0;  ///< of the approximation that `predicted` comes from, in the figure's own unit; 0: exact
  math::simulate::Interval simulated{};
  std::optional<bool> inside{};  ///< whether some value within the tolerance lies in the interval; none: never seen
  /// Whether only the tolerance brings it inside.
  [[nodiscard]] bool by_tolerance() const { return inside == true && !holds(simulated, predicted, 0); }

  /// Rounding is let pass: figures that hardly vary have intervals narrower than that. After 1e8 s the clock of a play
  /// goes in steps of 1e-8 s, which is that part of a wait of a second.
  static constexpr double rounding = 1e-7;
  static bool holds(const math::simulate::Interval& interval, double predicted, double tolerance) {
    const double by = tolerance + rounding * std::abs(predicted);
    return interval.lower() <= predicted + by && interval.upper() >= predicted - by;
  }
};

struct SimulationPlan {
  std::vector<SimulatedFigure> figures{};
  std::uint64_t events = 0;          ///< played
  std::vector<std::string> notes{};  ///< what was assumed, and what was not played
};

}  // namespace planner::plan
