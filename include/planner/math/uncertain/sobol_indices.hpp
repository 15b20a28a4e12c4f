#pragma once
#include <cmath>
#include <cstddef>
#include <span>

/// Which inputs the variance of an answer comes from.
namespace planner::math {

/// A number and the standard error of its estimate.
struct Estimated {
  double value = 0, error = 0;
};

/// Shares of the answer's variance: `first` goes away when the input is known, `total` stays when all others are.
struct SobolIndex {
  Estimated first{}, total{};
};

namespace detail {

/// Mean of `term(i)` with its standard error, which is that of random points: an upper estimate for evenly spread ones.
template <class Term>
Estimated mean_of(std::size_t n, Term&& term) {
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double x = term(i);
    sum += x;
    squares += x * x;
  }
  const double mean = sum / static_cast<double>(n);
  const double variance = std::fmax(0.0, squares / static_cast<double>(n) - mean * mean);
  return {mean, std::sqrt(variance / static_cast<double>(n))};
}

/// Of two estimates, their errors taken as independent.
inline Estimated ratio(const Estimated& part, const Estimated& whole) {
  const double share = part.value / whole.value;
  return {share, std::hypot(part.error, share * whole.error) / whole.value};
}

}  // namespace detail

/// The index of one input.
///
/// @param a,b    the answer at two independent sets of points
/// @param mixed  at the points of `a` with this input taken from `b`
/// First order by Saltelli et al. 2010 (Comput. Phys. Commun. 181, table 2 b), total by Jansen 1999 (table 2 f). Zero
/// where the answer does not vary. Valid for independent inputs.
inline SobolIndex sobol_index(std::span<const double> a, std::span<const double> b, std::span<const double> mixed) {
  const std::size_t n = a.size();
  const auto both = [&](std::size_t i) { return i < n ? a[i] : b[i - n]; };
  const double mean = detail::mean_of(2 * n, both).value;
  const Estimated variance = detail::mean_of(2 * n, [&](std::size_t i) { return std::pow(both(i) - mean, 2); });
  if (variance.value <= 1e-18 * mean * mean) return {};
  const Estimated first = detail::mean_of(n, [&](std::size_t i) { return (b[i] - mean) * (mixed[i] - a[i]); });
  const Estimated total = detail::mean_of(n, [&](std::size_t i) { return 0.5 * std::pow(a[i] - mixed[i], 2); });
  return {detail::ratio(first, variance), detail::ratio(total, variance)};
}

}  // namespace planner::math
