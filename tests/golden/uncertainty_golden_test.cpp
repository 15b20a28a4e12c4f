#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "golden/example_files.hpp"
#include "planner/io/catalog.hpp"
#include "planner/report/uncertainty.hpp"
#include "report/uncertainty/uncertainty_json.hpp"

using namespace planner;

namespace {

constexpr report::UncertaintyAsked few{.samples = 64, .seed = 7};

/// Six digits, and no rest of differences that are nothing: compilers add up in other orders.
void shorten(golden::Json& node) {
  if (node.is_number_float()) {
    const double value = node.get<double>();
    node = std::abs(value) < 1e-9 ? 0.0 : std::stod(fmt::format("{:.6g}", value));
  } else if (node.is_structured()) {
    for (auto& child : node) shorten(child);
  }
}

std::string changes(const std::string& example, const plan::UncertaintyPlan& worlds) {
  golden::Json json = report::uncertainty_json(worlds);
  shorten(json);
  return golden::changes("worlds-" + example, json.dump(1) + "\n");
}

}  // namespace

TEST_CASE("plans of the examples in many worlds are as they were: tests/golden/update writes them anew") {
  const auto ask = [](const auto& of, const std::string& example) {
    return changes(example, of(golden::text_of(golden::examples / example), example, io::builtin_catalog(), {}, few));
  };
  CHECK(ask(report::session_uncertainty, "uncertain-sessions.json") == "");
  CHECK(ask(report::model_uncertainty, "uncertain-models.json") == "");
}
