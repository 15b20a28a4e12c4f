#pragma once
#include <chrono>
#include <cstddef>
#include <string>

namespace planner::cli {

/// A line on standard error that shows how far a long run is, with rate and time left. Silent for the first second and
/// where standard error is no terminal; the line is wiped at the end.
class Progress {
 public:
  explicit Progress(std::string things);  ///< what is counted: "points"
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void show(std::size_t done, std::size_t all);

 private:
  using Clock = std::chrono::steady_clock;
  std::string things_;
  bool terminal_;
  Clock::time_point start_ = Clock::now(), last_ = start_;
  std::size_t first_ = 0;  ///< done before the first call of `show`: kept from an earlier run
  bool counting_ = false, drawn_ = false;
};

/// "1,250 of 10,000 points, 420 points/s, 21 s left".
std::string progress_text(std::size_t done, std::size_t all, double per_s, const std::string& things);

}  // namespace planner::cli
