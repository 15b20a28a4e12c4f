#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "planner/io/pack_file.hpp"
#include "planner/plan/pack/pack.hpp"
#include "planner/report/pack.hpp"
#include "planner/report/verify.hpp"

using namespace planner;
using Catch::Contains;
using Catch::StartsWith;
using nlohmann::json;

namespace {

plan::PackInputs two_bins(int small_ones) {
  return io::read_pack(R"({"bins": [{"id": "small", "capacity": {"cpu": 4}, "cost": 3, "available": )" +
                           std::to_string(small_ones) + R"(}, {"id": "large", "capacity": {"cpu": 8}, "cost": 5}],
                           "items": [{"id": "web", "size": {"cpu": 1.5}, "count": 7}]})",
                       "f");
}

}  // namespace

TEST_CASE("a packing plan in JSON", "[packing]") {
  const plan::PackInputs in = io::read_pack("1\n10\n3\n6 3\n4 3\n4 1\n", "f");
  const json plan = json::parse(report::pack_json(in, plan::plan_pack(in)));
  CHECK(plan["status"] == "ok");
  CHECK(plan["bins"] == 4);
  CHECK(plan["lower_bound"] == 4);
  CHECK(plan["proven"] == true);
  CHECK(plan["gap"] == 0);
  CHECK(plan["binding"] == "r1");
  std::vector<int> packed(3, 0);
  for (const json& pattern : plan["patterns"])
    for (std::size_t i = 0; i < 3; ++i) packed[i] += pattern["count"].get<int>() * pattern["items"].at(i).get<int>();
  CHECK(packed == std::vector<int>{3, 3, 1});
}

TEST_CASE("a packing plan for people", "[packing]") {
  const plan::PackInputs in = two_bins(100);
  const plan::PackPlan plan = plan::plan_pack(in);  // five to a large bin, two to a small one
  CHECK(plan.bins_used == std::vector<std::int64_t>{1, 1});
  CHECK_THAT(report::pack_table(in, plan),
             StartsWith("2 bins at a cost of 8: 1 of small, 1 of large. Proven optimal.\n"));
  CHECK_THAT(report::pack_markdown(in, plan), Contains("| 1 | large | 5 x web |"));
  CHECK(report::pack_csv(in, plan) == "pattern,count,bin,item,items\n0,1,large,web,5\n1,1,small,web,2\n");
}

TEST_CASE("why items cannot be packed", "[packing]") {
  plan::PackInputs in = io::read_pack(
      R"({"bins": [{"capacity": {"cpu": 4, "memory": 8}}], "items": [{"id": "db", "size": {"cpu": 4.5, "memory": 8}}]})",
      "f");
  plan::PackPlan plan = plan::plan_pack(in);
  CHECK(plan.status == plan::Status::infeasible);
  CHECK_THAT(report::pack_table(in, plan),
             StartsWith("Infeasible: 1 item type fits no bin.\n") && Contains("it needs 4.5 of cpu"));
  json written = json::parse(report::pack_json(in, plan));
  CHECK(written["bins"].is_null());
  CHECK(written["patterns"].empty());
  CHECK(written["reasons"].size() == 1);

  in = two_bins(1);
  in.problem.bins[1].available = 1;
  in.problem.items[0].count = 8;
  plan = plan::plan_pack(in);
  CHECK(plan.status == plan::Status::infeasible);
  CHECK(plan.bins_without_limits == 2);
  written = json::parse(report::pack_json(in, plan));
  CHECK(written["reasons"][0] ==
        "The bins that there are cannot hold all items. With enough of each type 2 bins would do.");
}

TEST_CASE("the derivation of a packing verifies", "[packing]") {
  const plan::PackInputs in = io::read_pack("2\n10 7\n3\n6 2 3\n4 1 3\n4 3 1\n", "f");
  Trace trace;
  plan::plan_pack(in, &trace);
  for (const report::TraceFault& fault : report::verify(trace)) FAIL_CHECK(fault.id << ": " << fault.what);
  CHECK(trace.steps().back().id == "bins");
}
