#include "planner/io/sweep.hpp"

#include <catch2/catch.hpp>

#include "planner/base/error.hpp"
#include "planner/math/pareto.hpp"
#include "report/document/table.hpp"

using namespace planner;
using Texts = std::vector<std::string>;

TEST_CASE("sweeps: ranges, factors and lists of values") {
  CHECK(io::read_axis("a.b=10k:40k:10k").values == Texts{"10000", "20000", "30000", "40000"});
  CHECK(io::read_axis("a=0.1:0.3:0.1").values == Texts{"0.1", "0.2", "0.3"});  // 0.1 + 2 x 0.1 is above 0.3 in binary
  CHECK(io::read_axis("a=1k:1M:*10").values == Texts{"1000", "10000", "100000", "1000000"});
  CHECK(io::read_axis("a=1GiB:4GiB:1.5GiB").values == Texts{"1 GiB", "2.5 GiB", "4 GiB"});
  CHECK(io::read_axis("a=4:1:-1").values == Texts{"4", "3", "2", "1"});
  CHECK(io::read_axis("a=5k,x,\"p,q\",[\"r\",\"s\"]").values == Texts{"5000", "x", "\"p,q\"", "[\"r\",\"s\"]"});
  CHECK(io::read_axis("a=10:20:30").values == Texts{"10"});
}

TEST_CASE("sweeps: values that lead nowhere are refused with the rule") {
  for (const char* text :
       {"a", "=1", "a=", "a=1:2:0", "a=1:5:-1", "a=1GiB:2MiB:1GiB", "a=1:1e9:1", "a=0:5:*2", "a=1:x:2"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(io::read_axis(text), InputError);
  }
}

TEST_CASE("sweeps: shards are blocks that cover all points once") {
  for (const std::size_t points : {1U, 7U, 100U, 1001U}) {
    std::size_t next = 0;
    for (std::size_t part = 1; part <= 8; ++part) {
      const io::Shard shard{part, 8};
      CHECK(shard.begin(points) == next);
      next = shard.end(points);
    }
    CHECK(next == points);
  }
  CHECK(io::read_shard("2/8").part == 2);
  for (const char* text : {"", "0/3", "4/3", "1", "a/b", "1.5/3", "1/0", "-1/2"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(io::read_shard(text), InputError);
  }
}

TEST_CASE("the Pareto front agrees with its definition on every pair") {
  std::vector<std::vector<double>> points;
  for (int i = 0; i < 200; ++i) points.push_back({double(i * 37 % 23), double(i * 53 % 19), double(i * 29 % 7)});
  const std::vector<bool> front = math::pareto_front(points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    bool dominated = false;
    for (const auto& other : points) {
      bool no_larger = true;
      for (std::size_t k = 0; k < 3; ++k) no_larger = no_larger && other[k] <= points[i][k];
      dominated = dominated || (no_larger && other != points[i]);
    }
    CAPTURE(i);
    CHECK(front[i] == !dominated);
  }
  CHECK(math::pareto_front({{1, 1}, {1, 1}}) == std::vector<bool>{true, true});
}

TEST_CASE("a line of CSV reads back as its cells") {
  const Texts cells{"a", "", "with, comma", "with \"quotes\"", "two\nlines", "12"};
  CHECK(report::csv_cells(report::csv_line(cells)) == cells);
}
