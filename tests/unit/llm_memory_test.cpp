// Weights, cache and adapters of open-weights models against published sizes.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "io/text/text_file.hpp"
#include "planner/io/catalog.hpp"
#include "planner/unit/cache_pool.hpp"
#include "planner/unit/lora.hpp"
#include "planner/unit/parameters.hpp"
#include "planner/unit/weights.hpp"

using namespace planner;
using namespace planner::units;

namespace {

const catalog::Catalog& built_in() { return io::builtin_catalog(); }
const catalog::Llm& model(const std::string& id) { return built_in().models.at(id); }
const catalog::NumberFormat& format(const std::string& id) { return built_in().number_formats.at(id); }
const catalog::Engine& engine() { return built_in().engines.at("vllm@0.19"); }

unit::WeightStorage stored_as(const std::string& id, catalog::Covers covers = {}) {
  return {.format = &format(id), .plain = &format(id == "fp32" ? "fp32" : "bf16"), .covers = covers};
}
unit::WeightStorage as_published(const catalog::Llm& m) { return stored_as(m.checkpoint.format, m.checkpoint.covers); }

nlohmann::json published_rows() {
  const std::string file = std::string(PLANNER_SOURCE_DIR) + "/tests/data/models/published.json";
  return nlohmann::json::parse(io::read_text(file)).at("models");
}

std::vector<unit::CacheCount> caches(const std::string& id, int tensor_parallel, const std::string& kv,
                                     bool state_in_16_bit = false) {
  catalog::Llm m = model(id);
  if (state_in_16_bit) {
    for (catalog::Layer& layer : m.decoder.kinds)
      for (catalog::Part& part : layer.parts)
        if (auto* r = std::get_if<catalog::Recurrent>(&part)) r->state_in_fp32 = false;
  }
  const unit::CacheFormat f{.values = &format(kv), .activation_bytes = 2};
  return unit::caches_of(m.decoder, unit::pipeline(m.decoder, 1).front(), tensor_parallel, f);
}

double or_zero(const nlohmann::json& value) { return value.is_null() ? 0 : value.get<double>(); }

double growing_bytes(const std::string& id, int tensor_parallel, const std::string& kv) {
  double sum = 0;
  for (const unit::CacheCount& c : caches(id, tensor_parallel, kv))
    if (c.cache.keeps == unit::LayerCache::Keeps::tokens && c.cache.reach == catalog::Reach::all)
      sum += c.layers * c.cache.bytes;
  return sum;
}

}  // namespace

TEST_CASE("the catalog's models have the parameters of the published table") {
  for (const auto& row : published_rows()) {
    const std::string id = row.at("id");
    INFO(id);
    CHECK(unit::decoder_parameters(model(id)).total == row.at("decoder_parameters").get<double>());
    CHECK(unit::active_without_lookup(model(id)) == row.at("active_without_lookup").get<double>());
  }
}

TEST_CASE("weight files have the published size") {
  int checked = 0;
  for (const auto& [id, m] : built_in().models) {
    if (!m.checkpoint.size.known()) continue;
    const Bytes published = m.checkpoint.size.value();
    const Bytes counted = unit::checkpoint_bytes(m, as_published(m), m.checkpoint.holds_mtp);
    INFO(id << ": " << counted.in(GB) << " GB counted, " << published.in(GB) << " GB published");
    CHECK(counted / published == Approx(1).margin(0.005));
    ++checked;
  }
  CHECK(checked >= 12);
  // The two that are published to the byte.
  for (const char* id : {"meta-llama/Llama-3.1-8B", "meta-llama/Llama-3.1-70B"})
    CHECK(unit::checkpoint_bytes(model(id), as_published(model(id)), false).base() ==
          model(id).checkpoint.size.value().base());
}

TEST_CASE("quantised checkpoints have the published size") {
  struct Row {
    const char *model, *format;
    double gb, tolerance;
    const char* source;
  };
  const Row rows[] = {
      {"Qwen/Qwen3-8B", "int4-g128", 5.68 * 1.073741824, 0.002, "KAITO: Qwen3-8B-AWQ, 5.68 GiB"},
      {"meta-llama/Llama-3.1-70B", "gguf-q4_k_m", 43.1, 0.005, "llama.cpp tools/quantize/README.md"},
      {"meta-llama/Llama-3.1-405B", "gguf-q4_k_m", 249.1, 0.005, "llama.cpp tools/quantize/README.md"},
      {"meta-llama/Llama-3.1-70B", "fp8", 72.7, 0.001, "traps.md of the fact base: 70B FP8 with 16-bit embeddings"},
      {"Qwen/Qwen3-235B-A22B", "fp8-block", 236.4, 0.001, "the same: Qwen3-235B FP8"},
      {"mistralai/Devstral-Small-2-24B-Instruct", "fp8", 24.9 + 2 * 0.438958080, 0.002, "the same, and its tower"},
  };
  for (const Row& row : rows) {
    INFO(row.model << " " << row.format << ", " << row.source);
    CHECK(unit::checkpoint_bytes(model(row.model), stored_as(row.format), false).in(GB) ==
          Approx(row.gb).epsilon(row.tolerance));
  }
}

TEST_CASE("formats have the published bits per value") {
  struct Row {
    const char* format;
    double bits;
  };
  // Arithmetic of the block sizes; llama.cpp tools/quantize/README.md for GGUF.
  const Row rows[] = {
      {"bf16", 16},         {"fp8-block", 8.001953125},  {"int4-g128", 4.15625},  {"int4-g128-sym", 4.125},
      {"int4-g64", 4.3125}, {"int4-g32", 4.625},         {"mxfp4", 4.25},         {"nvfp4", 4.5},
      {"nf4", 4.5},         {"nf4-double", 4.126953125}, {"gguf-q4_k_m", 4.8944}, {"gguf-q8_0", 8.5008}};
  for (const Row& row : rows) {
    const unit::Matrix m{unit::Role::mlp, unit::Split::rows, 4096, 4096};
    CAPTURE(row.format);
    CHECK(unit::stored(m, format(row.format)).total().base() * 8 / m.values() == Approx(row.bits).epsilon(1e-9));
  }
}

TEST_CASE("PyTorch's allocator keeps what is left of a segment up to 1 MiB") {
  // Sizes of the projections of Qwen2.5-7B, whose log shows 64 MiB more than the file has.
  CHECK(unit::torch_allocated(259.0 * MiB).in(MiB) == 260);
  CHECK(unit::torch_allocated(129.5 * MiB).in(MiB) == 130);
  CHECK(unit::torch_allocated(31.5 * MiB).in(MiB) == 32);
  CHECK(unit::torch_allocated(24.5 * MiB).in(MiB) == 24.5);
  CHECK(unit::torch_allocated(112.0 * MiB).in(MiB) == 112);
  CHECK(unit::torch_allocated(9.0 * MiB).in(MiB) == 9);
  CHECK(unit::torch_allocated(1.0 * byte).base() == 512);
  CHECK(unit::torch_allocated(Bytes{}).base() == 0);
}

TEST_CASE("keys and values of a token have the published size") {
  for (const auto& row : published_rows()) {
    const std::string id = row.at("id");
    INFO(id);
    if (row.at("kv_bytes_per_token").is_null() || id.find("Llama-4") != id.npos) continue;  // see the next test
    CHECK(growing_bytes(id, 1, "bf16") == row.at("kv_bytes_per_token").get<double>());
    double windows = 0, state = 0;
    for (const unit::CacheCount& c : caches(id, 1, "bf16", true)) {
      if (c.cache.reach == catalog::Reach::sliding) windows += c.layers * c.cache.bytes * c.cache.window;
      if (c.cache.keeps == unit::LayerCache::Keeps::state) state += c.layers * c.cache.bytes;
      if (c.cache.reach == catalog::Reach::cross) state += c.layers * c.cache.bytes * model(id).encoder->fixed_tokens;
    }
    CHECK(windows == or_zero(row.at("sliding_bytes_per_sequence")));
    CHECK(state == or_zero(row.at("state_bytes_16bit")));
  }
}

TEST_CASE("Llama 4 keeps all tokens on every fourth layer, a chunk on the others") {
  CHECK(growing_bytes("meta-llama/Llama-4-Scout-17B-16E-Instruct", 1, "bf16") == 49152);
  double all = 0;
  for (const unit::CacheCount& c : caches("meta-llama/Llama-4-Scout-17B-16E-Instruct", 1, "bf16"))
    all += c.layers * c.cache.bytes;
  CHECK(all == 196608);
}

TEST_CASE("splitting heads: replicated KV heads and latent vectors") {
  struct Row {
    const char* model;
    int tensor_parallel;
    const char* kv;
    double bytes;
    const char* source;
  };
  const Row rows[] = {
      {"meta-llama/Llama-3.1-8B", 4, "bf16", 32768, "start-up log, vLLM 0.19, TP4"},
      {"meta-llama/Llama-3.1-8B", 8, "bf16", 16384, "one KV head per GPU"},
      {"meta-llama/Llama-3.1-8B", 16, "bf16", 16384, "each KV head twice"},
      {"meta-llama/Llama-3.1-8B", 1, "fp8", 65536, "start-up log, vLLM 0.19, FP8 cache"},
      {"Qwen/Qwen2.5-72B-Instruct", 2, "bf16", 163840, "start-up log, vLLM 0.19, TP2"},
      {"deepseek-ai/DeepSeek-V2-Lite", 2, "bf16", 31104, "vLLM issue 15871: not divided by TP"},
      {"deepseek-ai/DeepSeek-V3", 8, "bf16", 70272, "math: 61 x (512 + 64) x 2"},
      {"Qwen/Qwen3-235B-A22B", 8, "bf16", 48128, "4 KV heads on 8 GPUs: 94 x 2 x 128 x 2"},
  };
  for (const Row& row : rows) {
    INFO(row.model << " TP" << row.tensor_parallel << ", " << row.source);
    CHECK(growing_bytes(row.model, row.tensor_parallel, row.kv) == row.bytes);
  }
  CHECK(unit::cached_bytes(64 * 2 * 1024, format("q8_0")) * 32768 == 4352.0 * 1048576);  // llama.cpp issue 11200
}

TEST_CASE("layers of a pipeline stage") {
  const auto layers = [](int all, int stages) {
    std::vector<int> cut;
    for (int i = 0; i < stages; ++i) cut.push_back(unit::layers_of_stage(all, stages, i));
    return cut;
  };
  // vLLM, distributed/utils.py: the rest goes to the last stages but one.
  CHECK(layers(32, 4) == std::vector<int>{8, 8, 8, 8});
  CHECK(layers(61, 4) == std::vector<int>{15, 15, 16, 15});
  CHECK(layers(62, 4) == std::vector<int>{15, 16, 16, 15});
  CHECK(layers(63, 4) == std::vector<int>{16, 16, 16, 15});
  CHECK(layers(7, 2) == std::vector<int>{4, 3});
  const catalog::Stack& v3 = model("deepseek-ai/DeepSeek-V3").decoder;
  const auto stages = unit::pipeline(v3, 4);
  CHECK(stages[0].layers_of_kind == std::vector<int>{3, 12});
  CHECK(stages[2].layers_of_kind == std::vector<int>{0, 16});
}

TEST_CASE("layer groups of hybrid models share pages as the engine's log says") {
  struct Row {
    const char* model;
    int tensor_parallel;
    const char* kv;
    double blocks, tokens, concurrency, bytes_per_token;
    const char* source;
  };
  // Start-up logs of vLLM 0.19 at 8,192 tokens, 8,192 of them in a step.
  const Row rows[] = {{"google/gemma-3-12b", 1, "bf16", 48867, 130304, 15.88, 393216, "48 layers, groups of 8"},
                      {"google/gemma-3-27b", 1, "bf16", 15997, 36560, 4.46, 573440, "62 layers padded to 70"},
                      {"google/gemma-3-4b", 1, "bf16", 204817, 468144, 57.05, 143360, "34 layers padded to 35"},
                      {"openai/gpt-oss-20b", 2, "bf16", 323972, 2591776, 316.07, 24576, "12 and 12 layers"},
                      {"meta-llama/Llama-3.1-8B", 1, "bf16", 29751, 476016, 58.11, 131072, "one group"}};
  for (const Row& row : rows) {
    INFO(row.model << ": " << row.source);
    const unit::CachePool pool = unit::cache_pool(caches(row.model, row.tensor_parallel, row.kv), engine());
    const Bytes memory = row.blocks * pool.page_bytes * byte;
    const unit::SequenceShape sequence{8192, 8192, 0};
    CHECK(pool.bytes_per_token == row.bytes_per_token);
    CHECK(unit::printed_tokens(pool, memory, sequence, false) == row.tokens);
    CHECK(memory / pool.sequence_bytes(sequence) == Approx(row.concurrency).margin(0.006));
  }
}

TEST_CASE("pages of attention are long enough for a recurrent state") {
  // The 27B hybrid of a start-up log: 16 layers of attention (4 KV heads of 256), 48 gated delta nets (48 value and 16
  // key heads of 128) with a 32-bit state, TP2, FP8 cache: pages of 1,568 tokens, 208 of them in 4.99 GiB, and 302,921
  // tokens at 131,072 each.
  catalog::Llm m;
  m.decoder.hidden = 5120;
  m.decoder.kinds = {{{catalog::Recurrent{catalog::Recurrence::gated_delta_net, 48, 128, 16, 128, 4, 0, true}}, 0},
                     {{catalog::Attention{.heads = 24, .kv_heads = 4, .head_dim = 256}}, 0}};
  for (int i = 0; i < 16; ++i) {
    m.decoder.append(0, 3);
    m.decoder.append(1);
  }
  const unit::CacheFormat f{.values = &format("fp8"), .activation_bytes = 2};
  const catalog::Engine& later = built_in().engines.at("vllm@0.20");
  const unit::CachePool pool =
      unit::cache_pool(unit::caches_of(m.decoder, unit::pipeline(m.decoder, 1).front(), 2, f), later);
  const unit::SequenceShape sequence{131072, 2048, 0};
  CHECK(pool.bytes_per_token == 16384);
  CHECK(pool.page_bytes == 16 * 1568 * 1024);
  CHECK(pool.pages(4.99 * GiB) == 208);
  CHECK(unit::printed_tokens(pool, 4.99 * GiB, sequence, true) == 302921);
}

TEST_CASE("adapters have the published size") {
  struct Row {
    const char* model;
    int rank;
    double bytes;
  };
  // Arithmetic of rank x (inputs + outputs) over all linear layers, at 16 bit.
  const Row rows[] = {{"meta-llama/Llama-3.1-8B", 16, 83886080},
                      {"meta-llama/Llama-3.1-8B", 64, 335544320},
                      {"meta-llama/Llama-3.1-70B", 16, 414187520},
                      {"meta-llama/Llama-3.1-70B", 64, 1656750080}};
  for (const Row& row : rows) {
    CAPTURE(row.model, row.rank);
    const auto stage = unit::pipeline(model(row.model).decoder, 1).front();
    CHECK(unit::adapter_bytes(model(row.model), stage, {}, {1, row.rank}).base() == row.bytes);
    CHECK(unit::adapter_bytes(model(row.model), stage, {}, {3, row.rank}).base() == 3 * row.bytes);
    CHECK(unit::adapter_bytes(model(row.model), stage, {}, {0, row.rank}).base() == 0);
  }
}
