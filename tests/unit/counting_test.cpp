// Poisson and binomial counts, and the headroom that follows from them.
#include <catch2/catch.hpp>
#include <random>

#include "planner/math/headroom.hpp"
#include "planner/math/poisson.hpp"
#include "reference_rows.hpp"

using namespace planner::math;

namespace {

long double poisson_sum(int from, int to, double mean) {  // naive, in long double
  long double sum = 0;
  for (int k = from; k <= to; ++k) sum += std::exp(k * std::log((long double)mean) - mean - std::lgamma(k + 1.0L));
  return sum;
}

long double binomial_sum(int from, int n, double p) {
  long double sum = 0;
  for (int k = from; k <= n; ++k)
    sum += std::exp(std::lgamma(n + 1.0L) - std::lgamma(k + 1.0L) - std::lgamma(n - k + 1.0L) +
                    k * std::log((long double)p) + (n - k) * std::log1p(-(long double)p));
  return sum;
}

}  // namespace

TEST_CASE("the normal quantile inverts the tail to machine precision") {
  for (double q : {1e-300, 1e-17, 1e-4, 0.05, 0.3, 0.5, 0.7, 0.999}) {
    CAPTURE(q);
    CHECK(normal_tail(normal_tail_quantile(q)) == Approx(q).epsilon(1e-13));
  }
  CHECK(normal_quantile(0.975) == Approx(1.959963984540054).epsilon(1e-14));
}

TEST_CASE("ln Gamma agrees with the standard library") {
  for (double x : {0.05, 0.5, 1.0, 1.5, 2.0, 9.99, 16.0, 123.4, 5e5}) {
    CAPTURE(x);
    CHECK(log_gamma(x) == Approx(std::lgamma(x)).epsilon(1e-13).margin(1e-13));
  }
}

TEST_CASE("Poisson tails are exact on both sides of the mean") {
  for (double mean : {0.01, 3.0, 60.0, 900.0})
    for (double sd : {-4.0, -0.5, 0.0, 1.0, 5.0, 9.0}) {
      const int k = static_cast<int>(std::max(1.0, mean + sd * std::sqrt(mean)));
      CAPTURE(mean, k);
      CHECK(poisson_pmf(k, mean) == Approx(static_cast<double>(poisson_sum(k, k, mean))).epsilon(1e-12));
      CHECK(poisson_tail(k, mean) == Approx(static_cast<double>(poisson_sum(k, k + 2000, mean))).epsilon(1e-12));
    }
  CHECK(poisson_tail(0, 5.0) == 1.0);
  CHECK(poisson_tail(3, 0.0) == 0.0);
}

TEST_CASE("the Poisson quantile is the smallest count within the tail") {
  for (double mean : {0.004, 0.5, 20.0, 49800.0})
    for (double tail : {0.5, 1e-3, 1e-9}) {
      const int k = poisson_tail_quantile(tail, mean);
      CAPTURE(mean, tail, k);
      CHECK(poisson_tail(k, mean) <= tail);
      CHECK((k == 0 || poisson_tail(k - 1, mean) > tail));
    }
}

TEST_CASE("k of n matches the 50-digit value and plain summation") {
  for (const auto& row : reference_rows("tails.json", "k_of_n", "P(at least k up)"))
    CHECK_ROW(row, binomial_tail(row.inputs.at("k"), row.inputs.at("n"), row.in("availability")), row.value);
  for (int n : {1, 12, 400})
    for (double p : {0.003, 0.5, 0.98})
      for (int k : {1, n / 2, n}) {
        CAPTURE(n, p, k);
        CHECK(binomial_tail(k, n, p) == Approx(static_cast<double>(binomial_sum(k, n, p))).epsilon(1e-11));
      }
  CHECK(binomial_tail(3, 3, 1.0) == 1.0);
  CHECK(binomial_pmf(3, 3, 1.0) == 1.0);
  CHECK(binomial_pmf(2, 5, 0.5) == Approx(10.0 / 32.0).epsilon(1e-14));
}

TEST_CASE("the smallest spare is just enough") {
  for (int need : {1, 8, 300, 5000})
    for (double up : {0.9, 0.995, 0.9999}) {
      const int spare = smallest_spare(need, up, 0.999);
      CAPTURE(need, up, spare);
      CHECK(binomial_sum(need, need + spare, up) >= 0.999);
      if (spare > 0) CHECK(binomial_sum(need, need + spare - 1, up) < 0.999);
    }
  CHECK(smallest_spare(100, 1.0, 0.99999) == 0);
  CHECK(smallest_spare(0, 0.5, 0.9) == 0);
}

TEST_CASE("the smallest spare holds in a simulation of failing hosts") {
  const int need = 40, spare = smallest_spare(need, 0.97, 0.99);
  std::mt19937_64 random(20240607);
  std::binomial_distribution<int> alive(need + spare, 0.97);
  const int runs = 200000;
  int good = 0;
  for (int i = 0; i < runs; ++i) good += alive(random) >= need;
  const double exact = binomial_tail(need, need + spare, 0.97);
  CHECK(exact >= 0.99);
  CHECK(good == Approx(runs * exact).margin(5.0 * std::sqrt(runs * exact * (1.0 - exact))));
}

TEST_CASE("zones and drains scale what must be held") {
  CHECK(zone_factor(3, 1) == 1.5);
  CHECK(zone_factor(4, 0) == 1.0);
  CHECK(drain_factor(0.05) == Approx(1.0 + 0.05 / 0.95));
  CHECK(availability(98.0, 2.0) == Approx(0.98));
}
