#pragma once
#include <cassert>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "planner/math/normal.hpp"
#include "planner/math/simulate/random.hpp"

namespace planner::math::simulate {

/// The law of a time: gaps between arrivals, service, loads, lives. Any unit, the same throughout a simulation. Every
/// draw takes one uniform number and inverts the law (or one phase of it), which keeps common streams in step.
class Law {
 public:
  /// Poisson arrivals have exponential gaps.
  static Law exponential(double mean) { return Law(Kind::exponential, mean); }
  static Law constant(double value) { return Law(Kind::constant, value); }
  /// Two exponential phases of balanced means with a squared coefficient of variation `scv` of 1 or more: bursts
  /// (Tijms 2003, "A First Course in Stochastic Models", appendix B).
  static Law hyper_exponential(double mean, double scv) {
    assert(scv >= 1.0);
    Law law(Kind::hyper_exponential, mean);
    law.first_ = 0.5 * (1.0 + std::sqrt((scv - 1.0) / (scv + 1.0)));
    return law;
  }
  static Law lognormal(double mean, double scv) {
    Law law(Kind::lognormal, mean);
    law.sd_ = std::sqrt(std::log1p(scv));
    return law;
  }
  /// Recorded times, played in order from a random start and round the end, so that their dependence is kept.
  static Law trace(std::vector<double> times) {
    assert(!times.empty());
    Law law(Kind::trace, 0.0);
    for (const double t : times) law.mean_ += t / static_cast<double>(times.size());
    law.times_ = std::move(times);
    return law;
  }

  [[nodiscard]] double mean() const { return mean_; }
  /// P(T <= t).
  [[nodiscard]] double below(double t) const;

 private:
  friend class Source;
  enum class Kind { exponential, constant, hyper_exponential, lognormal, trace };
  Law(Kind kind, double mean) : kind_(kind), mean_(mean) {}
  /// Means of the two phases of a hyper-exponential law: each phase contributes half of the mean.
  [[nodiscard]] double phase_mean(bool first) const { return mean_ / (2.0 * (first ? first_ : 1.0 - first_)); }

  Kind kind_;
  double mean_;
  double first_ = 1.0;  // probability of the first phase
  double sd_ = 0.0;     // of the logarithm
  std::vector<double> times_{};
};

inline double Law::below(double t) const {
  if (t < 0.0) return 0.0;
  switch (kind_) {
    case Kind::exponential:
      return -std::expm1(-t / mean_);
    case Kind::constant:
      return t >= mean_ ? 1.0 : 0.0;
    case Kind::hyper_exponential:
      return -first_ * std::expm1(-t / phase_mean(true)) - (1.0 - first_) * std::expm1(-t / phase_mean(false));
    case Kind::lognormal:
      return t > 0.0 ? normal_cdf((std::log(t / mean_) + 0.5 * sd_ * sd_) / sd_) : 0.0;
    case Kind::trace:
      break;
  }
  double count = 0.0;
  for (const double time : times_) count += time <= t;
  return count / static_cast<double>(times_.size());
}

/// Draws from a law with a stream of its own.
class Source {
 public:
  Source(Law law, Stream stream) : law_(std::move(law)), stream_(stream) {
    if (law_.kind_ == Law::Kind::trace)
      place_ = static_cast<std::size_t>((1.0 - stream_.uniform()) * static_cast<double>(law_.times_.size()));
  }

  double draw() {
    switch (law_.kind_) {
      case Law::Kind::exponential:
        return -law_.mean_ * std::log(stream_.uniform());
      case Law::Kind::constant:
        return law_.mean_;
      case Law::Kind::hyper_exponential:
        return hyper_exponential();
      case Law::Kind::lognormal:
        return law_.mean_ * std::exp(-law_.sd_ * (normal_tail_quantile(stream_.uniform()) + 0.5 * law_.sd_));
      case Law::Kind::trace:
        break;
    }
    const double time = law_.times_[place_];
    place_ = (place_ + 1) % law_.times_.size();
    return time;
  }

 private:
  /// The uniform number that chose the phase, stretched back to (0, 1], serves for the phase too.
  double hyper_exponential() {
    const double u = stream_.uniform(), p = law_.first_;
    const bool first = u <= p;
    return -law_.phase_mean(first) * std::log(first ? u / p : (u - p) / (1.0 - p));
  }

  Law law_;
  Stream stream_;
  std::size_t place_ = 0;
};

}  // namespace planner::math::simulate
