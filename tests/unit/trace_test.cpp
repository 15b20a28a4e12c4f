#include "planner/evidence/trace.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>

#include "planner/base/units.hpp"
#include "planner/report/verify.hpp"
#include "report/explain/formula.hpp"

using namespace planner;
using namespace planner::units;
using report::evaluate;
using report::Value;

namespace {

Value lookup(std::string_view name) {
  if (name == "hosts") return {12, Hosts::dim};
  if (name == "tiers.own-tools.sessions") return {4000, Sessions::dim};
  if (name == "catalog.aws/m7i.metal-48xl.memory") return {(768.0 * GiB).base(), Bytes::dim};
  throw std::invalid_argument("unknown " + std::string(name));
}

double plain(std::string_view formula) { return evaluate(formula, lookup).value; }

std::string only_fault(const Trace& trace) {
  const auto faults = report::verify(trace);
  REQUIRE(faults.size() == 1);
  return faults.front().id + ": " + faults.front().what;
}

}  // namespace

TEST_CASE("a formula follows the usual precedence") {
  CHECK(plain("1 + 2 * 3") == 7);
  CHECK(plain("(1 + 2) * 3") == 9);
  CHECK(plain("7 - 2 - 1") == 4);
  CHECK(plain("8 / 2 / 2") == 2);
  CHECK(plain("-2 * -3") == 6);
  CHECK(plain("1e-3 + 2.5E2") == 250.001);
  CHECK(plain("-(1 - 3)") == 2);
}

TEST_CASE("operators between names need spaces, so names may hold dashes and slashes") {
  CHECK(evaluate("tiers.own-tools.sessions / hosts", lookup).dim == SessionsPerHost::dim);
  CHECK(plain("catalog.aws/m7i.metal-48xl.memory / unit.GiB") == 768);
  CHECK_THROWS_WITH(plain("hosts-hosts"), "unknown hosts-hosts");
}

TEST_CASE("the functions of a formula") {
  CHECK(plain("ceil(52.0000000001)") == 52);
  CHECK(plain("ceil(52.01)") == 53);
  CHECK(plain("floor(51.9999999999)") == 52);
  CHECK(plain("min(3, 1, 2) + max(3, 1, 2) + sum(1, 2, 3)") == 10);
  CHECK(plain("abs(-4) + sqrt(16)") == 8);
  CHECK(plain("exp(log(5)) + pow(2, 10)") == Approx(1029));
  CHECK(evaluate("ceil(hosts)", lookup).dim == Hosts::dim);
  CHECK(evaluate("sqrt(hosts * hosts)", lookup).dim == Hosts::dim);
  // B(1, 1) = 1/2 and B(2, 1) = 1/5 by hand.
  CHECK(plain("erlang_b(1, 1)") == Approx(0.5));
  CHECK(plain("erlang_b(2, 1)") == Approx(0.2));
  CHECK(plain("servers_for_blocking(1, 0.2)") == 2);
  // P(N >= 1) of a Poisson law of mean 1.
  CHECK(plain("poisson_tail(1, 1)") == Approx(1 - std::exp(-1.0)));
  CHECK(plain("poisson_tail_quantile(0.64, 1)") == 1);
  CHECK(plain("binomial_tail(2, 2, 0.9)") == Approx(0.81));
  CHECK(plain("smallest_spare(2, 0.9, 0.97)") == 1);  // P(at least 2 of 3 up) = 0.972
}

TEST_CASE("a formula that cannot be worked out says why") {
  CHECK_THROWS_WITH(plain("hosts + 1"), "a sum of two dimensions");
  CHECK_THROWS_WITH(plain("max(hosts, 1)"), "max() of the wrong dimension");
  CHECK_THROWS_WITH(plain("exp(hosts)"), "exp() of the wrong dimension");
  CHECK_THROWS_WITH(plain("sqrt(hosts)"), "sqrt() of an odd dimension");
  CHECK_THROWS_WITH(plain("(1 + 2"), "a \")\" is missing");
  CHECK_THROWS_WITH(plain("1 +"), "a value is missing");
  CHECK_THROWS_WITH(plain(""), "a value is missing");
  CHECK_THROWS_WITH(plain("1 2"), "\"2\" is left over");
  CHECK_THROWS_WITH(plain("1 ^ 2"), "'^' has no place in a formula");
  CHECK_THROWS_WITH(plain("nonsense(1)"), "\"nonsense\" is not a function of so many arguments");
  CHECK_THROWS_WITH(plain("exp(1, 2)"), "\"exp\" is not a function of so many arguments");
  CHECK_THROWS_WITH(plain("unit.bushel"), "\"unit.bushel\" is not a unit");
}

TEST_CASE("a true trace verifies and every kind of false step is found") {
  Trace trace;
  const auto sessions = trace.input("sessions", 50000.0 * session, "scenario");
  const auto density = trace.input("density", 500.0 * session / host, "measured by hand");
  const auto hosts = trace.step("hosts", "sessions / density", sessions / density);
  trace.step("left", "hosts - hosts", hosts - hosts);
  CHECK(report::verify(trace).empty());

  SECTION("value") {
    trace.step("wrong", "sessions / density", 1.001 * hosts);
    CHECK(only_fault(trace) == "wrong: the formula gives 100, recorded is 100.1");
  }
  SECTION("dimension") {
    trace.step("wrong", "sessions * density", hosts);
    CHECK(only_fault(trace).starts_with("wrong: the formula has another dimension"));
  }
  SECTION("a later or unknown step") {
    trace.step("wrong", "later", hosts);
    CHECK(only_fault(trace) == "wrong: \"later\" is not the id of an earlier step");
  }
  SECTION("an input without a source") {
    trace.input("wrong", 1.0, "");
    CHECK(only_fault(trace) == "wrong: an input without a source");
  }
  SECTION("an id twice") {
    trace.input("hosts", 1.0, "scenario");
    CHECK(only_fault(trace) == "hosts: the id appears twice");
  }
  SECTION("an id that is no name") {
    trace.input("two words", 1.0, "scenario");
    CHECK(only_fault(trace).starts_with("two words: not an id"));
  }
  SECTION("no number") {
    trace.step("wrong", "sessions / density", std::nan("") * hosts);
    CHECK(only_fault(trace) == "wrong: the value is not finite");
  }
}

TEST_CASE("a small difference of large numbers is held to the large numbers, a small number to itself") {
  Trace trace;
  const double large = trace.input("large", 1e9, "scenario"), small = trace.input("small", 1e-12, "scenario");
  trace.step("difference", "large - large + small", large - large + small + 1e-6);
  CHECK(report::verify(trace).empty());
  trace.step("wrong", "small * 2", 2.1e-12);
  CHECK(only_fault(trace).starts_with("wrong: the formula gives"));
}
