#include "planner/math/beta_law.hpp"

#include <catch2/catch.hpp>

#include "planner/math/quadrature.hpp"

using namespace planner::math;

TEST_CASE("the incomplete beta function matches closed forms") {
  for (double x : {1e-6, 0.1, 0.5, 0.93})
    for (double shape : {0.2, 1.0, 3.0, 40.0}) {
      CAPTURE(x, shape);
      CHECK(IncompleteBeta(1.0, shape).below(x) == Approx(-std::expm1(shape * std::log1p(-x))).epsilon(1e-12));
      CHECK(IncompleteBeta(shape, 1.0).below(x) == Approx(std::pow(x, shape)).epsilon(1e-12));
      CHECK(IncompleteBeta(shape, shape).below(0.5) == Approx(0.5).epsilon(1e-12));
    }
  // The arcsine law.
  CHECK(IncompleteBeta(0.5, 0.5).below(0.3) ==
        Approx(2.0 / std::numbers::pi * std::asin(std::sqrt(0.3))).epsilon(1e-12));
}

TEST_CASE("beta quantiles undo the distribution function, far into both tails") {
  for (double a : {0.1, 0.5, 1.4, 30.0})
    for (double b : {0.2, 1.8, 12.0})
      for (double p : {1e-12, 1e-4, 0.05, 0.5}) {
        const BetaLaw law{256.0, a, b};
        CAPTURE(a, b, p);
        CHECK(law.cdf(law.quantile(p)) == Approx(p).epsilon(1e-9));
        const double x = law.tail_quantile(p);
        if (x < 256.0 * (1.0 - 1e-6)) CHECK(law.tail(x) == Approx(p).epsilon(1e-8));
      }
}

TEST_CASE("the moment generating function matches closed forms and quadrature") {
  const auto uniform = [](double z) { return std::log(std::expm1(z) / z); };
  for (double s : {-300.0, -3.0, 0.01, 2.0, 600.0})
    CHECK(BetaLaw{1.0, 1.0, 1.0}.log_mgf(s) == Approx(uniform(s)).epsilon(1e-12));
  CHECK(BetaLaw{2.0, 3.0, 4.0}.log_mgf(5000.0) ==  // beyond the largest double: s max, less the cost of being near max
        Approx(10000.0 + std::log(std::tgamma(7.0) / std::tgamma(3.0)) - 4.0 * std::log(10000.0)).epsilon(1e-6));
  const BetaLaw law{256.0, 2.5, 3.5};
  for (double s : {-0.05, 0.004, 0.08}) {
    const double integral = integrate<60>(
        [&](double x) { return std::exp(s * 256.0 * x) * std::pow(x, 1.5) * std::pow(1.0 - x, 2.5); }, 0.0, 1.0);
    const double norm = std::tgamma(6.0) / (std::tgamma(2.5) * std::tgamma(3.5));
    CAPTURE(s);
    CHECK(law.log_mgf(s) == Approx(std::log(norm * integral)).epsilon(1e-6));
  }
}

TEST_CASE("any two figures of a law give the law back") {
  for (const BetaLaw law :
       {BetaLaw{256.0, 1.4, 1.8}, BetaLaw{1024.0, 3.0, 9.0}, BetaLaw{1.0, 0.6, 0.5}, BetaLaw{8.0, 40.0, 25.0}}) {
    const BetaFigures all{law.mean(), law.quantile(0.5), law.quantile(0.95), law.quantile(0.99),
                          std::sqrt(law.variance())};
    const std::array figures{all.mean, all.p50, all.p95, all.p99, all.sd};
    for (unsigned i = 0; i < 5; ++i)
      for (unsigned j = i + 1; j < 5; ++j) {
        std::array<std::optional<double>, 5> two{};
        two[i] = figures[i];
        two[j] = figures[j];
        const auto fitted = fit_beta(law.max, {two[0], two[1], two[2], two[3], two[4]});
        CAPTURE(law.max, law.a, law.b, i, j);
        REQUIRE(fitted);
        CHECK(fitted->mean() == Approx(law.mean()).epsilon(1e-6));
        CHECK(fitted->variance() == Approx(law.variance()).epsilon(1e-5));
      }
  }
}

TEST_CASE("a law with a quantile near the edge is found among two by its concentration") {
  // Mean 2 % of max and a p95 of 10 % of max: a skewed law, and one that is nearly on/off. The former is meant.
  const auto law = fit_beta(1.0, {.mean = 0.02, .p95 = 0.1});
  REQUIRE(law);
  CHECK(law->mean() == Approx(0.02));
  CHECK(law->quantile(0.95) == Approx(0.1));
  CHECK(law->a + law->b > 5.0);
}

TEST_CASE("figures that contradict each other give no law") {
  CHECK_FALSE(fit_beta(256.0, {.mean = 110.0, .p99 = 100.0}));  // a mean above the p99 needs mass beyond max
  CHECK_FALSE(fit_beta(256.0, {.p50 = 200.0, .p99 = 100.0}));
  CHECK_FALSE(fit_beta(256.0, {.mean = 110.0, .sd = 150.0}));   // on/off has sd sqrt(110 * 146) = 127
  CHECK_FALSE(fit_beta(256.0, {.mean = 300.0, .p99 = 310.0}));  // beyond max
  CHECK_FALSE(fit_beta(256.0, {.mean = 110.0, .sd = 0.0}));
  CHECK_FALSE(fit_beta(256.0, {.mean = 110.0}));
  CHECK_FALSE(fit_beta(256.0, {.mean = 110.0, .p50 = 100.0, .p99 = 240.0}));
}
