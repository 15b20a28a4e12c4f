#pragma once
#include <array>
#include <cassert>
#include <cmath>
#include <optional>

#include "planner/math/incomplete_beta.hpp"
#include "planner/math/root.hpp"

namespace planner::math {

/// A quantity between 0 and `max`: max times a beta law with parameters a, b > 0.
struct BetaLaw {
  double max, a, b;

  [[nodiscard]] double mean() const { return max * a / (a + b); }
  [[nodiscard]] double variance() const { return mean() * (max - mean()) / (a + b + 1.0); }
  [[nodiscard]] double cdf(double x) const { return IncompleteBeta(a, b).below(x / max); }
  /// P(X > x)
  [[nodiscard]] double tail(double x) const { return IncompleteBeta(b, a).below(1.0 - x / max); }
  /// The x with P(X <= x) = p.
  [[nodiscard]] double quantile(double p) const { return max * IncompleteBeta(a, b).inverse(p); }
  /// The x with P(X > x) = tail; as exact for tiny tails as `quantile` is for tiny p.
  [[nodiscard]] double tail_quantile(double tail) const { return max * (1.0 - IncompleteBeta(b, a).inverse(tail)); }
  /// ln E e^{sX}: Kummer's function 1F1(a; a+b; s max), its series and, for s < 0, its mirror image
  /// (Abramowitz & Stegun 13.1.2, 13.1.27).
  [[nodiscard]] double log_mgf(double s) const {
    const double z = s * max;
    if (z < 0.0) return z + BetaLaw{max, b, a}.log_mgf(-s);
    double term = 1.0, sum = 1.0, log_scale = 0.0;
    for (int n = 0; term > 1e-17 * sum || n < z; ++n) {
      term *= (a + n) / (a + b + n) * z / (n + 1);
      sum += term;
      if (sum > 1e250) sum *= 1e-250, term *= 1e-250, log_scale += std::log(1e250);
    }
    return std::log(sum) + log_scale;
  }
};

/// Two of these describe a beta law on [0, max]; all in the unit of max.
struct BetaFigures {
  std::optional<double> mean{}, p50{}, p95{}, p99{}, sd{};
};

namespace detail {

/// One figure as an equation for a law on [0, 1]: the law's value minus the figure's, zero where it holds.
struct BetaCondition {
  enum class Kind { mean, quantile, sd } kind;
  double value, p;  // p: of a quantile

  [[nodiscard]] double mismatch(const BetaLaw& law) const {
    switch (kind) {
      case Kind::mean:
        return law.mean() - value;
      case Kind::sd:
        return law.variance() - value * value;
      case Kind::quantile:
        return law.cdf(value) - p;
    }
    return 0.0;
  }
};

/// The mean at which a law of that concentration (a + b) meets a mean or a quantile. The cdf falls as the mean rises
/// (monotone likelihood ratio), so there is one.
inline double mean_meeting(const BetaCondition& condition, double concentration) {
  if (condition.kind == BetaCondition::Kind::mean) return condition.value;
  constexpr double edge = 1e-9;
  const auto mismatch = [&](double mean) {
    return condition.mismatch({1.0, mean * concentration, (1.0 - mean) * concentration});
  };
  if (mismatch(edge) <= 0.0) return edge;
  if (mismatch(1.0 - edge) >= 0.0) return 1.0 - edge;
  return find_root(mismatch, edge, 1.0 - edge, 1e-13);
}

/// The most concentrated law that meets both conditions; the first is a mean or a quantile.
inline std::optional<BetaLaw> most_concentrated(const BetaCondition& first, const BetaCondition& second) {
  const auto law_at = [&](double log_concentration) {
    const double concentration = std::exp(log_concentration), mean = mean_meeting(first, concentration);
    return BetaLaw{1.0, mean * concentration, (1.0 - mean) * concentration};
  };
  const auto mismatch = [&](double log_concentration) { return second.mismatch(law_at(log_concentration)); };
  constexpr double tightest = 14.0, loosest = -5.0, step = 1.0;  // a + b from 1.2e6 (sd 5e-4 of max) to 0.007
  double upper = tightest, at_upper = mismatch(upper);
  for (double lower = upper - step; lower >= loosest; lower -= step) {
    const double at_lower = mismatch(lower);
    if (at_lower * at_upper <= 0.0 && at_lower != at_upper) return law_at(find_root(mismatch, lower, upper, 1e-12));
    upper = lower;
    at_upper = at_lower;
  }
  return std::nullopt;
}

}  // namespace detail

/// The beta law on [0, max] with the two given figures, max > 0. Nothing where not exactly two are given, or where no
/// law has both (a p99 below the median, a mean beyond max, a spread wider than an on/off law of that mean has).
/// Where two laws have them, the more concentrated one: the other is nearly on/off.
inline std::optional<BetaLaw> fit_beta(double max, const BetaFigures& figures) {
  using Kind = detail::BetaCondition::Kind;
  std::array<detail::BetaCondition, 2> condition{};
  std::size_t given = 0;
  const auto take = [&](const std::optional<double>& figure, Kind kind, double p) {
    if (figure && given < 2) condition[given] = {kind, *figure / max, p};
    given += figure.has_value();
  };
  take(figures.mean, Kind::mean, 0.0);
  take(figures.p50, Kind::quantile, 0.50);
  take(figures.p95, Kind::quantile, 0.95);
  take(figures.p99, Kind::quantile, 0.99);
  take(figures.sd, Kind::sd, 0.0);
  if (given != 2) return std::nullopt;
  for (const auto& c : condition)
    if (!(c.value > 0.0 && c.value < 1.0)) return std::nullopt;
  auto law = detail::most_concentrated(condition[0], condition[1]);
  for (const auto& c : condition)
    if (!law || std::abs(c.mismatch(*law)) > 1e-6) return std::nullopt;
  law->max = max;
  return law;
}

}  // namespace planner::math
