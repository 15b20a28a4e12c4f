// Models that stay warm until the room is needed: exact and approximate shares of cold requests, beside the simulator.
#include <catch2/catch.hpp>

#include "planner/math/che.hpp"
#include "planner/math/gap_law.hpp"
#include "planner/math/lru.hpp"
#include "planner/math/simulate/model_pool_estimate.hpp"

using namespace planner::math;
using simulate::Eviction;

namespace {

struct WarmModel {
  double rate = 0, gpus = 1;
};

simulate::PoolEstimate played(const std::vector<WarmModel>& models, int gpus, Eviction eviction) {
  simulate::ModelPool pool;
  pool.gpus_per_host = gpus;
  pool.eviction = eviction;
  for (const WarmModel& m : models)
    pool.models.push_back({.gaps = simulate::Law::exponential(1 / m.rate),
                           .service = simulate::Law::constant(0),
                           .gpus = static_cast<int>(m.gpus)});
  return estimate(pool, run_of(pool, 20'000), {.count = 10, .confidence = 0.99});
}

}  // namespace

// Two models in room for one: a request is cold if the last one was for the other.
TEST_CASE("least recently used by hand", "[kept_warm]") {
  const std::vector<double> rates{3, 1};
  const std::vector<double> misses = lru_misses(rates, 1);
  CHECK(misses[0] == Approx(0.25));
  CHECK(misses[1] == Approx(0.75));
  CHECK(lru_misses(rates, 2) == std::vector<double>{0, 0});
  CHECK(lru_misses(rates, 0) == std::vector<double>{1, 1});
  const std::vector<double> even(10, 0.5);
  for (const double miss : lru_misses(even, 4)) CHECK(miss == Approx(0.6));
}

TEST_CASE("least recently used, exact, beside the simulator and Che", "[kept_warm][simulate]") {
  const std::vector<WarmModel> models{{0.01}, {0.004}, {0.002}, {0.001}, {0.0005}, {0.0002}};
  std::vector<double> rates;
  std::vector<CachedModel<ExponentialGaps>> cached;
  for (const WarmModel& m : models) rates.push_back(m.rate), cached.push_back({{m.rate}, 1});
  for (const int room : {1, 2, 4}) {
    const std::vector<double> exact = lru_misses(rates, static_cast<std::size_t>(room));
    const simulate::PoolEstimate found = played(models, room, Eviction::least_recently_used);
    const double evicted = eviction_time<ExponentialGaps>(cached, room);
    for (std::size_t m = 0; m < models.size(); ++m) {
      CAPTURE(room, m);
      CHECK(std::abs(found.models[m].cold_fraction.mean - exact[m]) <=
            1.5 * found.models[m].cold_fraction.half_width + 1e-9);
      CHECK(1 - warm_hits(cached[m], evicted) == Approx(exact[m]).margin(0.06));
    }
  }
}
