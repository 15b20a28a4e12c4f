#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "planner/math/student_t.hpp"

namespace planner::math::simulate {

/// A mean over replications with its confidence interval (Student's t; replications are independent, their means nearly
/// normal).
struct Interval {
  double mean = 0.0, half_width = 0.0;
  [[nodiscard]] double lower() const { return mean - half_width; }
  [[nodiscard]] double upper() const { return mean + half_width; }
  [[nodiscard]] bool holds(double value) const { return lower() <= value && value <= upper(); }
};

/// `samples` of two replications or more, 0 < confidence < 1.
inline Interval interval_of(const std::vector<double>& samples, double confidence) {
  const auto n = static_cast<double>(samples.size());
  double mean = 0.0, squares = 0.0;
  for (const double x : samples) mean += x / n;
  for (const double x : samples) squares += (x - mean) * (x - mean);
  const double t = student_t_quantile(0.5 * (1.0 - confidence), static_cast<int>(samples.size()) - 1);
  return {mean, t * std::sqrt(squares / (n - 1.0) / n)};
}

struct Replications {
  int count = 20;
  double confidence = 0.99;
};

/// Runs `figures(replication)`, which returns a list of figures, for each replication; one interval per figure.
template <class Figures>
std::vector<Interval> replicate(const Replications& replications, Figures&& figures) {
  std::vector<std::vector<double>> samples;
  for (int r = 0; r < replications.count; ++r) {
    const std::vector<double> values = figures(static_cast<std::uint64_t>(r));
    samples.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) samples[i].push_back(values[i]);
  }
  std::vector<Interval> intervals;
  for (const auto& s : samples) intervals.push_back(interval_of(s, replications.confidence));
  return intervals;
}

}  // namespace planner::math::simulate
