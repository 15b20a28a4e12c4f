#include "planner/math/loss_network.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "planner/math/erlang.hpp"
#include "planner/math/fragmentation.hpp"

using namespace planner::math;

namespace {

const std::vector<LossClass> four_sizes{{8, 1}, {4, 2}, {3, 4}, {2, 8}};

std::vector<double> blocking(std::size_t capacity, const std::vector<LossClass>& classes) {
  const auto q = loss_occupancy(capacity, classes);
  std::vector<double> out;
  for (const LossClass& c : classes) out.push_back(loss_blocking(q, c));
  return out;
}

void check(const std::vector<double>& found, const std::vector<double>& published, double tolerance) {
  REQUIRE(found.size() == published.size());
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i] == Approx(published[i]).epsilon(tolerance));
}

}  // namespace

// Moscholios & Logothetis 2019, "Efficient Multirate Teletraffic Loss Models Beyond Erlang", as the tests of
// mariakourtesi/Teletraffic-models print them (seven decimals), and the recursion in 50 digits.
TEST_CASE("Kaufman-Roberts against published and 50-digit values", "[loss]") {
  check(loss_occupancy(4, std::vector<LossClass>{{2, 1}, {1, 2}}), {0.08, 0.16, 0.24, 0.2666667, 0.2533333}, 1e-6);
  check(loss_occupancy(10, std::vector<LossClass>{{1, 4}, {2, 3}, {3, 2}, {4, 1}}),
        {0.0005825, 0.0023301, 0.0064077, 0.0143689, 0.0280581, 0.0492425, 0.0795272, 0.1199126, 0.1705627, 0.2306511,
         0.2983565},
        1e-4);
  check(blocking(5, {{2, 1}, {1, 2}}), {0.17218543046357616, 0.38189845474613687}, 1e-13);
  check(blocking(5, {{2, 2}}), {0.4}, 1e-13);
  check(blocking(64, four_sizes),
        {0.010271234624407159, 0.021462494608894328, 0.046790643648021487, 0.11033652057205427}, 1e-13);
  CHECK(loss_utilisation(loss_occupancy(5, std::vector<LossClass>{{2, 1}, {1, 2}})) == Approx(2.8918321));
}

TEST_CASE("trunk reservation against published and 50-digit values", "[loss]") {
  check(blocking(5, {{2, 1, 1}, {1, 2, 0}}), {0.3253012, 0.3253012}, 1e-6);
  check(blocking(64, {{8, 1, 7}, {4, 2, 6}, {3, 4, 4}, {2, 8, 0}}), std::vector<double>(4, 0.076121854511239507),
        1e-13);
}

TEST_CASE("one class is Erlang's loss formula, also where numbers grow beyond a double", "[loss]") {
  for (const auto& [capacity, load] :
       {std::pair<std::size_t, double>{10, 5}, {400, 380}, {5'000, 4'000}, {5'000, 9'000}})
    CHECK(blocking(capacity, {{load, 1}})[0] == Approx(erlang_b(static_cast<double>(capacity), load)).epsilon(1e-10));
  CHECK(blocking(7, {{1, 8}})[0] == 1.0);
}

TEST_CASE("law: what is carried is what is in use", "[loss]") {
  for (const std::size_t capacity : {8U, 30U, 64U, 1'000U}) {
    const auto q = loss_occupancy(capacity, four_sizes);
    double carried = 0;
    for (const LossClass& c : four_sizes) carried += c.load * static_cast<double>(c.gpus) * (1 - loss_blocking(q, c));
    CHECK(carried == Approx(loss_utilisation(q)).epsilon(1e-12));
  }
}

TEST_CASE("limited availability against published values", "[loss]") {
  check(spread_blocking(SpreadHosts(2, 5), std::vector<LossClass>{{1, 1}, {1, 2}}), {0.0036756, 0.0203967}, 2e-5);
  // 64 GPUs in eight hosts: 0.503 of the starts on eight GPUs are lost where one pool loses 0.110.
  CHECK(spread_blocking(SpreadHosts(8, 8), four_sizes)[3] == Approx(0.503).margin(5e-4));
  CHECK(blocking(64, four_sizes)[3] == Approx(0.110).margin(5e-4));
}

TEST_CASE("law: hosts carry no more than a pool and lose more of the largest, and one host is a pool", "[loss]") {
  const auto carried = [](const std::vector<double>& lost) {
    double gpus = 0;
    for (std::size_t c = 0; c < 4; ++c)
      gpus += four_sizes[c].load * static_cast<double>(four_sizes[c].gpus) * (1 - lost[c]);
    return gpus;
  };
  const auto pool = blocking(64, four_sizes);
  check(spread_blocking(SpreadHosts(1, 64), four_sizes), pool, 1e-12);
  auto before = pool;
  for (const std::size_t hosts : {2U, 4U, 8U}) {
    const auto spread = spread_blocking(SpreadHosts(hosts, 64 / hosts), four_sizes);
    CHECK(spread[3] > before[3]);
    CHECK(carried(spread) < carried(before));
    CHECK(spread[0] < before[0]);  // what the largest leave is there for the smallest
    before = spread;
  }
}

TEST_CASE("room on hosts by listing every way to spread free GPUs", "[loss]") {
  const SpreadHosts hosts(3, 4);
  const auto room = hosts.room_for(3);
  std::vector<double> all(13), some(13);
  for (int a = 0; a <= 4; ++a)
    for (int b = 0; b <= 4; ++b)
      for (int c = 0; c <= 4; ++c) {
        const auto used = static_cast<std::size_t>(12 - a - b - c);
        all[used] += 1, some[used] += std::max({a, b, c}) >= 3;
      }
  for (std::size_t n = 0; n <= 12; ++n) CHECK(room[n] == Approx(some[n] / all[n]));
}
