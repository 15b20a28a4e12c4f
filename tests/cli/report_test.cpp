#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/process.hpp"

using Catch::Contains;
using Catch::StartsWith;

namespace {

const std::string root = PLANNER_SOURCE_DIR "/";

}  // namespace

TEST_CASE("a report is one page with the answer of the plan, its charts and its arithmetic") {
  const cli::Result page = cli::planner({"report", root + "examples/untrusted-50k.json"});
  const cli::Result table = cli::planner({"sessions", root + "examples/untrusted-50k.json"});
  CHECK(page.exit == 0);
  CHECK_THAT(page.out, StartsWith("<!DOCTYPE html>"));
  CHECK_THAT(page.out, Contains("<p>" + table.out.substr(0, table.out.find('\n')) + "</p>"));
  CHECK_THAT(page.out, Contains("Density behind each boundary") && Contains("<details id=\"step-"));
  CHECK_THAT(page.out, Contains("<summary>Turned down</summary>"));
}

TEST_CASE("models, packings and residency problems are reported, too") {
  for (const std::string file : {"examples/twenty-models.json", "examples/pods.json", "tests/data/residency/b_20.json",
                                 "tests/data/packing/a1_20c_2r_50000.vbp"}) {
    INFO(file);
    const cli::Result page = cli::planner({"report", root + file});
    CHECK(page.exit == 0);
    CHECK_THAT(page.out, Contains("<section class=\"charts\">"));
  }
}

TEST_CASE("a report goes to a file, and changes are made first") {
  const cli::TemporaryFile file("", "report.html");
  const cli::Result said = cli::planner(
      {"report", root + "examples/untrusted-50k.json", "--set", "sessions.policy.zones=2", "-o", file.path()});
  CHECK_THAT(said.out, StartsWith(file.path() + ": "));
  std::ostringstream text;
  text << std::ifstream(file.path()).rdbuf();
  CHECK_THAT(text.str(), Contains("50,000 sessions need 252 hosts"));
}

TEST_CASE("what cannot be reported is said") {
  const cli::Result unfit = cli::planner({"report", root + "examples/does-not-fit.json"});
  CHECK(unfit.exit == 3);
  CHECK_THAT(unfit.out, Contains("do not fit: there is no plan."));
  CHECK(cli::planner({"report"}).exit == 2);
  CHECK(cli::planner({"report", root + "examples/pods.json", "--json"}).exit == 2);
  const cli::Result changed = cli::planner({"report", root + "examples/pods.json", "--set", "a=1"});
  CHECK(changed.exit == 2);
  CHECK_THAT(changed.err, Contains("changes are made to scenarios only"));
  CHECK(cli::planner({"report", root + "no-such-file.json"}).exit == 4);
}
