// The roofline and the operating point against values worked out by hand, and against laws.
#include "planner/unit/operating_point.hpp"

#include <catch2/catch.hpp>

#include "planner/io/catalog.hpp"
#include "planner/plan/fit/replica.hpp"
#include "planner/unit/parameters.hpp"

using namespace planner;
using namespace planner::unit;

namespace {

const catalog::Catalog& known() { return io::builtin_catalog(); }

struct Replica {
  plan::FitSetup setup{};
  const catalog::Efficiency* reached = nullptr;
  Serving serving{};
};

Replica replica(const plan::FitInputs& question, const RequestShape& shape) {
  Replica r{.setup = plan::set_up(known(), question)};
  r.reached = catalog::efficiency_of(known().efficiencies, question.engine, r.setup.gpu->architecture);
  r.serving = plan::replica_with(r.setup, shape, {}, *r.reached).serving;
  return r;
}

Replica llama_8b(const std::string& gpu = "h100-sxm") {
  return replica({.model = "meta-llama/Llama-3.1-8B", .gpu = gpu, .engine = "vllm@0.19"}, {1000, 200});
}

}  // namespace

TEST_CASE("the work of a step agrees with the count of parameters") {
  for (const char* id : {"meta-llama/Llama-3.1-8B", "Qwen/Qwen3-30B-A3B", "deepseek-ai/DeepSeek-V3"}) {
    INFO(id);
    const Replica r = replica({.model = id, .gpu = "h200-sxm", .engine = "vllm@0.19", .weights = "bf16"}, {});
    double flops = 0, bytes = 0;
    for (const Products& p : r.serving.work.products) flops += p.flops_per_row, bytes += p.bytes;
    const catalog::Llm& m = *r.setup.model;
    CHECK(flops == Approx(2 * active_without_lookup(m)).epsilon(0.001));
    const double looked_up = m.tied_head ? 0 : embedding_values(m);
    CHECK(bytes == Approx(2 * (decoder_parameters(m).total - looked_up)).epsilon(0.001));
  }
}

TEST_CASE("experts read by a batch") {
  CHECK(experts_read(256, 8, 64) == Approx(222).margin(0.5));  // DeepSeek-V3 at 64 sequences
  CHECK(experts_read(8, 2, 1) == Approx(2));
  CHECK(experts_read(4, 1, 2) == Approx(4 * (1 - 9.0 / 16)));  // both tokens on one of four: 1/4
}

TEST_CASE("a prompt in pieces costs at least what it costs at once") {
  Replica r = llama_8b();
  const double at_once = prompt_time(r.serving, 0), beside = prompt_time(r.serving, 16);
  r.serving.batched_tokens = 128;
  CHECK(prompt_time(r.serving, 0) > at_once);
  CHECK(prompt_time(r.serving, 16) < beside);  // small pieces ride on weights that decoding reads anyway
}

TEST_CASE("the largest batch keeps both targets, and one more would not") {
  const Replica r = llama_8b();
  const LatencyTargets targets{.ttft_p95 = 1.0 * units::second, .tpot_p95 = 20.0 * units::ms};
  const OperatingPoint p = operating_point(r.serving, {5000, 4096}, targets, *r.reached);
  CHECK(p.meets_targets);
  CHECK(p.limit == BatchLimit::tpot);
  CHECK(time_per_token(r.serving, p.batch) <= 0.020);
  CHECK(time_per_token(r.serving, p.batch + 1) > 0.020);
  CHECK(p.output.base() == Approx(p.batch / p.tpot.base()));
  CHECK(operating_point(r.serving, {40.5, 4096}, targets, *r.reached).batch == 40);
  CHECK(operating_point(r.serving, {0.5, 4096}, targets, *r.reached).meets_targets == false);
}

TEST_CASE("a faster card is never slower, and a shared prefix never costs") {
  const auto capacity = [](const Serving& s, const Replica& r) {
    return operating_point(s, {200, 256}, {}, *r.reached).capacity.base();
  };
  const Replica h100 = llama_8b(), h200 = llama_8b("h200-sxm");
  CHECK(capacity(h200.serving, h200) > capacity(h100.serving, h100));
  Serving cached = h100.serving;
  cached.shape.prefix_hit = 0.5;
  CHECK(capacity(cached, h100) > capacity(h100.serving, h100));
  Serving measured = h100.serving;
  measured.time_factor = 2;
  CHECK(capacity(measured, h100) == Approx(capacity(h100.serving, h100) / 2));
}

TEST_CASE("embeddings are prompts alone") {
  const Replica r = replica({.model = "BAAI/bge-m3", .gpu = "h100-sxm", .engine = "vllm@0.19"}, {700, 0});
  const OperatingPoint p = operating_point(r.serving, {1e9, 256}, {.ttft_p95 = 0.5 * units::second}, *r.reached);
  CHECK(p.meets_targets);
  CHECK(p.output.base() == 0);
  CHECK(p.capacity.base() * 700 == Approx(p.input.base()));
  CHECK(p.ttft_p95.in(units::ms) < 500);
  CHECK(p.capacity.base() > 100);  // 0.3e9 parameters, 700 tokens: 0.4 TFLOP, a millisecond of such a card
}

// Exponential lengths: the 95th percentile is -ln 0.05 = 3.0 means. A card that computes a prompt of that length for t
// cannot have answered 95 % of them sooner than t.
TEST_CASE("embeddings: long prompts take longer, and a target between the mean and them is missed") {
  const Replica even =
      replica({.model = "BAAI/bge-m3", .gpu = "l4", .engine = "vllm@0.19"}, {.input_tokens = 2000, .tokens_scv = 0});
  const Replica mixed =
      replica({.model = "BAAI/bge-m3", .gpu = "l4", .engine = "vllm@0.19"}, {.input_tokens = 2000, .tokens_scv = 1});
  const Replica longest =
      replica({.model = "BAAI/bge-m3", .gpu = "l4", .engine = "vllm@0.19"}, {.input_tokens = 5990, .tokens_scv = 0});
  const auto alone = [](const Replica& r) { return unit::detail::embedding_step(r.serving, 1); };
  CHECK(unit::detail::longest_prompt_extra(even.serving) == Approx(0).margin(1e-12));
  CHECK(unit::detail::longest_prompt_extra(mixed.serving) == Approx(alone(longest) - alone(mixed)).epsilon(0.02));
  const double steps = 0.5 * (2 * alone(even) + alone(mixed) + alone(longest));
  const LatencyTargets between{.ttft_p95 = (even.serving.outside_steps + steps) * units::second};
  CHECK(operating_point(even.serving, {1e9, 256}, between, *even.reached).meets_targets);
  CHECK_FALSE(operating_point(mixed.serving, {1e9, 256}, between, *mixed.reached).meets_targets);
}

TEST_CASE("speech: the tower reads the input, the decoder writes") {
  const Replica r =
      replica({.model = "openai/whisper-large-v3", .gpu = "h100-sxm", .engine = "vllm@0.19"}, {1500, 220});
  // 0.64e9 parameters of the tower over 1,500 positions, and its attention: 1,500^2 x 4 x 1,280 x 32.
  const double flops = 1500 * 2 * 0.64e9 + 1500.0 * 1500 * 4 * 1280 * 32;
  const double tower = r.serving.time_factor * unit::detail::tower_time(r.serving);
  CHECK(prompt_time(r.serving, 8) > tower);
  CHECK(tower > flops / r.setup.gpu->fp16.value().base());
  CHECK(tower < 5 * flops / r.setup.gpu->fp16.value().base());
}

TEST_CASE("the 95th percentile of a gamma law") {
  CHECK(percentile_95_over_mean(1) == Approx(-std::log(0.05)).epsilon(0.02));  // exponential
  CHECK(percentile_95_over_mean(0.5) == Approx(2.3719).epsilon(0.01));         // Erlang 2: chi-squared 4 df 9.4877 / 4
  CHECK(percentile_95_over_mean(0) == 1.0);
}
