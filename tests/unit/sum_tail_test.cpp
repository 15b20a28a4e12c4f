#include "planner/math/sum_tail.hpp"

#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "planner/math/overcommit.hpp"

using namespace planner::math;

namespace {

/// A law on a lattice of `step` with the mass and the mean of every cell kept.
std::vector<double> on_lattice(const BetaLaw& law, double step) {
  const auto cells = static_cast<std::size_t>(std::lround(law.max / step));
  const IncompleteBeta mass(law.a, law.b), moment(law.a + 1.0, law.b);
  std::vector<double> p(cells + 1, 0.0);
  double mass_below = 0.0, moment_below = 0.0;
  for (std::size_t i = 0; i < cells; ++i) {
    const double end = static_cast<double>(i + 1) / static_cast<double>(cells);
    const double m = mass.below(end), f = law.mean() / law.max * moment.below(end);
    const double to_upper = (f - moment_below) * static_cast<double>(cells) - (m - mass_below) * static_cast<double>(i);
    p[i] += m - mass_below - to_upper;
    p[i + 1] += to_upper;
    mass_below = m;
    moment_below = f;
  }
  return p;
}

std::vector<double> convolve(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> sum(a.size() + b.size() - 1, 0.0);
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] > 1e-25)
      for (std::size_t j = 0; j < b.size(); ++j) sum[i + j] += a[i] * b[j];
  return sum;
}

std::vector<double> power(const std::vector<double>& base, int n) {
  std::vector<double> sum{1.0}, square = base;
  for (; n > 0; n /= 2) {
    if (n % 2 == 1) sum = convolve(sum, square);
    if (n > 1) square = convolve(square, square);
  }
  return sum;
}

/// P(sum > limit) of a lattice law that stands for a continuous one: half the mass at the limit itself.
double lattice_tail(const std::vector<double>& p, double step, double limit) {
  const auto at = static_cast<std::size_t>(std::lround(limit / step));
  return std::accumulate(p.begin() + static_cast<std::ptrdiff_t>(at) + 1, p.end(), 0.5 * p[at]);
}

/// Seeded simulation of the Gaussian copula; the inverse of the distribution function is tabulated for speed.
class Copula {
 public:
  explicit Copula(const BetaLaw& law) {
    for (double y = -reach; y <= reach; y += 1e-3)
      value_.push_back(y < 0.0 ? law.quantile(normal_cdf(y)) : law.tail_quantile(normal_tail(y)));
  }
  [[nodiscard]] double overrun(int n, double correlation, double limit, int runs) const {
    std::mt19937_64 random(99);
    std::normal_distribution<double> normal;
    int over = 0;
    for (int r = 0; r < runs; ++r) {
      const double common = std::sqrt(correlation) * normal(random);
      double sum = 0.0;
      for (int i = 0; i < n; ++i) sum += at(common + std::sqrt(1.0 - correlation) * normal(random));
      over += sum > limit;
    }
    return over / static_cast<double>(runs);
  }

 private:
  static constexpr double reach = 7.0;
  [[nodiscard]] double at(double y) const {
    const double i = std::clamp((y + reach) / 1e-3, 0.0, static_cast<double>(value_.size() - 2));
    const auto cell = static_cast<std::size_t>(i);
    return value_[cell] + (i - static_cast<double>(cell)) * (value_[cell + 1] - value_[cell]);
  }
  std::vector<double> value_;
};

double tail(const BetaLaw& law, double correlation, double n, double limit) {
  return SumTail({&law, 1}, correlation).tail({&n, 1}, limit);
}

void check_against_simulation(int n, double correlation, double sds, int runs) {
  const BetaLaw law{256.0, 1.373, 1.822};
  const double sd = std::sqrt(n * law.variance() * (1.0 + (n - 1) * correlation)), limit = n * law.mean() + sds * sd;
  const double simulated = Copula(law).overrun(n, correlation, limit, runs), error = std::sqrt(simulated / runs);
  CAPTURE(n, correlation, sds, simulated);
  CHECK(tail(law, correlation, n, limit) == Approx(simulated).epsilon(0.01).margin(3.5 * error));
}

}  // namespace

namespace {

void check_against_convolution(int n, double step, double tolerance) {
  for (const BetaLaw law :
       {BetaLaw{1.0, 1.373, 1.822}, BetaLaw{1.0, 0.5, 0.5}, BetaLaw{1.0, 8.0, 2.0}, BetaLaw{1.0, 0.5, 4.0}}) {
    const auto exact = power(on_lattice(law, step), n);
    for (double sds : {-1.0, 0.0, 1.0, 2.0, 3.0}) {
      const double limit = step * std::round((n * law.mean() + sds * std::sqrt(n * law.variance())) / step);
      if (limit > 0.97 * n || limit < 0.03 * n) continue;
      CAPTURE(law.a, law.b, n, sds);
      CHECK(tail(law, 0.0, n, limit) == Approx(lattice_tail(exact, step, limit)).epsilon(tolerance));
    }
  }
}

}  // namespace

TEST_CASE("tabulated cumulants are those of Kummer's function, and of the law whatever the correlation") {
  const std::array laws{BetaLaw{256.0, 1.4, 1.8}, BetaLaw{4096.0, 2.0, 5.0}};
  const CumulantTable table(laws, 0.0);
  const std::array first{1.0, 0.0}, second{0.0, 1.0};
  for (std::size_t i = 0; i < table.scales().size(); i += 5) {
    const double s = table.scales()[i];
    CAPTURE(s);
    CHECK(table.at(first, 0, i).k == Approx(laws[0].log_mgf(s)).epsilon(1e-6).margin(1e-8));
    if (std::abs(s) * laws[1].max > 1000.0) continue;  // beyond any use, for the larger law
    CHECK(table.at(second, 0, i).k == Approx(laws[1].log_mgf(s)).epsilon(1e-6).margin(1e-8));
  }
  // Over the factor the conditional means average to the mean: the law of X is kept.
  const CumulantTable tied(laws, 0.3);
  const std::size_t at_zero = tied.scales().size() / 2;
  double mean = 0.0;
  for (std::size_t z = 0; z < tied.factors().size(); ++z)
    mean += tied.at(first, z, at_zero).k1 * normal_pdf(tied.factors()[z]) * (tied.factors()[1] - tied.factors()[0]);
  CHECK(mean == Approx(laws[0].mean()).epsilon(1e-4));
}

TEST_CASE("the tail of independent sums agrees with exact convolution") {
  check_against_convolution(5, 1.0 / 200, 0.03);
}

TEST_CASE("the tail of larger independent sums agrees with exact convolution", "[slow]") {
  check_against_convolution(12, 1.0 / 256, 0.01);
  check_against_convolution(40, 1.0 / 256, 0.005);
}

TEST_CASE("the tail of a sum of uniforms is that of Irwin and Hall") {
  // P(sum of 6 > x) for 5 <= x <= 6 is (6 - x)^6 / 6!.
  const BetaLaw uniform{1.0, 1.0, 1.0};
  for (double x : {5.0, 5.4, 5.8})
    CHECK(tail(uniform, 0.0, 6.0, x) == Approx(std::pow(6.0 - x, 6) / 720.0).epsilon(0.025));
}

TEST_CASE("a mix of laws of very different size agrees with exact convolution") {
  const std::array laws{BetaLaw{256.0, 1.4, 1.8}, BetaLaw{4096.0, 2.0, 5.0}};
  const double step = 8.0;
  const auto exact = convolve(power(on_lattice(laws[0], step), 60), power(on_lattice(laws[1], step), 7));
  const SumTail sum(laws, 0.0);
  const std::array counts{60.0, 7.0};
  for (double limit : {12000.0, 16000.0, 20000.0, 24000.0}) {
    CAPTURE(limit);
    CHECK(sum.tail(counts, limit) == Approx(lattice_tail(exact, step, limit)).epsilon(0.005));
  }
}

TEST_CASE("correlated sums agree with a simulation of the copula") {
  check_against_simulation(8, 0.05, 1.5, 6000);
  check_against_simulation(8, 0.5, 1.5, 6000);
  check_against_simulation(50, 0.1, 2.0, 1000);
}

TEST_CASE("correlated sums agree with a long simulation of the copula", "[slow]") {
  for (double correlation : {0.05, 0.2, 0.5, 0.9})
    for (double sds : {0.0, 1.5, 2.5}) {
      check_against_simulation(5, correlation, sds, 400000);
      check_against_simulation(60, correlation, sds, 60000);
      check_against_simulation(600, correlation, sds, 12000);
    }
}

TEST_CASE("with many variables the common factor alone decides") {
  // Given Z the mean of X is max I(Z): for a uniform law max Phi(sqrt(rho) Z / sqrt(2 - rho)) in closed form.
  const BetaLaw uniform{1.0, 1.0, 1.0};
  const double correlation = 0.4, n = 20000.0;
  for (double share : {0.6, 0.7, 0.8}) {
    const double z = normal_quantile(share) * std::sqrt((2.0 - correlation) / correlation);
    CAPTURE(share);
    CHECK(tail(uniform, correlation, n, share * n) == Approx(normal_tail(z)).epsilon(0.02));
  }
}

TEST_CASE("tails are ordered as they must be") {
  const BetaLaw law{256.0, 1.4, 1.8};
  const double n = 300.0, limit = 150.0 * n;
  double last = 0.0;
  for (double correlation : {0.0, 0.02, 0.05, 0.1, 0.3, 0.6, 0.9}) {  // beyond the mean, correlation is never good
    const double now = tail(law, correlation, n, limit);
    CAPTURE(correlation);
    CHECK(now > last);
    last = now;
  }
  CHECK(tail(law, 0.1, n, 256.0 * n) == 0.0);
  CHECK(tail(law, 0.1, n, -1.0) == 1.0);
  CHECK(tail(law, 0.1, n, 1.0) == Approx(1.0).margin(1e-4));
}

TEST_CASE("the largest count is the last that keeps the promise") {
  const std::array laws{BetaLaw{256.0, 1.373, 1.822}, BetaLaw{1024.0, 1.2, 1.7}};
  for (double correlation : {0.0, 0.05, 0.3}) {
    const SumTail sum(laws, correlation);
    for (double usable : {0.0, 305.0, 3000.0, 380000.0, 1.5e6})
      for (std::size_t law : {0U, 1U}) {
        const double overhead = 50.0;
        const int n = largest_count(sum, law, overhead, usable, 1e-4);
        const auto overrun = [&](int count) {
          std::array<double, 2> counts{};
          counts[law] = count;
          return sum.tail(counts, usable - count * overhead);
        };
        CAPTURE(correlation, usable, law, n);
        CHECK(n >= static_cast<int>(usable / (laws[law].max + overhead)));
        CHECK((n == 0 || overrun(n) <= 1e-4));
        CHECK(overrun(n + 1) > 1e-4);
      }
  }
}

TEST_CASE("the largest count rises with the risk taken and falls with correlation") {
  const BetaLaw law{256.0, 1.373, 1.822};
  const SumTail loose({&law, 1}, 0.05), tied({&law, 1}, 0.3);
  CHECK(largest_count(loose, 0, 50.0, 380000.0, 1e-3) > largest_count(loose, 0, 50.0, 380000.0, 1e-5));
  CHECK(largest_count(loose, 0, 50.0, 380000.0, 1e-4) > largest_count(tied, 0, 50.0, 380000.0, 1e-4));
}
