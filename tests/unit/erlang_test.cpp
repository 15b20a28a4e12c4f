#include "planner/math/erlang.hpp"

#include <catch2/catch.hpp>

#include "planner/math/normal.hpp"
#include "planner/math/poisson.hpp"
#include "reference_rows.hpp"

using namespace planner::math;

TEST_CASE("Erlang formulas match published and 50-digit values") {
  for (const auto& row : reference_rows("queueing.json", "erlang_b", "B(c,a)"))
    CHECK_ROW(row, erlang_b(row.in("c"), row.in("a")), row.value);
  for (const auto& row : reference_rows("queueing.json", "erlang_b", "B"))
    CHECK_ROW(row, erlang_b(row.in("c"), row.in("a")), row.value);
  for (const auto& row : reference_rows("queueing.json", "erlang_b", "log B"))
    CHECK_ROW(row, log_erlang_b(row.in("c"), row.in("a")), row.value);
  for (const auto& row : reference_rows("queueing.json", "erlang_b_continuous", "B(x,a)"))
    CHECK_ROW(row, erlang_b(row.in("x"), row.in("a")), row.value);
  for (const auto& row : reference_rows("queueing.json", "erlang_b_inverse", "offered load A for B"))
    CHECK_ROW(row, load_for_blocking(row.in("c"), row.in("B")), row.value);
  for (const auto& row : reference_rows("queueing.json", "erlang_c", "P(wait)"))
    CHECK_ROW(row, erlang_c(row.in("c"), row.in("a")), row.value);
  for (const auto& row : reference_rows("queueing.json", "erlang_c", "log P(wait)"))
    CHECK_ROW(row, log_erlang_c(row.in("c"), row.in("a")), row.value);
  for (const auto& row : reference_rows("queueing.json", "erlang_c", "P(wait), unstable -> 1"))
    CHECK_ROW(row, erlang_c(row.in("c"), row.in("a")), row.value);
  for (const auto& row : reference_rows("queueing.json", "mmc", "E[Wq]*mu"))
    CHECK_ROW(row, mean_wait(row.in("c"), row.in("a")), row.value);
}

TEST_CASE("Erlang B is the truncated Poisson law") {
  for (double load : {0.3, 4.0, 77.5, 900.0})
    for (double sd : {-3.0, 0.0, 3.0}) {
      const int servers = 1 + static_cast<int>(std::max(0.0, load + sd * std::sqrt(load)));
      const double truncated = poisson_pmf(servers, load) / (1.0 - poisson_tail(servers + 1, load));
      CAPTURE(load, servers);
      CHECK(erlang_b(servers, load) == Approx(truncated).epsilon(1e-10));
    }
}

TEST_CASE("Erlang B goes smoothly through fractions of a server") {
  for (double load : {0.02, 1.0, 2.9, 3.1, 50.0}) {
    CAPTURE(load);
    CHECK(erlang_b(1.0 - 1e-9, load) == Approx(erlang_b(1.0, load)).epsilon(1e-7));
    CHECK(erlang_b(7.0 + 1e-9, load) == Approx(erlang_b(7.0, load)).epsilon(1e-7));
    CHECK(erlang_b(7.5, load) < erlang_b(7.0, load));
    // Decreasing and convex in servers (Jagers & van Doorn 1986).
    CHECK(erlang_b(3.0, load) + erlang_b(4.0, load) >= 2.0 * erlang_b(3.5, load));
  }
}

TEST_CASE("the inverses of Erlang B undo it") {
  for (double load : {0.001, 0.7, 12.0, 340.0, 49800.0})
    for (double blocking : {0.2, 1e-3, 1e-9}) {
      const int servers = servers_for_blocking(load, blocking);
      CAPTURE(load, blocking, servers);
      CHECK(erlang_b(servers, load) <= blocking);
      CHECK(erlang_b(servers - 1, load) > blocking);
      CHECK(erlang_b(servers, load_for_blocking(servers, blocking)) == Approx(blocking).epsilon(1e-9));
    }
  CHECK(servers_for_blocking(0.0, 0.01) == 1);
  CHECK(erlang_b(0.0, 3.0) == 1.0);
}

TEST_CASE("Erlang C tends to the limit of Halfin and Whitt") {
  const auto probability_of_waiting = [](double beta) {  // off the limit by about 1/sqrt(load)
    const double load = 1e6;
    return erlang_c(std::floor(load + beta * std::sqrt(load)), load);
  };
  for (const auto& row : reference_rows("queueing.json", "halfin_whitt", "P(wait) limit")) {
    INFO(row.inputs.dump());
    CHECK(probability_of_waiting(row.in("beta")) == Approx(row.value.get<double>()).epsilon(5e-3));
  }
  for (const auto& row : reference_rows("queueing.json", "halfin_whitt", "beta for P(wait)")) {
    INFO(row.inputs.dump());
    CHECK(probability_of_waiting(row.value) == Approx(row.in("p")).epsilon(5e-3));
  }
}

TEST_CASE("the percentile of the wait solves the tail of M/M/c") {
  const double servers = 10, load = 8;
  for (double p : {0.7, 0.95, 0.999}) {
    const double wait = wait_percentile(servers, load, p);
    CHECK(erlang_c(servers, load) * std::exp(-(servers - load) * wait) == Approx(1.0 - p).epsilon(1e-12));
  }
  CHECK(wait_percentile(servers, load, 0.5) == 0.0);  // 59 % do not wait at all
  CHECK(std::isinf(wait_percentile(10, 10, 0.5)));
}
