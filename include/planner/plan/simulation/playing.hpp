#pragma once
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "planner/plan/simulation/plan.hpp"

namespace planner::plan::detail {

/// What a play yields: its figures in the order of the predictions, and the events that it took.
struct Played {
  std::vector<double> figures;
  std::uint64_t events = 0;
};

struct Prediction {
  std::string subject, figure;
  double value = 0;
  double tolerance = 0;  ///< of the approximation that it comes from, in the figure's unit
};

/// Plays systems one after another and puts their figures beside the predictions.
class Playing {
 public:
  /// `systems` are played in all; `progress` is told of every run.
  Playing(const SimulationInputs& in, std::size_t systems, const RunsDone& progress)
      : in_(in), progress_(progress), runs_(systems * static_cast<std::size_t>(in.replications)) {}

  /// `play_one(replication)` returns `Played`, with one figure for each prediction.
  template <class PlayOne>
  void play(const std::vector<Prediction>& predictions, PlayOne&& play_one) {
    const math::simulate::Replications replications{in_.replications, in_.confidence};
    const auto intervals = math::simulate::replicate(replications, [&](std::uint64_t r) {
      Played played = play_one(r);
      plan_.events += played.events;
      ++runs_done_;
      if (progress_) progress_(runs_done_, runs_);
      return std::move(played.figures);
    });
    for (std::size_t i = 0; i < predictions.size(); ++i) add(predictions[i], intervals[i]);
  }

  [[nodiscard]] const SimulationInputs& inputs() const { return in_; }
  /// Events of one replication of one system.
  [[nodiscard]] double events_per_run() const { return in_.events / in_.replications; }
  [[nodiscard]] SimulationPlan plan() && { return std::move(plan_); }

 private:
  void add(const Prediction& p, const math::simulate::Interval& interval) {
    const double tolerance = p.tolerance > 1e-9 * std::abs(p.value) ? p.tolerance : 0;  // less is rounding
    SimulatedFigure figure{p.subject, p.figure, p.value, tolerance, interval, std::nullopt};
    if (!never_seen(p, interval)) figure.inside = SimulatedFigure::holds(interval, p.value, tolerance);
    plan_.figures.push_back(std::move(figure));
  }

  /// No request was cold, or every one, where the plan says some.
  static bool never_seen(const Prediction& p, const math::simulate::Interval& interval) {
    const bool always = p.figure == "cold_fraction" && interval.lower() >= 1 - SimulatedFigure::rounding && p.value < 1;
    const bool never = interval.mean == 0.0 && interval.half_width == 0.0 && p.value > 0.0;
    return always || never;
  }

  SimulationInputs in_;
  const RunsDone& progress_;
  std::size_t runs_, runs_done_ = 0;
  SimulationPlan plan_;
};

}  // namespace planner::plan::detail
