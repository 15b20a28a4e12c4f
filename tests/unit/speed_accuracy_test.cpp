// Measured operating points against the catalog's efficiencies, which were fitted on other ones: the tables of
// docs/accuracy.md. Everything is fitted anew by tools/fit_efficiencies.cpp.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "../../tools/operating_point_split.hpp"
#include "io/text_file.hpp"
#include "planner/io/catalog.hpp"
#include "planner/io/measured_points.hpp"
#include "planner/plan/speed/check_points.hpp"

using namespace planner;
using namespace planner::plan;

namespace {

const catalog::Catalog& known() { return io::builtin_catalog(); }

std::vector<MeasuredPoint> points_of(const std::string& file) {
  const std::string path = PLANNER_SOURCE_DIR "/tests/data/cases/" + file;
  return io::read_measured_points(io::read_text(path), path, known());
}

CheckSummary printed(const std::string& what, const std::vector<PointCheck>& checks, bool of_rate) {
  const CheckSummary s = summary(checks, of_rate);
  fmt::print("{}: {} rows, median error {:.1f} %, 80 % within {:.1f} %, {:.0f} % inside the band\n", what, s.figures,
             100 * s.median_error, 100 * s.error_p80, 100 * s.inside);
  return s;
}

}  // namespace

TEST_CASE("operating points that the fit has not seen") {
  std::vector<MeasuredPoint> seen, unseen;
  for (const MeasuredPoint& p : points_of("operating_points.csv")) (held_out(p) ? unseen : seen).push_back(p);
  const std::vector<PointCheck> fitted = check_points(known(), seen), tested = check_points(known(), unseen);
  printed("time per token, fitted on", fitted, false);
  printed("saturated throughput, fitted on", fitted, true);
  const CheckSummary decode = printed("time per token, held out", tested, false);
  const CheckSummary saturated = printed("saturated throughput, held out", tested, true);
  CHECK(decode.figures == 40);
  CHECK(saturated.figures == 42);
  CHECK(decode.median_error <= 0.15);
  CHECK(saturated.median_error <= 0.20);
  CHECK(decode.inside == Approx(0.8).margin(0.1));
  CHECK(saturated.inside == Approx(0.8).margin(0.1));
}
