#include "report/document/numbers.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "planner/io/unit_text.hpp"
#include "planner/plan/say.hpp"

using namespace planner;

TEST_CASE("one thing is told in the singular") {
  CHECK(report::counted(1, "host") == "1 host");
  CHECK(report::counted(0, "host") == "0 hosts");
  CHECK(report::counted(1.5, "host") == "1.5 hosts");
  CHECK(report::counted(50000, "session") == "50,000 sessions");
}

// Sums and differences of prices end a few bits beside nothing, on either side of it.
TEST_CASE("nothing has no minus sign, however it is printed") {
  for (const double nothing : {-0.0, 0.0, -1e-17, 1e-17, -0.0004, 0.0004}) {
    CAPTURE(nothing);
    CHECK(report::percent_text(nothing / 10) == (nothing == 0 || std::abs(nothing) < 1e-9 ? "0 %" : "0.0 %"));
    CHECK(report::extra_percent_text(nothing / 10).substr(0, 2) == "+0");
    CHECK(report::usd_text(nothing * units::usd_per_h) == "0.00");
    CHECK(report::extra_usd_text(nothing * units::usd_per_h) == "+0.00");
    CHECK(report::count_text(nothing).front() == '0');
    CHECK(report::signed_text(nothing, 1) == "+0.0");
    CHECK(report::fixed_text(nothing, 0) == "0");
  }
  CHECK(io::print_number(-0.0) == "0");
  CHECK(plan::say(-0.0) == "0");
  CHECK(io::print(Bytes::from_base(-0.0)) == io::print(Bytes{}));
}

TEST_CASE("what is less than nothing keeps its sign") {
  CHECK(report::percent_text(-0.25) == "-25 %");
  CHECK(report::extra_percent_text(-0.012) == "-1.2 %");
  CHECK(report::extra_percent_text(0.3) == "+30 %");
  CHECK(report::usd_text(-0.006 * units::usd_per_h) == "-0.01");
  CHECK(report::extra_usd_text(-412.4 * units::usd_per_h) == "-412");
  CHECK(report::signed_text(-0.05000001, 1) == "-0.1");
  CHECK(report::count_text(-1500) == "-1,500");
}
