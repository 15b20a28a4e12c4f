// What must hold of serving speeds whatever the constants are.
#include <catch2/catch.hpp>

#include "planner/io/catalog.hpp"
#include "planner/plan/fit/replica.hpp"
#include "planner/unit/serving_queue.hpp"

using namespace planner;
using namespace planner::unit;

namespace {

const catalog::Catalog& known() { return io::builtin_catalog(); }

struct Asked {
  std::string model, gpu = "h100-sxm", weights{};
  int tensor_parallel = 1;
  RequestShape shape{1000, 250};
};

Serving serving(const Asked& a, const catalog::Catalog& catalog = known()) {
  const plan::FitInputs in{.model = a.model, .gpu = a.gpu, .engine = "vllm@0.19", .tensor_parallel = a.tensor_parallel,
                           .weights = a.weights};
  const plan::FitSetup setup = plan::set_up(catalog, in);
  return plan::replica_with(setup, a.shape, {}, catalog.efficiencies.at("efficiency/any")).serving;
}

const std::vector<std::string> models{"meta-llama/Llama-3.1-8B", "meta-llama/Llama-3.1-70B", "Qwen/Qwen3-30B-A3B",
                                      "deepseek-ai/DeepSeek-V3", "google/gemma-3-27b",
                                      "nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B"};

double rate(const Serving& s, double batch) { return batch / time_per_token(s, batch); }

}  // namespace

TEST_CASE("more sequences never lower the rate of all, and never speed one up") {
  for (const std::string& model : models) {
    for (const RequestShape shape : {RequestShape{100, 1000}, RequestShape{1000, 250}, RequestShape{8000, 400}}) {
      const Serving s = serving({.model = model, .tensor_parallel = 8, .shape = shape});
      const double most = unit::detail::most_by_prompts(s);
      for (double n = 1; 1.3 * n <= std::min(1000.0, most); n *= 1.3) {
        INFO(model << " " << shape.input_tokens << " " << n);
        CHECK(rate(s, 1.3 * n) >= rate(s, n) * (1 - 1e-9));
        CHECK(time_per_token(s, 1.3 * n) >= time_per_token(s, n) * (1 - 1e-9));
        CHECK(first_token_time(s, 1.3 * n, 1) >= first_token_time(s, n, 1) * (1 - 1e-9));
      }
    }
  }
}

TEST_CASE("a card that is faster in one way is never slower") {
  const auto faster = [](auto change) {
    catalog::Catalog c = known();
    change(c.gpus.at("h100-sxm"));
    return c;
  };
  const auto twice = [](auto& fact) { fact.estimate.typical = 2.0 * *fact.estimate.typical; };
  const catalog::Catalog memory = faster([&](auto& g) { twice(g.memory_bandwidth); });
  const catalog::Catalog arithmetic = faster([&](auto& g) { twice(g.fp16), twice(g.fp8); });
  const catalog::Catalog links = faster([&](auto& g) { twice(g.nvlink); });
  for (const std::string& model : models) {
    for (const double n : {1.0, 30.0, 500.0}) {
      const Asked asked{.model = model, .tensor_parallel = 8};
      for (const catalog::Catalog* better : {&memory, &arithmetic, &links})
        CHECK(time_per_token(serving(asked, *better), n) <= time_per_token(serving(asked), n));
    }
  }
}

TEST_CASE("8-bit weights are never slower where decoding is bound by reading") {
  for (const std::string& model : models) {
    const double half = decode_time(serving({.model = model, .weights = "bf16", .tensor_parallel = 8}), 1);
    CHECK(decode_time(serving({.model = model, .weights = "fp8", .tensor_parallel = 8}), 1) < half);
    CHECK(decode_time(serving({.model = model, .weights = "int4-g128", .tensor_parallel = 8}), 1) < half);
  }
}

TEST_CASE("tensor parallelism adds reductions, and what it divides is divided") {
  for (const std::string& model : models) {
    const StepWork one = serving({.model = model}).work, eight = serving({.model = model, .tensor_parallel = 8}).work;
    const StepLoad load{.sequences = 64, .context = 1000};
    CHECK(unit::detail::reduction_time(one, load) == 0);
    CHECK(unit::detail::reduction_time(eight, load) > 0);
    CHECK(8 * unit::detail::products_time(eight, load) >= unit::detail::products_time(one, load) * (1 - 1e-9));
    CHECK(8 * unit::detail::attention_time(eight, load) >= unit::detail::attention_time(one, load) * (1 - 1e-9));
  }
}

TEST_CASE("more arrivals wait longer, and wider targets never lower the batch") {
  const Serving s = serving({.model = "meta-llama/Llama-3.1-8B"});
  const catalog::Efficiency& any = known().efficiencies.at("efficiency/any");
  const OperatingPoint p = operating_point(s, {200, 256}, {}, any);
  double waited = 0, seen = 0;
  for (const double load : {0.2, 0.5, 0.8, 0.9, 0.95, 0.99}) {
    const QueueAnswer q = queue_at(s, p.batch, load * p.capacity);
    REQUIRE(q.stable);
    CHECK(q.wait_p95.base() >= waited);
    CHECK(q.ttft_p95.base() >= seen);
    waited = q.wait_p95.base(), seen = q.ttft_p95.base();
  }
  double batch = 0;
  for (const double ms : {8.0, 10.0, 15.0, 25.0, 60.0}) {
    const double next = operating_point(s, {200, 256}, {.tpot_p95 = ms * units::ms}, any).batch;
    CHECK(next >= batch);
    batch = next;
  }
}
