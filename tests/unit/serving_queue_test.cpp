// The chain of a replica against Erlang's formulas, which it becomes where the time per token is constant.
#include "planner/unit/serving_queue.hpp"

#include <catch2/catch.hpp>

#include "planner/math/erlang.hpp"

using namespace planner;
using namespace planner::unit;

namespace {

constexpr RequestsPerSecond per_s = units::request / units::second;

/// A step takes 10 ms whatever it holds: every running sequence is a server with a mean service of 1 s.
Serving constant() { return {.work = {.per_step = 0.01}, .shape = {.input_tokens = 1, .output_tokens = 100, .tokens_scv = 0}}; }

}  // namespace

TEST_CASE("a constant time per token makes an M/M/c queue") {
  for (const double load : {2.0, 7.0, 9.5}) {
    const QueueAnswer q = queue_at(constant(), 10, load * per_s);
    const double rate = load;  // 1 - rate * prompt_time: a prompt adds nothing to a constant step
    REQUIRE(q.stable);
    CHECK(q.waits == Approx(math::erlang_c(10, rate)));
    CHECK(q.running == Approx(rate));
    CHECK(q.wait_p95.base() == Approx(math::wait_percentile(10, rate, 0.95)).margin(1e-12));
  }
  CHECK_FALSE(queue_at(constant(), 10, 10.0 * per_s).stable);
}

TEST_CASE("bursty arrivals wait longer") {
  const QueueAnswer smooth = queue_at(constant(), 10, 9.0 * per_s), bursty = queue_at(constant(), 10, 9.0 * per_s, 4);
  CHECK(bursty.wait_p95.base() == Approx(2.5 * smooth.wait_p95.base()));
}

TEST_CASE("a large batch does not overflow") {
  const QueueAnswer q = queue_at(constant(), 2000, 1900.0 * per_s);
  REQUIRE(q.stable);
  CHECK(q.running == Approx(1900).epsilon(1e-6));
  CHECK(q.waits == Approx(math::erlang_c(2000, 1900)).epsilon(1e-6));
}

TEST_CASE("embeddings queue as M/D/1 does") {
  const Serving s{.work = {.per_step = 0.01}, .shape = {.input_tokens = 100, .output_tokens = 0}};
  const OperatingPoint point{.batch = 1, .capacity = 100.0 * per_s};
  const QueueAnswer q = embedding_queue_at(s, point, 50.0 * per_s);
  REQUIRE(q.stable);
  CHECK(q.wait_p95.base() == Approx(0.01 / (2 * 0.5) * std::log(0.5 / 0.05)));
  CHECK_FALSE(embedding_queue_at(s, point, 100.0 * per_s).stable);
}
