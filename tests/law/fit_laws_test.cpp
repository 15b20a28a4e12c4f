// What must hold for `plan_fit` whatever the model.
#include <catch2/catch.hpp>

#include "planner/io/catalog.hpp"
#include "planner/plan/fit/alternatives.hpp"
#include "planner/report/verify.hpp"

using namespace planner;
using namespace planner::units;
using plan::FitInputs;
using plan::FitPlan;

namespace {

const catalog::Catalog& built_in() { return io::builtin_catalog(); }
FitPlan plan_of(const FitInputs& in) { return plan::plan_fit(built_in(), in); }

/// Every model of the catalog on a large card, so that the rules meet the cache and not only refusals.
template <class Check>
void for_each_model(Check check) {
  for (const auto& [id, model] : built_in().models) {
    FitInputs in{.model = id, .gpu = "b300-sxm", .engine = "vllm@0.19"};
    in.max_len = std::min(4096.0, model.positions > 0 ? static_cast<double>(model.positions) : 4096.0);
    in.tensor_parallel = 1;
    CAPTURE(id);
    check(in);
  }
}

Bytes cache_of(const FitPlan& p) { return p.stages.empty() ? Bytes{} : p.stages[p.tightest].cache; }
Bytes weights_of(const FitPlan& p) { return p.stages.front().weights; }

}  // namespace

TEST_CASE("the same question about fitting has the same answer") {
  for_each_model([](const FitInputs& in) {
    const FitPlan once = plan_of(in), again = plan_of(in);
    CHECK(once.kv_tokens == again.kv_tokens);
    CHECK(once.margin == again.margin);
  });
}

TEST_CASE("fewer bits never take more memory") {
  const std::vector<std::string> falling{"fp32", "bf16", "fp8", "nvfp4", "mxfp4", "int4-g128", "int4-g128-sym"};
  for_each_model([&](FitInputs in) {
    for (std::size_t i = 1; i < falling.size(); ++i) {
      in.weights = falling[i - 1];
      const Bytes more = weights_of(plan_of(in));
      in.weights = falling[i];
      CAPTURE(falling[i]);
      // Kernels for MXFP4 pad the experts, which may cost more than its shorter scales save.
      if (falling[i] != "mxfp4") CHECK(weights_of(plan_of(in)) <= more);
    }
    in.weights = "";
    in.kv_cache = "bf16";
    const double at_16_bit = plan_of(in).kv_tokens;
    in.kv_cache = "fp8";
    CHECK(plan_of(in).kv_tokens >= at_16_bit);
  });
}

TEST_CASE("a longer sequence never runs more often at once") {
  for_each_model([](FitInputs in) {
    double before = 1e300;
    for (const double length : {64.0, 256.0, 448.0, 1024.0, 2000.0, 4096.0}) {
      in.max_len = length;
      const FitPlan p = plan_of(in);
      if (p.bytes_per_token <= 0) continue;
      CHECK(p.max_concurrency <= before * (1 + 1e-12));
      before = p.max_concurrency;
    }
  });
}

TEST_CASE("more memory and a larger share never leave less for the cache") {
  for_each_model([](FitInputs in) {
    Bytes before = -1e9 * GiB;
    double longest = 0;
    for (const double gib : {40.0, 80.0, 141.0, 288.0, 1000.0}) {
      in.card = gib * GiB;
      const FitPlan p = plan_of(in);
      CHECK(cache_of(p) >= before);
      CHECK(p.largest_max_len >= longest);
      before = cache_of(p);
      longest = p.largest_max_len;
    }
    in.utilization = 0.5;
    const Bytes half = cache_of(plan_of(in));
    in.utilization = 0.9;
    CHECK(cache_of(plan_of(in)) >= half);
  });
}

TEST_CASE("splitting never makes a GPU hold more, nor the group less") {
  for_each_model([](FitInputs in) {
    const FitPlan one = plan_of(in);
    for (const int degree : {2, 4, 8}) {
      in.tensor_parallel = degree;
      const FitPlan p = plan_of(in);
      if (p.stages.empty()) continue;  // refused: heads do not divide
      CAPTURE(degree);
      CHECK(weights_of(p) <= weights_of(one));
      CHECK(weights_of(p) * degree >= weights_of(one) * (1 - 0.005));  // less rounding of the allocator
      CHECK(p.bytes_per_token <= one.bytes_per_token);
      CHECK(p.bytes_per_token * degree >= one.bytes_per_token);
    }
  });
}

TEST_CASE("stages of a pipeline hold all layers, and together at least the weights of one GPU") {
  for_each_model([](FitInputs in) {
    const FitPlan one = plan_of(in);
    for (const int stages : {2, 3, 4}) {
      in.pipeline_parallel = stages;
      const FitPlan p = plan_of(in);
      double layers = 0;
      Bytes weights{};
      for (const plan::StageFit& s : p.stages) {
        layers += s.layers;
        weights += s.weights;
      }
      CHECK(layers == one.stages.front().layers);
      CHECK(weights >= weights_of(one) * (1 - 1e-9));
    }
  });
}

TEST_CASE("what is added takes memory: adapters, prediction layers, a larger batch") {
  for_each_model([](FitInputs in) {
    const Bytes plain = cache_of(plan_of(in));
    FitInputs with = in;
    with.adapters = {4, 16};
    CHECK(cache_of(plan_of(with)) < plain);
    with = in;
    with.with_mtp = true;
    CHECK(cache_of(plan_of(with)) <= plain);
    with = in;
    with.batched_tokens = 65536;
    CHECK(cache_of(plan_of(with)) <= plain);
    with = in;
    with.sequences = 4096;
    CHECK(cache_of(plan_of(with)) <= plain);
  });
}

TEST_CASE("the longest sequence fits, and one token more does not") {
  for_each_model([](FitInputs in) {
    in.card = 0.5 * plan_of(in).reserved + 8.0 * GiB;
    const FitPlan p = plan_of(in);
    if (p.largest_max_len < 1 || p.bytes_per_token <= 0) return;
    in.max_len = p.largest_max_len;
    const FitPlan at = plan_of(in);
    CHECK(at.stages[at.tightest].sequence <= at.stages[at.tightest].cache);
    in.max_len = p.largest_max_len + 1;
    const FitPlan beyond = plan_of(in);
    const bool too_long =
        in.max_len > built_in().models.at(in.model).positions && built_in().models.at(in.model).positions > 0;
    CHECK((too_long || beyond.stages[beyond.tightest].sequence > beyond.stages[beyond.tightest].cache));
  });
}

TEST_CASE("measured parts that equal the estimates change nothing") {
  for_each_model([](FitInputs in) {
    for (const int stages : {1, 2}) {
      in.pipeline_parallel = stages;
      in.measured = {};
      const FitPlan p = plan_of(in);
      const plan::StageFit& s = p.stages.front();
      in.measured = {s.weights, s.activation, s.non_torch, s.graphs};
      CHECK(plan_of(in).kv_tokens == p.kv_tokens);
      CHECK(plan_of(in).margin == p.margin);
    }
  });
}

TEST_CASE("every step of the derivation holds, under every engine") {
  for (const auto& [engine, record] : built_in().engines) {
    for_each_model([&](FitInputs in) {
      in.engine = engine;
      Trace trace;
      plan::plan_fit(built_in(), in, &trace);
      for (const report::TraceFault& fault : report::verify(trace))
        FAIL_CHECK(engine << " " << fault.id << ": " << fault.what);
    });
  }
}

TEST_CASE("splits that do not divide are refused with the rule and its numbers") {
  struct Row {
    const char* model;
    int tensor_parallel, pipeline_parallel;
    plan::FitRule rule;
  };
  const Row rows[] = {{"Qwen/Qwen2.5-7B-Instruct", 8, 1, plan::FitRule::heads},  // 28 heads
                      {"microsoft/phi-4", 4, 1, plan::FitRule::kv_heads},        // 10 KV heads
                      {"meta-llama/Llama-3.2-3B-Instruct", 3, 1, plan::FitRule::kv_heads},
                      {"meta-llama/Llama-3.2-1B-Instruct", 1, 17, plan::FitRule::layers}};
  for (const Row& row : rows) {
    FitInputs in{.model = row.model, .gpu = "h100-sxm", .engine = "vllm@0.19"};
    in.tensor_parallel = row.tensor_parallel;
    in.pipeline_parallel = row.pipeline_parallel;
    const FitPlan p = plan_of(in);
    CAPTURE(row.model, row.tensor_parallel);
    CHECK_FALSE(p.fits);
    CHECK(p.status == plan::Status::infeasible);
    CHECK(p.binding == row.rule);
  }
  FitInputs in{.model = "microsoft/phi-4", .gpu = "h100-sxm", .engine = "vllm@0.19"};
  in.max_len = 20000;
  CHECK(plan_of(in).binding == plan::FitRule::positions);
}

TEST_CASE("alternatives fit, and smaller degrees do not") {
  FitInputs in{.model = "meta-llama/Llama-3.1-70B", .gpu = "h100-sxm", .engine = "vllm@0.19"};
  in.max_len = 8192;
  const plan::FitAlternatives found = plan::fit_alternatives(built_in(), in);
  REQUIRE(found.smallest_tensor_parallel);
  CHECK(*found.smallest_tensor_parallel == 2);  // 65.7 GiB of weights each leave 1.5 GiB of 71.3 for 1.25 GiB of cache
  CHECK(found.gpus.size() > 10);
  for (const plan::FitAlternative& a : found.gpus) {
    in.gpu = a.gpu;
    in.tensor_parallel = a.tensor_parallel;
    CHECK(plan_of(in).fits);
    in.tensor_parallel = a.tensor_parallel / 2;
    if (in.tensor_parallel >= 1) CHECK_FALSE(plan_of(in).fits);
  }
}
