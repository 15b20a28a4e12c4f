#pragma once
#include <algorithm>
#include <array>
#include <cmath>

#include "planner/math/cumulants.hpp"
#include "planner/math/saddlepoint.hpp"

namespace planner::math {

/// The fifth-degree polynomial that has the cumulant function's value, slope and curvature at both ends of [s0, s1].
class CumulantArc {
 public:
  CumulantArc(double s0, const Cumulants& at0, double s1, const Cumulants& at1) : s0_(s0), h_(s1 - s0) {
    const double c0 = at0.k, c1 = h_ * at0.k1, c2 = 0.5 * h_ * h_ * at0.k2;
    const double d = at1.k - c0 - c1 - c2, e = h_ * at1.k1 - c1 - 2.0 * c2, g = h_ * h_ * at1.k2 - 2.0 * c2;
    c_ = {c0, c1, c2, 10.0 * d - 4.0 * e + 0.5 * g, -15.0 * d + 7.0 * e - g, 6.0 * d - 3.0 * e + 0.5 * g};
  }

  /// The r of `modified_root` for P(sum > x), where the slope takes the value x between the ends. A few Newton steps:
  /// the slope is smooth and rises. Beyond the arc its end stands in: e^{K(s) - s x} bounds the tail at any s
  /// (Chernoff).
  [[nodiscard]] double root_at(double x) const {
    double t = (h_ * x - c_[1]) / (2.0 * c_[2] + 3.0 * c_[3] + 4.0 * c_[4] + 5.0 * c_[5]);
    for (int i = 0; i < 4; ++i) t = std::clamp(t - (slope(t) - h_ * x) / curvature(t), 0.0, 1.0);
    const double s = s0_ + h_ * t, k2 = std::max(1e-30, curvature(t)) / (h_ * h_), k3 = third(t) / (h_ * h_ * h_);
    const double w =
        std::copysign(std::sqrt(2.0 * std::max({exponent_at(t, x), exponent_at(0.0, x), exponent_at(1.0, x)})), s);
    return modified_root(w, s * std::sqrt(k2), k3 / (k2 * std::sqrt(k2)));
  }

 private:
  /// s x - K(s) is largest at the saddle point: its value at an end, where K is exact, is a lower bound.
  [[nodiscard]] double exponent_at(double t, double x) const { return (s0_ + h_ * t) * x - value(t); }
  [[nodiscard]] double value(double t) const {
    return c_[0] + t * (c_[1] + t * (c_[2] + t * (c_[3] + t * (c_[4] + t * c_[5]))));
  }
  [[nodiscard]] double slope(double t) const {
    return c_[1] + t * (2.0 * c_[2] + t * (3.0 * c_[3] + t * (4.0 * c_[4] + t * 5.0 * c_[5])));
  }
  [[nodiscard]] double curvature(double t) const {
    return 2.0 * c_[2] + t * (6.0 * c_[3] + t * (12.0 * c_[4] + t * 20.0 * c_[5]));
  }
  [[nodiscard]] double third(double t) const { return 6.0 * c_[3] + t * (24.0 * c_[4] + t * 60.0 * c_[5]); }

  double s0_, h_;
  std::array<double, 6> c_{};
};

}  // namespace planner::math
