#include <catch2/catch.hpp>

#include "golden/example_files.hpp"
#include "planner/io/catalog.hpp"
#include "planner/io/load_question.hpp"
#include "planner/plan/load/load.hpp"
#include "planner/report/load.hpp"
#include "planner/report/verify.hpp"

using namespace planner;

namespace {

void check_kept(const std::string& name, const io::LoadWords& words) {
  const catalog::Catalog& catalog = io::builtin_catalog();
  const plan::LoadInputs inputs = io::read_load(words, catalog);
  Trace trace;
  const plan::LoadPlan plan = plan::plan_load(catalog, inputs, &trace);
  CHECK(golden::changes("load-" + name + ".json", report::load_json({inputs, plan})) == "");
  for (const report::TraceFault& fault : report::verify(trace)) FAIL_CHECK(fault.id << ": " << fault.what);
}

}  // namespace

TEST_CASE("plans of the examples' loads are as they were") {
  check_kept("one-card", {.replica = {.model = "meta-llama/Llama-3.1-8B", .gpu = "h100-sxm", .engine = "vllm@0.20"}});
  io::LoadWords host{.replica = {.model = "Qwen/Qwen3-32B", .engine = "vllm@0.20", .tp = 2}};
  host.host = "aws/p5.48xlarge";
  host.start = "image";
  host.from = "object-store";
  host.concurrent = 4;
  check_kept("one-host", host);
}
