#pragma once
#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>
#include <vector>

#include "planner/math/beta_law.hpp"
#include "planner/math/normal.hpp"

namespace planner::math {

/// ln E e^{sX} and its first two derivatives in s.
struct Cumulants {
  double k = 0.0, k1 = 0.0, k2 = 0.0;

  Cumulants& add(double count, const Cumulants& o) {
    k += count * o.k, k1 += count * o.k1, k2 += count * o.k2;
    return *this;
  }
};

/// Cumulant functions of beta laws that share a common factor Z (Gaussian copula): X = F^-1(Phi(sqrt(rho) Z +
/// sqrt(1 - rho) e)) with e of its own, so that each X keeps its law F whatever the correlation rho. Tabulated once
/// over values of Z and of s; each later tail probability only combines rows.
///
/// Given Z = z, X takes the values x_j = F^-1(Phi(y_j)) on an even grid of y with weights phi((y_j - sqrt(rho) z) /
/// sqrt(1 - rho)): the trapezoidal rule over e, which converges exponentially for such integrands (Trefethen & Weideman
/// 2014, "The exponentially convergent trapezoidal rule"). The x_j do not depend on z.
class CumulantTable {
 public:
  /// 0 <= correlation <= 0.9; at least one law.
  CumulantTable(std::span<const BetaLaw> laws, double correlation) {
    assert(!laws.empty() && correlation >= 0.0 && correlation <= 0.9);
    const double own = std::sqrt(1.0 - correlation);
    if (correlation > 0.0) place_factors(0.5 * own);
    place_scales(laws);
    for (const BetaLaw& law : laws) tabulate(law, std::sqrt(correlation), own);
  }

  [[nodiscard]] const std::vector<double>& factors() const { return factors_; }
  [[nodiscard]] const std::vector<double>& scales() const { return scales_; }

  /// Of the sum of `counts[i]` independent variables of law i, given the factor.
  [[nodiscard]] Cumulants at(std::span<const double> counts, std::size_t factor, std::size_t scale) const {
    Cumulants sum;
    for (std::size_t i = 0; i < counts.size(); ++i) sum.add(counts[i], rows_[index(i, factor, scale)]);
    return sum;
  }

 private:
  static constexpr double reach = 8.5;  // standard deviations: 1e-17 lies beyond

  void place_factors(double step) {
    factors_.clear();
    for (double z = -4.5; z < 7.5 + step; z += step) factors_.push_back(z);
  }

  /// s = 4 sinh(i / 8) / largest max: even near zero, geometric beyond, until s max = 1000 for the smallest law.
  void place_scales(std::span<const BetaLaw> laws) {
    const auto [smallest, largest] =
        std::minmax_element(laws.begin(), laws.end(), [](const auto& x, const auto& y) { return x.max < y.max; });
    const int steps = static_cast<int>(std::ceil(8.0 * std::asinh(250.0 * largest->max / smallest->max)));
    for (int i = -steps; i <= steps; ++i) scales_.push_back(4.0 * std::sinh(0.125 * i) / largest->max);
  }

  [[nodiscard]] std::size_t index(std::size_t law, std::size_t factor, std::size_t scale) const {
    return (law * factors_.size() + factor) * scales_.size() + scale;
  }

  void tabulate(const BetaLaw& law, double loading, double own) {
    const Nodes nodes = place_nodes(law, std::min(0.16, 0.4 * own));
    // e^{s x_j} at each s, relative to the end of the range that it favours.
    std::vector<std::vector<double>> growth;
    for (double s : scales_) {
      const std::vector<double>& distance = s > 0.0 ? nodes.to_top : nodes.to_bottom;
      const double nearest = s > 0.0 ? distance.back() : distance.front();
      std::vector<double>& row = growth.emplace_back();
      for (double d : distance) row.push_back(std::exp(-std::abs(s) * (d - nearest)));
    }
    for (double z : factors_) {
      const std::vector<double> weight = weights(nodes.y, loading * z, own);
      for (std::size_t i = 0; i < scales_.size(); ++i)
        rows_.push_back(tilted(law.max, scales_[i], nodes, weight, growth[i]));
    }
  }

  /// Values of one variable over an even grid of normal deviates, as distances from both ends of its range: a law that
  /// is pressed against an end keeps its digits.
  struct Nodes {
    std::vector<double> y, to_bottom, to_top;
  };

  static Nodes place_nodes(const BetaLaw& law, double step) {
    const IncompleteBeta from_bottom(law.a, law.b), from_top(law.b, law.a);
    Nodes nodes;
    for (double y = -reach; y <= reach; y += step) {
      const double nearer = law.max * (y < 0.0 ? from_bottom.inverse(normal_cdf(y)) : from_top.inverse(normal_tail(y)));
      nodes.y.push_back(y);
      nodes.to_bottom.push_back(y < 0.0 ? nearer : law.max - nearer);
      nodes.to_top.push_back(y < 0.0 ? law.max - nearer : nearer);
    }
    return nodes;
  }

  static std::vector<double> weights(const std::vector<double>& y, double centre, double own) {
    // The floor keeps sums positive where a law is tilted to an end that the factor all but rules out.
    constexpr double floor = 1e-250;
    std::vector<double> weight;
    double total = 0.0;
    for (double at : y) total += weight.emplace_back(std::max(floor, normal_pdf((at - centre) / own)));
    for (double& w : weight) w /= total;
    return weight;
  }

  static Cumulants tilted(double max, double s, const Nodes& nodes, const std::vector<double>& weight,
                          const std::vector<double>& growth) {
    const std::vector<double>& distance = s > 0.0 ? nodes.to_top : nodes.to_bottom;
    double sum = 0.0, first = 0.0, second = 0.0;
    for (std::size_t j = 0; j < distance.size(); ++j) {
      const double mass = weight[j] * growth[j];
      sum += mass;
      first += mass * distance[j];
      second += mass * distance[j] * distance[j];
    }
    const double mean = first / sum;
    const double least_variance = 1e-20 * max * max;  // keeps quotients finite where rounding is all there is
    const double variance = std::max(least_variance, second / sum - mean * mean);
    if (s > 0.0) return {s * (max - distance.back()) + std::log(sum), max - mean, variance};
    return {s * distance.front() + std::log(sum), mean, variance};
  }

  std::vector<double> factors_{0.0}, scales_;
  std::vector<Cumulants> rows_;  // by law, factor, scale
};

}  // namespace planner::math
