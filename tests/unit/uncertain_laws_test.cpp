#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <set>

#include "planner/math/uncertain/sobol_indices.hpp"
#include "planner/math/uncertain/sobol_points.hpp"
#include "planner/math/uncertain/spread_law.hpp"

using namespace planner::math;

TEST_CASE("spread laws: a PERT law has the quantiles of its beta law") {
  // Modified PERT with gamma 4, computed to 50 digits.
  const SpreadLaw a = SpreadLaw::pert(1, 2, 6), b = SpreadLaw::pert(10, 20, 80);
  CHECK(a.quantile(0.1) == Approx(1.4495106522962083).epsilon(1e-9));
  CHECK(a.quantile(0.5) == Approx(2.3833612969625942).epsilon(1e-9));
  CHECK(a.quantile(0.9) == Approx(3.726670252167909).epsilon(1e-9));
  CHECK(b.quantile(0.1) == Approx(14.660176606414365).epsilon(1e-9));
  CHECK(b.quantile(0.5) == Approx(26.402704804219884).epsilon(1e-9));
  CHECK(b.quantile(0.9) == Approx(44.927050239908047).epsilon(1e-9));
}

TEST_CASE("spread laws: a metalog law is the solution of Keelin's linear equations") {
  // The three coefficients solved from the quantile function at p10, p50 and p90 by Gaussian elimination, elsewhere.
  const SpreadLaw skewed = SpreadLaw::percentiles(1, 2, 6), from_zero = SpreadLaw::percentiles(0, 2, 6);
  REQUIRE(skewed.shape() == SpreadShape::metalog);
  CHECK(skewed.quantile(0.05) == Approx(0.8172907489255665));
  CHECK(skewed.quantile(0.25) == Approx(1.3614648781958014));
  CHECK(skewed.quantile(0.75) == Approx(3.3348942543001647));
  CHECK(skewed.quantile(0.95) == Approx(9.018934455315684));
  REQUIRE(from_zero.shape() == SpreadShape::metalog);
  CHECK(from_zero.quantile(0.25) == Approx(0.8125));
  CHECK(from_zero.quantile(0.75) == Approx(3.8125));
  CHECK(from_zero.quantile(0.95) == Approx(7.527796709695647));
}

TEST_CASE("spread laws: p50 squared equal to p10 times p90 is a lognormal law") {
  const SpreadLaw law = SpreadLaw::percentiles(1, 2, 4);
  REQUIRE(law.shape() == SpreadShape::normal);
  CHECK(law.logarithmic());
  const double sigma = std::log(2.0) / 1.2815515655446004;
  CHECK(law.quantile(0.975) == Approx(2 * std::exp(1.959963984540054 * sigma)));
}

TEST_CASE("spread laws: low, typical and high are p10, p50 and p90, and quantiles rise") {
  for (const auto& [low, typical, high] : {std::tuple{1.0, 2.0, 4.0},
                                           {1.0, 2.0, 6.0},
                                           {1.0, 1.1, 6.0},
                                           {0.0, 2.0, 6.0},
                                           {0.0, 0.0, 1.0},
                                           {3.0, 5.0, 5.0},
                                           {0.05, 0.055, 0.066}}) {
    const SpreadLaw law = SpreadLaw::percentiles(low, typical, high);
    CAPTURE(low, typical, high);
    CHECK(law.quantile(0.1) == Approx(low).margin(1e-12));
    CHECK(law.quantile(0.5) == Approx(typical).margin(1e-12));
    CHECK(law.quantile(0.9) == Approx(high));
    for (double u = 0.001; u < 0.998; u += 0.001) CHECK(law.quantile(u) <= law.quantile(u + 0.001));
    CHECK(law.quantile(0.001) >= 0.0);
  }
  CHECK(SpreadLaw::percentiles(0.6, 0.8, 0.95, 0.0, 0.99).quantile(0.9999) == 0.99);
  CHECK(SpreadLaw::percentiles(7, 7, 7).quantile(0.01) == 7);
}

TEST_CASE("Sobol points: direction numbers are those that Joe and Kuo published") {
  // Unscrambled points of new-joe-kuo-6.21201 as another implementation has them, in Gray code order: its 5th is our
  // 7th.
  const auto unscrambled = [](unsigned index, std::size_t dimension) {
    const auto v = dimension == 0 ? std::array<std::uint32_t, 32>{0x80000000U, 0x40000000U, 0x20000000U,
                                                                  0x10000000U, 0x08000000U, 0x04000000U}
                                  : detail::sobol_directions(joe_kuo[dimension - 1]);
    std::uint32_t x = 0;
    for (unsigned bit = 0; bit < 6; ++bit)
      if ((index >> bit) & 1U) x ^= v[bit];
    return x * 0x1p-32;
  };
  for (const auto& [dimension, seventh, fifty_fifth] : {std::tuple{0U, 0.875, 0.921875},
                                                        {1U, 0.875, 0.640625},
                                                        {2U, 0.125, 0.578125},
                                                        {5U, 0.625, 0.296875},
                                                        {31U, 0.625, 0.140625},
                                                        {63U, 0.625, 0.828125},
                                                        {127U, 0.125, 0.671875}}) {
    CAPTURE(dimension);
    CHECK(unscrambled(7, dimension) == seventh);
    CHECK(unscrambled(55, dimension) == fifty_fifth);
  }
}

TEST_CASE("Sobol points: each of 2^m equal cells of a coordinate has one, whatever the seed") {
  for (const std::uint64_t seed : {1U, 2U, 77U}) {
    const SobolPoints points(SobolPoints::most_dimensions, seed);
    for (std::size_t d = 0; d < points.dimensions(); ++d) {
      std::set<int> cells;
      for (std::uint32_t i = 0; i < 256; ++i) cells.insert(static_cast<int>(points.at(i, d) * 256));
      CHECK(cells.size() == 256);
    }
    // The first two are a (0, m, 2)-net: every 16 x 16 box has one of 256 points.
    std::set<std::pair<int, int>> boxes;
    for (std::uint32_t i = 0; i < 256; ++i)
      boxes.insert({static_cast<int>(points.at(i, 0) * 16), static_cast<int>(points.at(i, 1) * 16)});
    CHECK(boxes.size() == 256);
  }
  CHECK(SobolPoints(3, 1).at(5, 2) != SobolPoints(3, 2).at(5, 2));
}

namespace {

/// Indices of a function of `d` uniform numbers, from n points.
template <class F>
std::vector<SobolIndex> indices_of(F f, std::size_t d, std::uint32_t n) {
  const SobolPoints points(2 * d, 5);
  std::vector<double> a, b;
  std::vector<std::vector<double>> mixed(d);
  std::vector<double> x(d);
  const auto at = [&](std::uint32_t i, std::size_t swapped, bool second) {
    for (std::size_t k = 0; k < d; ++k) x[k] = points.at(i, (k == swapped) != second ? d + k : k);
    return f(x);
  };
  for (std::uint32_t i = 0; i < n; ++i) {
    a.push_back(at(i, d, false));
    b.push_back(at(i, d, true));
    for (std::size_t k = 0; k < d; ++k) mixed[k].push_back(at(i, k, false));
  }
  std::vector<SobolIndex> found;
  for (std::size_t k = 0; k < d; ++k) found.push_back(sobol_index(a, b, mixed[k]));
  return found;
}

}  // namespace

TEST_CASE("Sobol indices: Ishigami's function, within their own error") {
  // a = 7, b = 0.1: closed form, e.g. Saltelli et al. 2008.
  const auto ishigami = [](const std::vector<double>& u) {
    const auto x = [&](std::size_t k) { return std::numbers::pi * (2 * u[k] - 1); };
    return std::sin(x(0)) + 7 * std::pow(std::sin(x(1)), 2) + 0.1 * std::pow(x(2), 4) * std::sin(x(0));
  };
  const double first[] = {0.31390519114781145, 0.44241114479004081, 0.0};
  const double total[] = {0.55758885520995919, 0.44241114479004081, 0.24368366406214773};
  for (const std::uint32_t n : {256U, 1024U, 4096U}) {
    const auto found = indices_of(ishigami, 3, n);
    for (std::size_t k = 0; k < 3; ++k) {
      CAPTURE(n, k, found[k].first.error, found[k].total.error);
      CHECK(std::abs(found[k].first.value - first[k]) <= 2 * found[k].first.error);
      CHECK(std::abs(found[k].total.value - total[k]) <= 2 * found[k].total.error);
    }
    if (n == 4096) CHECK(found[0].total.error < 0.03);
  }
}

TEST_CASE("Sobol indices: of a sum each term's share of the variance, first and total alike") {
  const auto sum = [](const std::vector<double>& u) { return 1 * u[0] + 2 * u[1] + 3 * u[2]; };
  const auto found = indices_of(sum, 3, 4096);
  for (std::size_t k = 0; k < 3; ++k) {
    const double share = std::pow(static_cast<double>(k + 1), 2) / 14;
    CHECK(found[k].first.value == Approx(share).margin(0.01));
    CHECK(found[k].total.value == Approx(share).margin(0.01));
  }
}

TEST_CASE("Sobol indices: Sobol's g-function") {
  // g = prod (|4u - 2| + a) / (1 + a); V_i = (1/3) / (1 + a_i)^2, closed form.
  const std::vector<double> a{0, 1, 4.5, 9};
  const auto g = [&](const std::vector<double>& u) {
    double product = 1;
    for (std::size_t k = 0; k < a.size(); ++k) product *= (std::abs(4 * u[k] - 2) + a[k]) / (1 + a[k]);
    return product;
  };
  double all = 1;
  for (const double x : a) all *= 1 + 1 / (3 * (1 + x) * (1 + x));
  const auto found = indices_of(g, a.size(), 4096);
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double alone = 1 / (3 * (1 + a[k]) * (1 + a[k]));
    CHECK(found[k].first.value == Approx(alone / (all - 1)).margin(0.02));
    CHECK(found[k].total.value == Approx(alone * all / (1 + alone) / (all - 1)).margin(0.02));
  }
}

TEST_CASE("Sobol indices: an answer that does not vary has none") {
  const std::vector<double> same(64, 3.0);
  CHECK(sobol_index(same, same, same).total.value == 0.0);
}
