#include "planner/plan/fit/replica.hpp"

#include <catch2/catch.hpp>

#include "planner/io/catalog.hpp"

using namespace planner;

namespace {

const catalog::Catalog& known() { return io::builtin_catalog(); }

std::optional<plan::Replica> asked(const plan::FitInputs& in, const unit::RequestShape& shape) {
  return plan::replica_of(known(), in, plan::plan_fit(known(), in), shape);
}

plan::FitInputs question(const char* model) {
  return {.model = model, .gpu = "h100-sxm", .engine = "vllm@0.19", .max_len = 4096.0};
}

}  // namespace

TEST_CASE("memory holds sequences of the mean length that is resident") {
  const plan::FitInputs in = question("meta-llama/Llama-3.1-8B");
  const double cache = plan::plan_fit(known(), in).stages.front().cache.base();
  // 1,000 in, half of 200 out: 69 pages of 16 tokens; 32 layers x 2 x 8 heads x 128 x 2 bytes a token.
  const double sequence = 69 * 16 * 131072.0;
  CHECK(asked(in, {1000, 200, 0})->room.by_memory == Approx(cache / sequence).epsilon(0.001));
  // Gamma with a squared coefficient of variation of 1: long answers are met twice as often. 75 pages.
  CHECK(asked(in, {1000, 200, 1})->room.by_memory == Approx(cache / (75 * 16 * 131072.0)).epsilon(0.001));
}

TEST_CASE("a replica that does not fit keeps no promise") {
  const plan::FitInputs in = question("meta-llama/Llama-3.1-70B");
  const auto r = asked(in, {1000, 200});
  REQUIRE(r);
  CHECK_FALSE(unit::operating_point(r->serving, r->room, {}, *r->reached).meets_targets);
}

TEST_CASE("no speed is told of a pipeline or of a card without a published bandwidth") {
  plan::FitInputs in = question("meta-llama/Llama-3.1-8B");
  in.pipeline_parallel = 2;
  CHECK_FALSE(asked(in, {1000, 200}));
  catalog::Catalog other = known();
  other.gpus.at("h100-sxm").memory_bandwidth = {};
  in.pipeline_parallel = 1;
  CHECK_FALSE(plan::replica_of(other, in, plan::plan_fit(other, in), {1000, 200}));
}

TEST_CASE("embeddings fill a step with prompts") {
  plan::FitInputs in = question("BAAI/bge-m3");
  in.batched_tokens = 8192;
  const auto r = asked(in, {800, 0});
  REQUIRE(r);
  const unit::OperatingPoint point = unit::operating_point(r->serving, r->room, {}, *r->reached);
  CHECK(point.batch == 10);
  CHECK(point.limit == unit::BatchLimit::prompts);
}

TEST_CASE("sound is padded to whole pieces of the tower") {
  CHECK(asked(question("openai/whisper-large-v3"), {700, 100})->serving.tower_tokens == 1500);
  CHECK(asked(question("openai/whisper-large-v3"), {1501, 100})->serving.tower_tokens == 3000);
}
