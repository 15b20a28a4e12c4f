#pragma once
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "planner/math/cumulant_arc.hpp"
#include "planner/math/cumulants.hpp"
#include "planner/math/normal.hpp"
#include "planner/math/quadrature.hpp"
#include "planner/math/root.hpp"

namespace planner::math {

/// P(sum > limit) for a sum of variables with beta laws that share a common Gaussian factor of the given correlation.
///
/// Given the factor they are independent: the tail is a saddle-point approximation, expressed as Q(r(z)). r is smooth
/// in z, so it is worked out on a coarse grid and interpolated where the tail turns from 0 to 1; the factor is then
/// integrated out. Against exact convolution, a, b >= 0.5: within 3 % of the tail from 5 variables on, 1 % from 12.
class SumTail {
 public:
  /// 0 <= correlation <= 0.9; all laws in the same unit.
  SumTail(std::span<const BetaLaw> laws, double correlation)
      : laws_(laws.begin(), laws.end()), table_(laws, correlation) {}

  [[nodiscard]] const std::vector<BetaLaw>& laws() const { return laws_; }

  /// `counts[i]` variables of law i; what is certain is taken off `limit` by the caller.
  [[nodiscard]] double tail(std::span<const double> counts, double limit) const {
    double most = 0.0;
    for (std::size_t i = 0; i < laws_.size(); ++i) most += counts[i] * laws_[i].max;
    if (limit >= most) return 0.0;
    if (limit < 0.0) return 1.0;
    const std::vector<double> roots = roots_over_factor(counts, limit);
    return roots.size() == 1 ? normal_tail(roots.front()) : over_factor(roots);
  }

 private:
  static constexpr double certain = 8.0;  // Q(8) = 6e-16

  [[nodiscard]] double root_given_factor(std::span<const double> counts, double limit, std::size_t z) const {
    const std::vector<double>& s = table_.scales();
    const auto slope = [&](std::size_t i) { return table_.at(counts, z, i).k1; };
    std::size_t low = 0, high = s.size() - 1;
    while (high - low > 1) {
      const std::size_t middle = (low + high) / 2;
      (slope(middle) <= limit ? low : high) = middle;
    }
    return CumulantArc(s[low], table_.at(counts, z, low), s[high], table_.at(counts, z, high)).root_at(limit);
  }

  /// r at every factor. It falls with the factor, as every variable rises with it: found from where it changes sign
  /// outwards, as far as it matters.
  [[nodiscard]] std::vector<double> roots_over_factor(std::span<const double> counts, double limit) const {
    std::vector<double> roots(table_.factors().size());
    const auto root = [&](std::size_t z) { return roots[z] = root_given_factor(counts, limit, z); };
    std::size_t low = 0, high = roots.size() - 1;
    while (high - low > 1) {
      const std::size_t middle = (low + high) / 2;
      (root(middle) > 0.0 ? low : high) = middle;
    }
    root(low);
    root(high);
    extend(roots, high, 1, root);
    extend(roots, low, -1, root);
    return roots;
  }

  /// Fills `roots` from `edge` on. Where the tail is as good as 0 or 1, or rounding makes r rise (all variables pressed
  /// against their ends), the line through the last two stands in.
  template <class Root>
  static void extend(std::vector<double>& roots, std::size_t edge, int direction, Root&& root) {
    const auto step = static_cast<std::size_t>(direction);  // going down wraps around, and below zero ends the loop
    bool useful = true;
    for (std::size_t i = edge + step; i < roots.size(); i += step) {
      const double last = roots[i - step], line = 2.0 * last - roots[i - step - step];
      useful = useful && std::abs(last) < certain && (root(i) - last) * direction < 0.0;
      if (!useful) roots[i] = line;
    }
  }

  /// Integral of phi(z) Q(r(z)) for an r that falls with z: 0 below where r = 8, phi beyond where r = -8.
  [[nodiscard]] double over_factor(const std::vector<double>& roots) const {
    const double first = table_.factors().front(), last = table_.factors().back();
    const double step = table_.factors()[1] - first;
    const auto root = [&](double z) {
      const std::size_t cells = roots.size() - 3;
      const double at = std::clamp((z - first) / step - 1.0, 0.0, static_cast<double>(cells) - 1e-9);
      const auto i = static_cast<std::size_t>(at);
      return cubic(&roots[i], (z - first) / step - static_cast<double>(i));
    };
    const auto crossing = [&](double level) {
      if (roots.front() <= level) return first;
      if (roots.back() >= level) return last;
      return find_root([&](double z) { return root(z) - level; }, first, last, 1e-6);
    };
    const double from = crossing(certain), to = crossing(-certain);
    return integrate<48>([&](double z) { return normal_pdf(z) * normal_tail(root(z)); }, from, to) + normal_tail(to);
  }

  /// The cubic through four values at 0, 1, 2, 3 (Lagrange).
  static double cubic(const double* v, double t) {
    const double a = t, b = t - 1.0, c = t - 2.0, d = t - 3.0;
    return -v[0] * b * c * d / 6.0 + v[1] * a * c * d / 2.0 - v[2] * a * b * d / 2.0 + v[3] * a * b * c / 6.0;
  }

  std::vector<BetaLaw> laws_;
  CumulantTable table_;
};

}  // namespace planner::math
