// `plan_load`: the chain of stages as a question about one model, held against the chain itself and against what is
// published of sleeping replicas.
#include <catch2/catch.hpp>

#include "planner/io/catalog.hpp"
#include "planner/plan/load/load.hpp"
#include "planner/report/verify.hpp"

using namespace planner;
using namespace planner::plan;
using namespace planner::units;
using catalog::WeightPlace;

namespace {

LoadInputs question() {
  LoadInputs in;
  in.replica = {.model = "meta-llama/Llama-3.1-8B", .gpu = "h100-sxm", .engine = "vllm@0.20"};
  in.replica.max_len = 8192;
  return in;
}

LoadPlan answer(const LoadInputs& in, Trace* trace = nullptr) { return plan_load(io::builtin_catalog(), in, trace); }

double p50(const LoadPlan& plan, StartKind kind) {
  return plan.starts[static_cast<std::size_t>(kind)].chain.time.value().in(second);
}

const unit::LoadStage& weights_of(const LoadPlan& plan) {
  return *std::ranges::find(plan.asked.chain.stages, unit::LoadStep::weights, &unit::LoadStage::step);
}

}  // namespace

TEST_CASE("the more is kept, the sooner a replica answers") {
  const LoadPlan plan = answer(question());
  REQUIRE(plan.starts.size() == std::size(start_kinds));
  for (const StartKind kind :
       {StartKind::new_host, StartKind::no_image, StartKind::image, StartKind::cached, StartKind::sleep_2})
    CHECK(p50(plan, kind) > p50(plan, static_cast<StartKind>(static_cast<int>(kind) + 1)));
  CHECK(plan.asked.chain.time.value() == plan.starts[static_cast<std::size_t>(StartKind::cached)].chain.time.value());
}

TEST_CASE("what waits where is what it takes to start so") {
  LoadInputs in = question();
  in.from = WeightPlace::host_ram;
  const LoadPlan plan = answer(in);
  const auto option = [&](StartKind kind) { return plan.starts[static_cast<std::size_t>(kind)]; };
  CHECK(plan.weights.in(GB) == Approx(16.06).epsilon(0.003));  // 8.03e9 parameters at 16 bit, and tables
  CHECK(option(StartKind::cached).host_memory == plan.weights);
  CHECK(option(StartKind::cached).gpu_memory == Bytes{});
  CHECK(option(StartKind::sleep_1).host_memory == plan.weights);
  CHECK(option(StartKind::snapshot).host_memory == plan.weights);
  in.from = WeightPlace::local_nvme;
  CHECK(answer(in).starts.back().disk == plan.weights);
  CHECK(answer(in).starts.back().host_memory == Bytes{});
}

TEST_CASE("a sleeping replica keeps what is published: 774 MiB alone, 2,440 MiB of two GPUs each") {
  // NVIDIA-NeMo/RL issue 223: Llama-3.2-1B, run without graphs; context and allocations are estimates of their own.
  LoadInputs in = question();
  in.replica = {.model = "meta-llama/Llama-3.2-1B-Instruct", .gpu = "h100-sxm", .engine = "vllm@0.20"};
  in.replica.max_len = 512;
  in.replica.graphs = false;
  const auto kept = [&] { return answer(in).starts[static_cast<std::size_t>(StartKind::sleep_1)].gpu_memory->in(MiB); };
  CHECK(kept() == Approx(774).epsilon(0.15));
  in.replica.tensor_parallel = 2;
  CHECK(kept() == Approx(2440).epsilon(0.15));
}

TEST_CASE("loads that share a place or uplinks take their turns") {
  LoadInputs in = question();
  in.from = WeightPlace::object_store;
  in.rates.object_store = 4.0 * GB_per_s;
  in.loads = 4;
  CHECK(weights_of(answer(in)).rate.value().in(GB_per_s) == Approx(1));
  CHECK(weights_of(answer(in)).limit == unit::LoadLimit::place);
  in = question();
  in.start = StartKind::sleep_1;
  const double alone = weights_of(answer(in)).rate.value().in(GB_per_s);
  CHECK(alone > 32);
  for (const double loads : {2.0, 3.0, 8.0}) {  // two cards hang on one uplink: 64 GB/s for both
    in.loads = loads;
    CHECK(weights_of(answer(in)).rate.value().in(GB_per_s) == Approx(32));
  }
}

TEST_CASE("a rate that nobody gave is unknown where it decides, and else said with where it would") {
  LoadInputs in = question();
  const LoadPlan disk = answer(in);
  REQUIRE(disk.unknown_rate);
  const BytesPerSecond binds = *disk.unknown_rate->binds_below;
  in.rates.local_nvme = 0.9 * binds;
  CHECK(answer(in).asked.chain.time.value() > disk.asked.chain.time.value());
  in.rates.local_nvme = 1.1 * binds;
  CHECK(answer(in).asked.chain.time.value() == disk.asked.chain.time.value());
  in = question();
  in.from = WeightPlace::peer;
  const LoadPlan peer = answer(in);
  CHECK(peer.status == Status::unknown);
  CHECK_FALSE(peer.asked.chain.time.known());
  CHECK_FALSE(peer.unknown_rate->binds_below);
  in.host = "aws/p5.48xlarge";  // its record has the fabric: 3,200 Gbit/s for eight GPUs
  CHECK(answer(in).place_rate->in(GB_per_s) == Approx(50));
}

TEST_CASE("every start's derivation works out, value and dimension") {
  for (const StartKind kind : start_kinds) {
    for (const bool prefetch : {false, true}) {
      LoadInputs in = question();
      in.start = kind;
      in.prefetch = prefetch;
      in.from = WeightPlace::object_store;
      in.rates.object_store = 2.0 * GB_per_s;
      in.loads = 3;
      in.replica.tensor_parallel = 2;
      Trace trace;
      const LoadPlan plan = answer(in, &trace);
      REQUIRE(plan.asked.chain.time.known());
      const auto faults = report::verify(trace);
      INFO(static_cast<int>(kind) << (faults.empty() ? "" : ": " + faults.front().id + " " + faults.front().what));
      CHECK(faults.empty());
      CHECK(trace.steps().back().value == Approx(plan.asked.chain.time.high->base()));
    }
  }
}

TEST_CASE("what does not fit does not start, and a length that is too long is said") {
  LoadInputs in = question();
  in.replica = {.model = "meta-llama/Llama-3.1-70B", .gpu = "h100-sxm", .engine = "vllm@0.20"};
  CHECK(answer(in).status == Status::infeasible);
  CHECK(answer(in).starts.empty());
  in.replica.tensor_parallel = 2;  // its 131,072 tokens have no room, fewer have
  const LoadPlan plan = answer(in);
  CHECK(plan.status == Status::ok);
  CHECK_FALSE(plan.fit.fits);
}

TEST_CASE("files in another format than the published ones are said to be assumed") {
  LoadInputs in = question();
  CHECK(answer(in).converted_from.empty());
  in.replica.weights = "fp8";
  const LoadPlan plan = answer(in);
  CHECK(plan.converted_from == "bf16");
  CHECK(plan.weights < answer(question()).weights);
}

TEST_CASE("levels of sleep are vLLM's, and what others take to start is said to be unpublished") {
  LoadInputs in = question();
  in.replica.engine = "sglang@0.5";
  in.start = StartKind::sleep_1;
  const LoadPlan plan = answer(in);
  CHECK(plan.status == Status::infeasible);
  CHECK(plan.engine_of_others);
  CHECK_FALSE(plan.asked.refused.empty());
}
