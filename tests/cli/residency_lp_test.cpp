#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>
#include <memory>
#include <regex>
#include <sstream>

#include "cli/process.hpp"
#include "planner/io/choice_file.hpp"
#include "planner/math/choice.hpp"
#include "support/random_choice.hpp"

using namespace planner;

/// The same problems, solved by two general solvers of integer programs from their LP files. Both are Debian packages
/// (glpk-utils, coinor-cbc); the test fails where they are not installed.
namespace {

std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen((command + " 2>&1").c_str(), "r"), &pclose);
  REQUIRE(pipe);
  std::string text;
  char block[4096];
  while (const std::size_t n = std::fread(block, 1, sizeof block, pipe.get())) text.append(block, n);
  return text;
}

/// The optimum that stands behind `label` in what a solver prints; infinite where it says that there is none.
double optimum_in(const std::string& text, const std::string& label) {
  INFO(text);
  if (std::regex_search(text, std::regex("PROBLEM HAS NO|INTEGER EMPTY|[Pp]roblem (is|proven) infeasible")))
    return math::choice::infinity;
  std::smatch found;
  REQUIRE(std::regex_search(text, found, std::regex(label + R"(\s*(-?[0-9.]+(e[+-]?[0-9]+)?))")));
  return std::stod(found[1]);
}

double glpk_optimum(const std::string& lp) {
  return optimum_in(output_of("glpsol --lp " + lp + " -o /dev/stdout"), R"(Objective:\s+cost =)");
}
double cbc_optimum(const std::string& lp) {
  return optimum_in(output_of("cbc " + lp + " ratioGap 0 allowableGap 0 integerTolerance 1e-9 solve quit"),
                    "Objective value:");
}

void compare(const std::string& lp, double optimum) {
  // Integers may be off by 1e-5 in GLPK, and either solver's optimum by what its tolerances are worth.
  CHECK(glpk_optimum(lp) == Approx(optimum).epsilon(1e-6));
  CHECK(cbc_optimum(lp) == Approx(optimum).epsilon(1e-6));
}

void compare(const math::choice::Problem& problem) {
  const auto solution = math::choice::solve(problem, math::choice::until_proven);
  plan::ChoiceInputs inputs;
  inputs.problem = problem;
  const cli::TemporaryFile lp(io::choice_lp(inputs), "problem.lp");
  compare(lp.path(), solution.plan ? solution.plan->cost : math::choice::infinity);
}

}  // namespace

TEST_CASE("GLPK and CBC find the same optimum of small problems in their LP files", "[choice][slow]") {
  testing::RandomChoice random(11);
  for (int i = 0; i < 60; ++i) {
    CAPTURE(i);
    compare(random.small());
  }
  for (int i = 0; i < 6; ++i) {
    CAPTURE(i);
    compare(random.fleet({.models = 12, .host_gpus = i < 3 ? 8.0 : 16.0, .timeouts_s = {60, 900}}));
  }
}

TEST_CASE("GLPK and CBC find the same optimum of b_20, written by the command line", "[choice][slow]") {
  const cli::TemporaryFile lp("", "b_20.lp");
  const std::string problem = PLANNER_SOURCE_DIR "/tests/data/residency/b_20.json";
  REQUIRE(cli::planner({"residency", "--problem", problem, "--write-lp", lp.path()}).exit == 0);
  compare(lp.path(), 117.98479217);
}
