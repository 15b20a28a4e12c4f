// Measured operating points (tests/data/cases/operating_points.json) against the roofline. The efficiencies of the
// catalog were fitted on one half of the set-ups; the other half, by a rule fixed beforehand, tests them here.
#include "planner/unit/operating_point.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "planner/io/catalog.hpp"
#include "planner/plan/fit/fit.hpp"
#include "planner/unit/parameters.hpp"

using namespace planner;
using namespace planner::unit;
using nlohmann::json;

namespace {

const catalog::Catalog& known() { return io::builtin_catalog(); }

/// A set-up is fitted where the FNV-1a hash of its name is even, and tested where it is odd.
bool held_out(const json& row) {
  const std::string name = fmt::format("{}|{}|{}|{}", row.at("model").get<std::string>(), row.at("gpu").get<std::string>(),
                                       row.at("engine").get<std::string>(), row.at("tp").get<int>());
  std::uint32_t hash = 2166136261U;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return hash % 2 == 1;
}

/// A replica as a row describes it.
struct Replica {
  plan::FitInputs question{};
  plan::FitSetup setup{};
  const catalog::Efficiency* reached = nullptr;
  Serving serving{};
};

Replica replica(const plan::FitInputs& question, const std::string& engine, const RequestShape& shape,
                bool experts_only = false) {
  Replica r{.question = question, .setup = plan::set_up(known(), question)};
  WeightLoad load = r.setup.load;
  load.engine = nullptr;
  if (experts_only) load.storage.covers.attention = load.storage.covers.shared_experts = false;
  r.reached = catalog::efficiency_of(known().efficiencies, engine, r.setup.gpu->architecture);
  r.serving = {.work = step_work(*r.setup.model, *r.setup.gpu, load, r.setup.cache, *r.reached), .shape = shape};
  return r;
}

/// Sizes of the cache are those of TensorRT-LLM, which publishes the saturated rows; their cache is 8-bit.
Replica replica_of(const json& row) {
  const std::string engine = row.at("engine");
  const bool closed = row.contains("concurrency");
  plan::FitInputs q{.model = row.at("model"), .gpu = row.at("gpu"), .engine = "tensorrt-llm@1.0"};
  q.tensor_parallel = row.at("tp");
  q.weights = row.at("weights");
  q.kv_cache = engine == "tensorrt-llm" ? "fp8" : "bf16";
  const double drawn = closed ? 0.9 : 1.0;  // lengths are drawn between 0.8 and 1 of the nominal ones
  const RequestShape shape{drawn * row.at("input").get<double>(), drawn * row.at("output").get<double>(), 0};
  q.max_len = shape.input_tokens + shape.output_tokens;
  return replica(q, engine, shape, row.value("experts_only", false));
}

/// The engine reserves room for whole answers (its scheduler never evicts).
double saturated_tokens_per_s(const Replica& r) {
  const plan::FitPlan fit = plan::plan_fit(known(), r.question);
  const double whole = r.serving.shape.input_tokens + r.serving.shape.output_tokens;
  const Stage stage = pipeline(r.setup.model->decoder, 1).front();
  const CachePool pool = cache_pool(
      caches_of(r.setup.model->decoder, stage, r.question.tensor_parallel, r.setup.cache), *r.setup.engine);
  const double by_memory = fit.stages.front().cache.base() / pool.sequence_bytes({whole, 8192}).base();
  return operating_point(r.serving, {by_memory, 2048}, {}, *r.reached).output.base();
}

struct Score {
  std::vector<double> errors{};
  int inside = 0;

  void add(double measured, double estimated, const Estimate<double>& band) {
    errors.push_back(std::abs(estimated / measured - 1));
    const double ratio = measured / estimated;
    inside += band.low_or_typical() <= ratio && ratio <= band.high_or_typical() ? 1 : 0;
  }
  [[nodiscard]] double quantile(double q) const {
    std::vector<double> sorted = errors;
    std::ranges::sort(sorted);
    return sorted[static_cast<std::size_t>(q * static_cast<double>(sorted.size()))];
  }
  [[nodiscard]] double covered() const { return inside / static_cast<double>(errors.size()); }
  void print(const char* what) const {
    fmt::print("{}: {} rows, median error {:.1f} %, 80 % within {:.1f} %, {:.0f} % inside the band\n", what,
               errors.size(), 100 * quantile(0.5), 100 * quantile(0.8), 100 * covered());
  }
};

Replica llama_8b(const std::string& gpu = "h100-sxm") {
  return replica({.model = "meta-llama/Llama-3.1-8B", .gpu = gpu, .engine = "vllm@0.19"}, "vllm@0.19", {1000, 200});
}

}  // namespace

TEST_CASE("operating points that the fit has not seen") {
  Score decode, saturated, fitted;
  std::ifstream stream(PLANNER_SOURCE_DIR "/tests/data/cases/operating_points.json");
  const json cases = json::parse(stream);
  for (const json& row : cases.at("rows")) {
    const Replica r = replica_of(row);
    const bool closed = row.contains("concurrency");
    if (!held_out(row) && !closed) continue;
    if (closed) {
      const double estimated = 1e3 * time_per_token(r.serving, row.at("concurrency").get<double>());
      (held_out(row) ? decode : fitted).add(row.at("tpot_ms").get<double>(), estimated, r.reached->decode_error.estimate);
    } else {
      saturated.add(row.at("output_tok_s").get<double>(), saturated_tokens_per_s(r),
                    r.reached->throughput_error.estimate);
    }
  }
  fitted.print("time per output token, fitted on");
  decode.print("time per output token, held out");
  saturated.print("saturated throughput, held out");
  CHECK(decode.quantile(0.5) <= 0.15);
  CHECK(saturated.quantile(0.5) <= 0.20);
  CHECK(decode.covered() >= 0.75);
  CHECK(saturated.covered() >= 0.75);
}

TEST_CASE("the work of a step agrees with the count of parameters") {
  for (const char* id : {"meta-llama/Llama-3.1-8B", "Qwen/Qwen3-30B-A3B", "deepseek-ai/DeepSeek-V3"}) {
    INFO(id);
    const Replica r = replica({.model = id, .gpu = "h200-sxm", .engine = "vllm@0.19", .weights = "bf16"}, "vllm", {});
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

TEST_CASE("an exchange among experts by hand") {
  StepWork w{.data_parallel = 4, .exchanged_bytes = 1000, .exchange_per_s = 1e6};
  CHECK(step_time(w, {.sequences = 10}) == Approx(10 * 1000 * 0.75 / 1e6));
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
  const Replica r = replica({.model = "BAAI/bge-m3", .gpu = "h100-sxm", .engine = "vllm@0.19"}, "vllm", {700, 0});
  const OperatingPoint p = operating_point(r.serving, {1e9, 256}, {.ttft_p95 = 0.5 * units::second}, *r.reached);
  CHECK(p.meets_targets);
  CHECK(p.output.base() == 0);
  CHECK(p.capacity.base() * 700 == Approx(p.input.base()));
  CHECK(p.ttft_p95.in(units::ms) < 500);
  CHECK(p.capacity.base() > 100);  // 0.3e9 parameters, 700 tokens: 0.4 TFLOP, a millisecond of such a card
}

TEST_CASE("speech: the tower reads the input, the decoder writes") {
  Replica r = replica({.model = "openai/whisper-large-v3", .gpu = "h100-sxm", .engine = "vllm@0.19"}, "vllm", {1500, 220});
  WeightLoad load = r.setup.load;
  load.engine = nullptr;
  const double without = prompt_time(r.serving, 8);
  r.serving.tower = tower_work(*r.setup.model, *r.setup.gpu, load, r.setup.cache, *r.reached);
  r.serving.tower_tokens = 1500;
  // 0.64e9 parameters of the tower over 1,500 positions, and its attention: 1,500^2 x 4 x 1,280 x 32.
  const double flops = 1500 * 2 * 0.64e9 + 1500.0 * 1500 * 4 * 1280 * 32;
  const double peak = r.setup.gpu->fp16.value().base();
  CHECK(prompt_time(r.serving, 8) > flops / peak);
  CHECK(prompt_time(r.serving, 8) < 5 * flops / peak + without);
}

TEST_CASE("the 95th percentile of a gamma law") {
  CHECK(percentile_95_over_mean(1) == Approx(-std::log(0.05)).epsilon(0.02));  // exponential
  CHECK(percentile_95_over_mean(0.5) == Approx(2.3719).epsilon(0.01));         // Erlang 2: chi-squared 4 df 9.4877 / 4
  CHECK(percentile_95_over_mean(0) == 1.0);
}
