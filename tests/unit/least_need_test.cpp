// What a session needs at least in any mix: bounds of pools in which several classes lend memory.
#include <catch2/catch.hpp>
#include <map>
#include <vector>

#include "planner/math/least_need.hpp"
#include "planner/math/overcommit.hpp"
#include "planner/plan/sessions.hpp"
#include "support/sessions_world.hpp"

using namespace planner;
using namespace planner::testing;
using math::BetaLaw;
using units::GiB;
using units::MiB;

namespace {

constexpr double rare = 1e-4;

/// The least limit that the sum exceeds with at most `rare` probability.
double needed(const math::SumTail& uses, const std::vector<double>& counts) {
  double low = 0.0, high = 0.0;
  for (std::size_t i = 0; i < counts.size(); ++i) high += counts[i] * uses.laws()[i].max;
  while (high - low > 1e-6 * high) {
    const double middle = 0.5 * (low + high);
    (uses.tail(counts, middle) <= rare ? high : low) = middle;
  }
  return high;
}

struct Pair {
  BetaLaw a, b;
  double correlation;
};
const std::vector<Pair> pairs{
    {{1, 2, 3}, {1, 2, 3}, 0.05},    {{1, 2, 3}, {4, 1, 6}, 0.05},    {{1, 30, 30}, {1, 0.6, 1.4}, 0.05},
    {{1, 30, 30}, {1, 0.6, 1.4}, 0}, {{1, 40, 20}, {2, 1, 1}, 0.3}, {{1, 8, 2}, {1, 2, 8}, 0.7},
};

}  // namespace

TEST_CASE("no mix that keeps the promise holds more than the least needs allow", "[overcommit]") {
  for (const Pair& p : pairs) {
    const std::vector<BetaLaw> laws{p.a, p.b};
    const math::SumTail uses(laws, p.correlation);
    const std::vector<double> least = math::least_needs(laws, p.correlation, rare);
    CAPTURE(p.a.a, p.b.a, p.correlation, least);
    CHECK(least[0] > 0.9 * p.a.mean());
    CHECK(least[1] > 0.9 * p.b.mean());
    for (const double n : {1.0, 5.0, 40.0, 300.0, 3000.0})
      for (const double share : {0.0, 0.1, 0.5, 0.9, 1.0}) {
        const std::vector<double> counts{std::ceil(share * n), std::ceil((1 - share) * n)};
        CAPTURE(counts);
        CHECK(counts[0] * least[0] + counts[1] * least[1] <= needed(uses, counts));
      }
  }
}

// Where one class lends, fewer variables than a host holds need no less than their share of it: less is pooled.
TEST_CASE("of one class, each needs at least what it is charged on a host full of it", "[overcommit]") {
  for (const Pair& p : pairs)
    for (const BetaLaw& law : {p.a, p.b}) {
      const math::SumTail uses({&law, 1}, p.correlation);
      for (const double usable : {4.0, 20.0, 150.0}) {
        const double most = math::largest_count(uses, 0, 0.0, usable, rare), charge = usable / (most + 1);
        CAPTURE(law.a, law.b, p.correlation, usable, most);
        for (double n = 1; n <= most; n = std::ceil(1.1 * n)) CHECK(n * charge <= needed(uses, {n}) * (1 + 1e-5));
      }
    }
}

// With many variables the common factor alone decides, and the least needs come near to what is needed.
TEST_CASE("the least needs are sharp where the common factor decides", "[overcommit]") {
  const std::vector<BetaLaw> laws{{1, 2, 3}, {4, 1, 6}};
  const math::SumTail uses(laws, 0.3);
  const std::vector<double> least = math::least_needs(laws, 0.3, rare), counts{5000, 5000};
  const double bound = counts[0] * least[0] + counts[1] * least[1];
  CHECK(bound <= needed(uses, counts));
  CHECK(bound > 0.8 * needed(uses, counts));
}

// Why charges that each class would have alone bound nothing when several classes lend: one follows the factor closely,
// the other hardly, and the mix of half a host of each takes less than a host.
TEST_CASE("a mix of two classes may need less than the sum of their linear charges", "[overcommit]") {
  const std::vector<BetaLaw> laws{{1, 300, 300}, {1, 0.6, 1.4}};
  const math::SumTail uses(laws, 0.3);
  const double usable = 100.0;
  const double a = math::largest_count(uses, 0, 0.0, usable, rare), b = math::largest_count(uses, 1, 0.0, usable, rare);
  double least = usable;
  for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9})
    least = std::min(least, needed(uses, {share * a, (1 - share) * b}));
  CHECK(least < 0.998 * usable);
}

// Every filling of a host of two classes is listed, and the fewest hosts are found by going through all rests.
namespace {

struct Fleet {
  math::SumTail uses;
  double memory;

  [[nodiscard]] bool holds(int a, int b) const {
    const std::vector<double> counts{static_cast<double>(a), static_cast<double>(b)};
    return uses.tail(counts, memory) <= rare;
  }
  [[nodiscard]] int fewest_hosts(int a, int b) const {
    std::vector<int> beside;
    for (int i = 0; i <= a && holds(i, 0); ++i) {
      int j = 0;
      while (j < b && holds(i, j + 1)) ++j;
      beside.push_back(j);
    }
    std::map<std::pair<int, int>, int> hosts;
    for (int i = 0; i <= a; ++i)
      for (int j = 0; j <= b; ++j) {
        int best = i + j == 0 ? 0 : 1'000'000;
        for (int x = 0; x <= std::min<int>(i, static_cast<int>(beside.size()) - 1); ++x) {
          const int y = std::min(j, beside[static_cast<std::size_t>(x)]);
          if (x + y > 0) best = std::min(best, hosts.at({i - x, j - y}) + 1);
        }
        hosts[{i, j}] = best;
      }
    return hosts.at({a, b});
  }
};

}  // namespace

TEST_CASE("a pool that lends is bounded by no more than the fewest hosts", "[sessions][overcommit]") {
  for (const double correlation : {0.0, 0.05, 0.3, 0.7})
    for (const int count : {7, 24, 45}) {
      catalog::Catalog catalog = small_catalog();
      catalog.hosts["balanced"] = host("balanced", 10'000, 8.0 * GiB, 4.0);
      plan::SessionInputs q = small_question();
      q.policy.memory_correlation = correlation;
      q.policy.memory_overrun_probability = rare;
      q.classes = {session_class("steady", "any", count, 1.0 * GiB, 0.01),
                   session_class("wild", "any", 2 * count, 1.0 * GiB, 0.01)};
      q.classes[0].boundaries = q.classes[1].boundaries = {"container"};
      q.classes[0].memory_used = plan::MemoryUse{.mean = 0.5 * GiB, .p99 = 0.55 * GiB};
      q.classes[1].memory_used = plan::MemoryUse{.mean = 0.3 * GiB, .p99 = 0.9 * GiB};
      const plan::SessionPlan p = plan::plan_sessions(catalog, q);
      const std::vector<BetaLaw> laws{*plan::sessions::law_of(q.classes[0]), *plan::sessions::law_of(q.classes[1])};
      const int fewest = Fleet{math::SumTail(laws, correlation), (8.0 * GiB).base()}.fewest_hosts(count, 2 * count);
      CAPTURE(correlation, count, fewest, p.base_hosts, p.lower_bound_usd.in(units::usd_per_h));
      CHECK(p.base_hosts >= fewest);
      CHECK(p.lower_bound_usd.in(units::usd_per_h) <= 4.0 * fewest * (1 + 1e-9));
      if (p.proven) CHECK(p.base_hosts == fewest);
    }
}
