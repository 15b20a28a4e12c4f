#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "planner/math/incomplete_beta.hpp"
#include "planner/math/normal.hpp"

/// Laws of numbers that are known as low, typical and high.
namespace planner::math {

/// What a law looks like between its three numbers.
enum class SpreadShape {
  exact,    ///< low and high are the typical value
  normal,   ///< the same spread to both sides
  metalog,  ///< Keelin's three-term metalog
  split,    ///< two half-normals that meet at the median, for spreads too skewed for a metalog
  pert,     ///< beta-PERT between the lowest and the highest value
};

/// A number with low, typical and high. By percentiles they are p10, p50 and p90, met exactly; positive numbers are
/// spread on their logarithm, so that the normal shape is a lognormal law. By bounds low and high are the least and the
/// most, and the typical value is the mode.
class SpreadLaw {
 public:
  SpreadLaw() = default;

  /// p10, p50 and p90; `low <= typical <= high`. Drawn values are cut off at the bounds.
  static SpreadLaw percentiles(double low, double typical, double high, double least = 0.0,
                               double most = std::numeric_limits<double>::infinity()) {
    SpreadLaw law(low, typical, high, least, most);
    if (low == high) return law;
    law.logarithmic_ = low > 0.0;
    const double skew = law.skew();
    law.shape_ = std::abs(2.0 * skew - 1.0) < symmetric     ? SpreadShape::normal
                 : skew > feasible && skew < 1.0 - feasible ? SpreadShape::metalog
                                                            : SpreadShape::split;
    return law;
  }

  /// Least, mode and most of a modified PERT: a beta law with a + b = 6 and mean (l + 4m + h)/6.
  static SpreadLaw pert(double low, double mode, double high) {
    SpreadLaw law(low, mode, high, low, high);
    if (low < high) law.shape_ = SpreadShape::pert;
    return law;
  }

  [[nodiscard]] SpreadShape shape() const { return shape_; }
  [[nodiscard]] bool logarithmic() const { return logarithmic_; }
  [[nodiscard]] double low() const { return low_; }
  [[nodiscard]] double typical() const { return typical_; }
  [[nodiscard]] double high() const { return high_; }

  /// The x with P(X <= x) = u, 0 < u < 1.
  [[nodiscard]] double quantile(double u) const {
    if (shape_ == SpreadShape::exact) return typical_;
    if (shape_ == SpreadShape::pert) return pert_quantile(u);
    const double on_scale = shape_ == SpreadShape::metalog ? metalog(u) : two_halves(normal_quantile(u));
    return std::clamp(logarithmic_ ? std::exp(on_scale) : on_scale, least_, most_);
  }

 private:
  /// Nearer to the middle than this is taken as symmetric: the share of the spread that lies below the median is then
  /// within 1 % of a half.
  static constexpr double symmetric = 0.02;
  /// A three-term metalog with p10, p50 and p90 has a density where the median cuts off at least this share of the
  /// spread (Keelin 2016, "The metalog distributions", Decision Analysis 13, section 5: k = (1 - 1.66711 (1/2 - 0.1)) /
  /// 2).
  static constexpr double feasible = 0.166578;
  static constexpr double z90 = 1.2815515655446004;  // of the standard normal law

  SpreadLaw(double low, double typical, double high, double least, double most)
      : low_(low), typical_(typical), high_(high), least_(least), most_(most) {}

  [[nodiscard]] double scaled(double x) const { return logarithmic_ ? std::log(x) : x; }
  /// Share of the spread below the median.
  [[nodiscard]] double skew() const { return (scaled(typical_) - scaled(low_)) / (scaled(high_) - scaled(low_)); }

  [[nodiscard]] double two_halves(double z) const {
    const double middle = scaled(typical_);
    return middle + z / z90 * (z < 0.0 ? middle - scaled(low_) : scaled(high_) - middle);
  }

  /// Keelin 2016, equation 19 with the parameters of a symmetric percentile triplet.
  [[nodiscard]] double metalog(double u) const {
    const double spread = scaled(high_) - scaled(low_), log_odds_90 = std::log(9.0), log_odds = std::log(u / (1.0 - u));
    const double scale = spread / (2.0 * log_odds_90), bend = spread * (1.0 - 2.0 * skew()) / (0.8 * log_odds_90);
    return scaled(typical_) + (scale + bend * (u - 0.5)) * log_odds;
  }

  [[nodiscard]] double pert_quantile(double u) const {
    const double spread = high_ - low_;
    const double a = 1.0 + 4.0 * (typical_ - low_) / spread, b = 1.0 + 4.0 * (high_ - typical_) / spread;
    return u <= 0.5 ? low_ + spread * IncompleteBeta(a, b).inverse(u)
                    : high_ - spread * IncompleteBeta(b, a).inverse(1.0 - u);
  }

  double low_ = 0, typical_ = 0, high_ = 0;
  double least_ = 0, most_ = std::numeric_limits<double>::infinity();
  SpreadShape shape_ = SpreadShape::exact;
  bool logarithmic_ = false;
};

}  // namespace planner::math
