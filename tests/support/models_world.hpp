#pragma once
#include <string>

#include "planner/catalog/catalog.hpp"
#include "planner/plan/models/question/inputs.hpp"
#include "support/sessions_world.hpp"

/// A small world with round numbers, so that plans of models can be worked out by hand: whatever runs, a step takes 10
/// ms, because bandwidth, arithmetic and links are as good as free.
namespace planner::testing {

inline catalog::Gpu timeless_gpu(std::string id, Bytes memory) {
  catalog::Gpu g;
  g.id = g.name = std::move(id);
  g.architecture = "Test";
  g.memory = fact(memory);
  g.driver_reserved = fact(Bytes{});
  g.memory_bandwidth = g.nvlink = fact(1e9 * units::TB / units::second);
  g.fp16 = g.fp8 = fact(1e9 * units::tflops);
  return g;
}

inline catalog::Efficiency ten_milliseconds() {
  catalog::Efficiency e;
  e.id = "efficiency/test";
  e.compute = e.expert_compute = e.memory = e.cache = e.attention = e.link = fact(1.0);
  e.per_step = fact(10.0 * units::ms);
  e.per_layer = e.per_reduction = fact(Seconds{});
  e.decode_error = e.throughput_error = fact(1.0);
  return e;
}

/// One layer with four heads of 64 and an MLP; a hundred million bytes of weights and little cache.
inline catalog::Llm small_model(std::string id) {
  catalog::Llm m;
  m.id = std::move(id);
  m.vocabulary = 64000;
  m.positions = 100000;
  m.decoder.hidden = 256;
  m.decoder.kinds = {
      {.parts = {catalog::Attention{.heads = 4, .kv_heads = 4, .head_dim = 64}, catalog::Mlp{.width = 1024}}}};
  m.decoder.append(0);
  return m;
}

inline catalog::NumberFormat sixteen_bit() {
  catalog::NumberFormat f;
  f.id = f.name = "bf16";
  f.for_cache = true;
  return f;
}

/// Hosts of two GPUs at 10 USD/h that draw 1 kW, electricity not in the price.
inline catalog::Host gpu_host(std::string id, std::string gpu, double gpus, double usd_per_h) {
  catalog::Host h = host(std::move(id), 64, 512.0 * units::GiB, usd_per_h);
  h.gpu = std::move(gpu);
  h.gpus = fact(gpus);
  h.power = fact(1.0 * units::kW);
  h.price.without_power = true;
  return h;
}

inline catalog::Catalog models_catalog() {
  catalog::Catalog c;
  c.gpus["card"] = timeless_gpu("card", 100.0 * units::GiB);
  c.hosts["two"] = gpu_host("two", "card", 2, 10);
  c.models["small"] = small_model("small");
  c.number_formats["bf16"] = sixteen_bit();
  c.efficiencies["efficiency/test"] = ten_milliseconds();
  catalog::Engine e;
  e.id = "engine";
  e.defaults = e.defaults_large = {.batched_tokens = 8192, .sequences = 100};
  c.engines["engine"] = e;
  return c;
}

/// Requests of 200 tokens in, 100 out, as long as each other.
inline plan::Demand demand(std::string team, double requests_per_s, double peak_to_mean) {
  plan::Demand d;
  d.team = std::move(team);
  d.rate = requests_per_s * (units::request / units::second);
  d.peak_to_mean = peak_to_mean;
  d.input_tokens = 200.0 * (units::token / units::request);
  d.output_tokens = 100.0 * (units::token / units::request);
  d.tokens_scv = 0;
  return d;
}

inline plan::ModelInputs models_question(std::vector<plan::Demand> teams) {
  plan::ModelInputs in;
  in.engine = "engine";
  in.services = {{.model = "small", .demand = std::move(teams)}};
  in.gpu_hosts = {"two"};
  in.policy.sharing = plan::CardSharing::none;
  return in;
}

}  // namespace planner::testing
