#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>

#include "planner/catalog/boundary.hpp"

/// Reading measured start curves between and beyond their points.
namespace planner::unit {

/// A value read off a curve.
struct CurveReading {
  double value = 0;
  bool extrapolated = false;  ///< beyond the measured points, along the last line
};

namespace detail {

/// Straight lines through points that come one by one, in ascending x: the two around `at`, or the last two.
class Line {
 public:
  explicit Line(double at) : at_(at) {}

  /// False once the points around `at` are found.
  bool take(double x, CurveReading y) {
    if (points_ >= 2 && x1_ >= at_) return false;
    x0_ = x1_, y0_ = y1_, x1_ = x, y1_ = y;
    return ++points_ < 2 || x1_ < at_;
  }
  /// Before the first point its own value. At least one point has been taken.
  [[nodiscard]] CurveReading read() const {
    if (points_ == 1) return {y1_.value, y1_.extrapolated || at_ > x1_};
    if (at_ <= x0_) return y0_;
    const double share = (at_ - x0_) / (x1_ - x0_);
    return {y0_.value + share * (y1_.value - y0_.value), y0_.extrapolated || y1_.extrapolated || share > 1.0};
  }
  [[nodiscard]] int points() const { return points_; }

 private:
  double at_, x0_ = 0, x1_ = 0;
  CurveReading y0_{}, y1_{};
  int points_ = 0;
};

/// Line of ln seconds over ln concurrency through the points that were run.
inline Line log_completion(const catalog::StartCurve& curve, double concurrency) {
  Line line(std::log(std::max(1.0, concurrency)));
  for (std::size_t i = 0; i < curve.concurrency.size(); ++i)
    if (curve.seconds[i] && !line.take(std::log(curve.concurrency[i]), {std::log(*curve.seconds[i]), false})) break;
  return line;
}

}  // namespace detail

/// Seconds until `concurrency` starts at once are all up beside `resident` sessions, on the host of the curves: log-log
/// in concurrency, then log seconds straight over residents. Below one start: one start. The curves ascend in resident
/// and concurrency, and each has a point; one with a single point speaks for that concurrency alone.
inline CurveReading completion(std::span<const catalog::StartCurve> curves, double resident, double concurrency) {
  detail::Line over_residents(resident);
  for (const catalog::StartCurve& curve : curves) {
    const detail::Line line = detail::log_completion(curve, concurrency);
    const CurveReading reading = line.read();
    const bool out_of_reach = line.points() == 1 && reading.extrapolated;
    if (!out_of_reach && !over_residents.take(curve.resident, reading)) break;
  }
  const CurveReading r = over_residents.read();
  return {std::exp(r.value), r.extrapolated};
}

/// Highest rate that the points of the curves show beside `resident` sessions: the largest n / completion(n), per
/// second.
inline double highest_rate(std::span<const catalog::StartCurve> curves, double resident) {
  double best = 0.0;
  for (double n : curves.front().concurrency) best = std::max(best, n / completion(curves, resident, n).value);
  return best;
}

/// CPU-seconds of one start when `concurrency` run at once: log-log as above.
inline double start_cpu_seconds(std::span<const double> concurrency, std::span<const double> cpu_seconds, double at) {
  detail::Line line(std::log(std::max(1.0, at)));
  for (std::size_t i = 0; i < concurrency.size(); ++i)
    if (!line.take(std::log(concurrency[i]), {std::log(cpu_seconds[i]), false})) break;
  return std::exp(line.read().value);
}

}  // namespace planner::unit
