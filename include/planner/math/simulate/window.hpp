#pragma once
#include <algorithm>
#include <cstdint>

namespace planner::math::simulate {

/// One replication: its random numbers, the time that is left out while the system fills, and the time observed.
struct Run {
  std::uint64_t seed = 1;
  std::uint64_t replication = 0;
  double warm_up = 0.0;  ///< from an empty system; dropped
  double length = 1.0;   ///< observed after it

  [[nodiscard]] double end() const { return warm_up + length; }
  [[nodiscard]] bool observes(double now) const { return now >= warm_up && now < end(); }
};

/// The average over time of something that stays as it is between events.
class TimeAverage {
 public:
  explicit TimeAverage(const Run& run) : from_(run.warm_up), length_(run.length) {}

  /// It is `value` from `now` on.
  void set(double now, double value) {
    close(now);
    value_ = value;
  }
  void add(double now, double change) { set(now, value_ + change); }
  [[nodiscard]] double value() const { return value_; }
  /// Over the time observed.
  [[nodiscard]] double mean() {
    close(from_ + length_);
    return area_ / length_;
  }

 private:
  void close(double now) {
    const double until = std::min(now, from_ + length_);
    area_ += value_ * std::max(0.0, until - std::max(since_, from_));
    since_ = std::max(since_, now);
  }

  double from_, length_, value_ = 0.0, since_ = 0.0, area_ = 0.0;
};

}  // namespace planner::math::simulate
