#include <catch2/catch.hpp>

#include "report/numbers.hpp"

using namespace planner;

TEST_CASE("one thing is told in the singular") {
  CHECK(report::counted(1, "host") == "1 host");
  CHECK(report::counted(0, "host") == "0 hosts");
  CHECK(report::counted(1.5, "host") == "1.5 hosts");
  CHECK(report::counted(50000, "session") == "50,000 sessions");
}
