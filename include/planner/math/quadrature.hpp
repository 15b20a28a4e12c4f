#pragma once
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace planner::math {

/// Gauss-Legendre nodes and weights on [-1, 1].
template <std::size_t N>
struct GaussLegendre {
  std::array<double, N> node{}, weight{};

  /// Newton on the Legendre polynomial from the usual cosine guess (Press et al., "Numerical Recipes", section 4.6).
  GaussLegendre() {
    for (std::size_t i = 0; i < N; ++i) {
      double x = std::cos(std::numbers::pi * (static_cast<double>(i) + 0.75) / (N + 0.5)), slope = 0.0, change = 1.0;
      while (std::abs(change) > 1e-15) {
        double p = 1.0, previous = 0.0;
        for (std::size_t k = 1; k <= N; ++k) {
          const double before = previous, order = static_cast<double>(k);
          previous = p;
          p = ((2.0 * order - 1.0) * x * previous - (order - 1.0) * before) / order;
        }
        slope = static_cast<double>(N) * (x * p - previous) / (x * x - 1.0);
        change = p / slope;
        x -= change;
      }
      node[i] = x;
      weight[i] = 2.0 / ((1.0 - x * x) * slope * slope);
    }
  }
};

/// The integral of `f` from `from` to `to` by N-point Gauss-Legendre: exact for polynomials up to degree 2N - 1.
template <std::size_t N, class F>
double integrate(F&& f, double from, double to) {
  static const GaussLegendre<N> rule;
  const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
  double sum = 0.0;
  for (std::size_t i = 0; i < N; ++i) sum += rule.weight[i] * f(middle + half * rule.node[i]);
  return half * sum;
}

}  // namespace planner::math
