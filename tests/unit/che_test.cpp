#include "planner/math/che.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <list>
#include <random>

using namespace planner::math;

namespace {

using Cached = CachedModel<ExponentialGaps>;

/// Share of all requests that find their model warm.
double hits(const std::vector<Cached>& models, double capacity) {
  const double time = eviction_time<ExponentialGaps>(models, capacity);
  double hit = 0, all = 0;
  for (const Cached& m : models) hit += m.gaps.rate * warm_hits(m, time), all += m.gaps.rate;
  return hit / all;
}

std::vector<Cached> with_rates(const std::vector<double>& rates) {
  std::vector<Cached> models;
  for (const double rate : rates) models.push_back({{rate}});
  return models;
}

/// The cache itself, played with random requests: the least recently used go until the new one fits.
double played_hits(const std::vector<Cached>& models, double capacity, int requests) {
  std::mt19937_64 engine(4);
  std::vector<double> rates;
  for (const Cached& m : models) rates.push_back(m.gaps.rate);
  for (std::size_t i = 1; i < rates.size(); ++i) rates[i] += rates[i - 1];
  std::list<std::size_t> warm;
  double used = 0;
  int hit = 0;
  for (int i = 0; i < requests; ++i) {
    const double at = static_cast<double>(engine() >> 11U) * 0x1p-53 * rates.back();
    const auto m = static_cast<std::size_t>(std::upper_bound(rates.begin(), rates.end(), at) - rates.begin());
    const auto found = std::find(warm.begin(), warm.end(), m);
    hit += found != warm.end();
    if (found != warm.end())
      warm.erase(found);
    else
      used += models[m].size;
    warm.push_front(m);
    while (used > capacity) used -= models[warm.back()].size, warm.pop_back();
  }
  return static_cast<double>(hit) / requests;
}

}  // namespace

TEST_CASE("Che's approximation against 50-digit values", "[che]") {
  std::vector<double> zipf;
  double sum = 0;
  for (int i = 1; i <= 200; ++i) zipf.push_back(1.0 / i), sum += 1.0 / i;
  for (double& p : zipf) p /= sum;
  const std::vector<Cached> models = with_rates(zipf);
  CHECK(eviction_time<ExponentialGaps>(models, 10) == Approx(12.393503112338765).epsilon(1e-11));
  CHECK(hits(models, 10) == Approx(0.32019217742215948).epsilon(1e-11));
  CHECK(eviction_time<ExponentialGaps>(models, 50) == Approx(101.87972595640647).epsilon(1e-11));
  CHECK(hits(models, 50) == Approx(0.66729668106772757).epsilon(1e-11));
}

TEST_CASE("Che's approximation beside the exact law of four objects", "[che]") {
  // King 1971, by enumeration: exact hit ratio, and Che's to 50 digits.
  const std::vector<Cached> models = with_rates({0.4, 0.3, 0.2, 0.1});
  const double rows[][3] = {{1, 0.3, 0.29429174319699009},
                            {2, 0.58055555555555556, 0.57300932971056663},
                            {3, 0.82658730158730159, 0.82342852330035218}};
  for (const auto& [capacity, exact, approximate] : rows) {
    CHECK(hits(models, capacity) == Approx(approximate).epsilon(1e-11));
    CHECK(hits(models, capacity) == Approx(exact).margin(0.008));
  }
  CHECK(hits(models, 4) == 1.0);
}

TEST_CASE("Che's approximation with sizes beside a cache that is played", "[che]") {
  std::vector<Cached> models;
  for (int i = 0; i < 120; ++i) models.push_back({{1.0 / (1 + i)}, static_cast<double>(1 << i % 4)});
  for (const double capacity : {60.0, 120.0, 240.0})
    CHECK(hits(models, capacity) == Approx(played_hits(models, capacity, 200'000)).margin(0.02));
}

TEST_CASE("law: more room evicts later; bursts hit more often at the same rate", "[che]") {
  const std::vector<Cached> poisson = with_rates(std::vector<double>(50, 0.01));
  std::vector<CachedModel<HyperExponentialGaps>> bursty(50, {HyperExponentialGaps::with_variation(0.01, 9)});
  double before = 0;
  for (const double capacity : {1.0, 5.0, 20.0, 45.0}) {
    const double time = eviction_time<ExponentialGaps>(poisson, capacity);
    CHECK(time > before);
    before = time;
    const double of_bursts = eviction_time<HyperExponentialGaps>(bursty, capacity);
    CHECK(warm_hits(bursty[0], of_bursts) > warm_hits(poisson[0], time));
  }
}
