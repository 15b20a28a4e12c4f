// Names and numbers of a question about fitting.
#include "planner/io/fit_question.hpp"

#include <catch2/catch.hpp>

#include "planner/base/error.hpp"
#include "planner/io/catalog.hpp"

using namespace planner;
using Catch::Contains;

namespace {

io::FitWords question() {
  io::FitWords words;
  words.model = "meta-llama/Llama-3.1-8B";
  words.gpu = "h100-sxm";
  return words;
}

std::string faults_of(const io::FitWords& words) {
  try {
    io::read_fit(words, io::builtin_catalog());
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a version means the newest engine that is not newer") {
  const auto called = [](const char* asked) { return io::engine_called(io::builtin_catalog(), asked); };
  CHECK(called("vllm@0.19") == "vllm@0.19");
  CHECK(called("vllm@0.19.1") == "vllm@0.19");
  CHECK(called("vllm@0.15.2") == "vllm@0.11");
  CHECK(called("vllm@0.9") == "vllm@0.6");
  CHECK(called("vllm@1.2") == "vllm@0.20");
  CHECK(called("vllm") == "vllm@0.20");
  CHECK(called("sglang") == "sglang@0.5");
  CHECK(called("vllm@0.2").empty());
  CHECK(called("vlm@0.19").empty());
}

TEST_CASE("a question becomes inputs") {
  io::FitWords words = question();
  words.tp = 4;
  words.weights = "fp8";
  words.measured_weights = "14.99GiB";
  words.gpu_memory = "79.19 GiB";
  words.eager = true;
  const plan::FitInputs in = io::read_fit(words, io::builtin_catalog());
  CHECK(in.tensor_parallel == 4);
  CHECK(in.weights == "fp8");
  CHECK(in.measured.weights->in(units::GiB) == Approx(14.99));
  CHECK(in.card->in(units::GiB) == Approx(79.19));
  CHECK_FALSE(in.graphs);
  CHECK_FALSE(in.max_len);
}

TEST_CASE("faults of a question name the option and the way out") {
  io::FitWords words = question();
  words.tp = 1.5;
  CHECK_THAT(faults_of(words), Contains("--tp: 1.5: must be a whole number from 1"));
  words = question();
  words.kv_cache = "mxfp4";
  CHECK_THAT(faults_of(words), Contains("--kv-cache: mxfp4: is a format of weights only"));
  words = question();
  words.weights = "q8_0";
  CHECK_THAT(faults_of(words), Contains("--weights: q8_0: is a format of caches only"));
  words = question();
  words.mig = "3g.40";
  CHECK_THAT(faults_of(words), Contains("--mig: \"3g.40\": is no MIG profile of h100-sxm") && Contains("3g.40gb"));
  words = question();
  words.gpu = "t4";
  words.mig = "1g.10gb";
  CHECK_THAT(faults_of(words), Contains("is no MIG profile of t4"));
  words = question();
  words.gpu_memory = "200 GiB";
  CHECK_THAT(faults_of(words), Contains("--gpu-memory: 200 GiB: is more than h100-sxm has, 79.65 GiB"));
  words.gpu_memory = "80";
  CHECK_THAT(faults_of(words), Contains("--gpu-memory: \"80\": must be a size with its unit"));
  words = question();
  words.max_len = -1;
  words.max_seqs = 1e12;
  CHECK_THAT(faults_of(words), Contains("--max-len") && Contains("--max-seqs"));
  words = {};
  CHECK_THAT(faults_of(words), Contains("--model: missing") && Contains("--gpu: missing"));
}
