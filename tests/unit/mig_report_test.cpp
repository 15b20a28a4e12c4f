#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "planner/report/mig.hpp"

using namespace planner;
using Catch::Contains;
using Catch::StartsWith;

namespace {

plan::MigPlan two_gpus() {
  plan::MigPlan plan;
  plan.table = "mig/a100-40";
  plan.gpus = plan.lower_bound = 2;
  plan.proven = true;
  plan.layouts = {{2, {{"3g.20gb", 0, 4}, {"3g.20gb", 4, 4}}}};
  plan.counts = {{"memory slices", 2.0}};
  plan.binding = "memory slices";
  return plan;
}

}  // namespace

TEST_CASE("a MIG plan in JSON", "[mig]") {
  const auto json = nlohmann::json::parse(report::mig_json(two_gpus()));
  CHECK(json["gpus"] == 2);
  CHECK(json["lower_bound"] == 2);
  CHECK(json["proven"] == true);
  CHECK(json["layouts"][0]["count"] == 2);
  CHECK(json["layouts"][0]["placements"][1] == nlohmann::json{{"profile", "3g.20gb"}, {"start", 4}, {"size", 4}});
}

TEST_CASE("a MIG plan for people", "[mig]") {
  CHECK_THAT(report::mig_table(two_gpus()), StartsWith("2 GPUs. Proven optimal.\n") &&
                                                Contains("3g.20gb@0 3g.20gb@4") &&
                                                Contains("are inferred from its family"));
  CHECK_THAT(report::mig_markdown(two_gpus()), Contains("| 2 | 3g.20gb@0 3g.20gb@4 |"));
  CHECK(report::mig_csv(two_gpus()) == "layout,gpus,profile,start,size\n0,2,3g.20gb,0,4\n0,2,3g.20gb,4,4\n");
}

TEST_CASE("a MIG plan that does not fit says null and why", "[mig]") {
  plan::MigPlan plan = two_gpus();
  plan.status = plan::Status::infeasible;
  plan.layouts.clear();
  plan.reasons = {"Too few slices."};
  const auto json = nlohmann::json::parse(report::mig_json(plan));
  CHECK(json["gpus"].is_null());
  CHECK(json["reasons"][0] == "Too few slices.");
  CHECK_THAT(report::mig_table(plan), StartsWith("Infeasible") && Contains("- Too few slices."));
}
