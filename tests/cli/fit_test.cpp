// `planner fit` as a process: answers, exit codes, fault texts.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"

using Catch::Contains;
using Catch::StartsWith;
using cli::planner;

namespace {

const std::string configs = PLANNER_SOURCE_DIR "/tests/data/models/configs/";

std::vector<std::string> fit(std::vector<std::string> more) {
  more.insert(more.begin(), "fit");
  return more;
}

}  // namespace

TEST_CASE("fit answers first, with units, and tells needed from reserved") {
  const cli::Result result = planner(
      fit({"--model", "meta-llama/Llama-3.1-8B", "--gpu", "h100-sxm", "--engine", "vllm@0.19", "--max-len", "8192"}));
  CHECK(result.exit == 0);
  CHECK(result.err.empty());
  CHECK_THAT(result.out, StartsWith("meta-llama/Llama-3.1-8B fits on 1 x h100-sxm under vllm@0.19: cache for "));
  CHECK_THAT(result.out,
             Contains("reserved") && Contains("needed") && Contains("GPUs that would do") && Contains("Defaults used"));
}

TEST_CASE("no speed is told of a tensor-parallel group that spans hosts, nor of pipeline stages") {
  const std::vector<std::string> asked{"--model", "meta-llama/Llama-3.1-70B", "--gpu", "h100-sxm",        "--max-len",
                                       "8192",    "--input-tokens",           "1000",  "--output-tokens", "100"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), asked.begin(), asked.end());
    return planner(fit(more)).out;
  };
  CHECK_THAT(with({"--tp", "8"}), !Contains("No speed can be told") && !Contains("spans hosts"));
  CHECK_THAT(with({"--tp", "16"}), Contains("No speed can be told") && Contains("that spans hosts"));
  CHECK_THAT(with({"--tp", "8", "--pp", "2"}), Contains("No speed can be told") && Contains("TP x PP 2"));
}

TEST_CASE("the JSON has the fixed fields with their units") {
  const cli::Result result = planner(fit({"--config",
                                          configs + "CodeLlama-7b.json",
                                          "--gpu",
                                          "h100-sxm",
                                          "--tp",
                                          "1",
                                          "--engine",
                                          "vllm@0.19",
                                          "--utilization",
                                          "0.95",
                                          "--max-len",
                                          "8192",
                                          "--measured-weights",
                                          "12.56GiB",
                                          "--measured-activation",
                                          "0.77GiB",
                                          "--measured-non-torch",
                                          "0.25GiB",
                                          "--gpu-memory",
                                          "79.19GiB",
                                          "--json"}));
  REQUIRE(result.exit == 0);
  const nlohmann::json plan = nlohmann::json::parse(result.out);
  CHECK(plan["fits"] == true);
  CHECK(plan["weights_gib_per_gpu"] == 12.56);
  CHECK(plan["kv_gib_per_gpu"].get<double>() == Approx(61.66).margin(0.02));
  CHECK(plan["kv_tokens"].get<double>() == Approx(126256).epsilon(0.001));  // start-up log of vLLM 0.19
  CHECK(plan["max_concurrency"].get<double>() == Approx(15.41).margin(0.01));
  CHECK(plan["kv_bytes_per_token_per_gpu"] == 524288);
  CHECK(plan["largest_max_len"] == 16384);
  for (const char* name :
       {"binding", "reasons", "activation_gib_per_gpu", "non_torch_gib_per_gpu", "cuda_graph_gib_per_gpu",
        "needed_gib_per_gpu", "reserved_gib_per_gpu", "smallest_tp", "would_do", "unknown", "stages"})
    CHECK(plan.contains(name));
}

TEST_CASE("a model that does not fit exits with 3 and says what would do") {
  const cli::Result result =
      planner(fit({"--model", "Qwen/Qwen2.5-72B-Instruct", "--gpu", "h100-sxm", "--max-len", "8192"}));
  CHECK(result.exit == 3);
  CHECK_THAT(result.out, Contains("does not fit") && Contains("135.46 GiB per GPU") && Contains("would do"));
}

TEST_CASE("a MIG slice is a smaller card") {
  const cli::Result result = planner(fit({"--model", "meta-llama/Llama-3.2-1B-Instruct", "--gpu", "h100-sxm", "--mig",
                                          "2g.20gb", "--max-len", "4096", "--json"}));
  CHECK(result.exit == 0);
  CHECK(nlohmann::json::parse(result.out)["card_gib"].get<double>() < 22);
}

TEST_CASE("an imported model can be saved as a catalog file and used by its name") {
  const auto folder = std::filesystem::temp_directory_path() / "planner-fit-overlay";
  std::filesystem::create_directories(folder);
  const std::string file = (folder / "mine.json").string();
  const std::string config = configs + "inference-sim--mistral-nemo-instruct-2407.json";
  CHECK(planner(fit({"--config", config, "--gpu", "h100-sxm", "--save", file})).exit == 0);
  const cli::Result result = planner(
      fit({"--model", "inference-sim--mistral-nemo-instruct-2407", "--gpu", "h100-sxm", "--catalog", folder.string()}));
  CHECK(result.err.empty());
  CHECK(result.exit == 0);
  std::filesystem::remove_all(folder);
}

TEST_CASE("an engine of one's own is laid over the catalog") {
  const auto folder = std::filesystem::temp_directory_path() / "planner-fit-engine";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "ours.json") << R"({"engines": [{"id": "vllm@0.19-ours", "like": "vllm@0.19",
    "non_torch": [{"tensor_parallel": 1, "bytes": "0.31 GiB"}]}]})";
  const cli::Result result = planner(fit({"--model", "meta-llama/Llama-3.1-8B", "--gpu", "h100-sxm", "--engine",
                                          "vllm@0.19-ours", "--catalog", folder.string(), "--json"}));
  CHECK(result.err.empty());
  CHECK(nlohmann::json::parse(result.out)["non_torch_gib_per_gpu"] == 0.31);
  std::filesystem::remove_all(folder);
}

TEST_CASE("the derivation is printed with its sources") {
  const cli::Result result =
      planner(fit({"--model", "meta-llama/Llama-3.1-8B", "--gpu", "h100-sxm", "--max-len", "8192", "--explain"}));
  CHECK(result.exit == 0);
  CHECK_THAT(result.out,
             StartsWith("max_concurrency") && Contains("utilization * card - weights") && Contains("Sources"));
}

TEST_CASE("faults of the question come together, with the nearest names") {
  const cli::Result result =
      planner(fit({"--model", "meta-llama/Llama-3.1-8", "--gpu", "h100", "--engine", "vlm", "--weights", "fp9", "--tp",
                   "0", "--utilization", "1.5", "--measured-weights", "15"}));
  CHECK(result.exit == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, Contains("--model: \"meta-llama/Llama-3.1-8\"") && Contains("meta-llama/Llama-3.1-8B") &&
                             Contains("--gpu: \"h100\"") && Contains("--engine: \"vlm\"") &&
                             Contains("--weights: \"fp9\"") && Contains("--tp: 0") && Contains("--utilization: 1.5") &&
                             Contains("--measured-weights: \"15\"") && Contains("14.99GiB"));
  CHECK(planner(fit({})).exit == 2);
  CHECK(planner(fit({"--config", "/nowhere.json", "--gpu", "t4"})).exit == 4);
  CHECK_THAT(planner(fit({"--config", configs + "deepseek-ai--DeepSeek-V4-Flash.json", "--gpu", "h200-sxm"})).err,
             Contains("#/model_type: \"deepseek_v4\""));
}

TEST_CASE("fit: no speed where none is known, no splitting over slices, no answers of models that write none") {
  const std::vector<std::string> ask{"fit", "--model", "Qwen/Qwen3-8B", "--gpu", "h100-sxm", "--max-len", "4096"};
  const auto with = [&](std::vector<std::string> more) {
    std::vector<std::string> all = ask;
    all.insert(all.end(), more.begin(), more.end());
    return cli::planner(all);
  };
  for (const auto& part : {std::vector<std::string>{"--mig", "3g.40gb"}, {"--gpu-memory", "39.5GiB"}}) {
    std::vector<std::string> speed = part;
    speed.insert(speed.end(), {"--input-tokens", "1000", "--output-tokens", "200"});
    CHECK(with(part).exit == 0);
    CHECK(with(speed).exit == 2);
    CHECK_THAT(with(speed).err, Catch::Contains("the speed of a part of a card"));
  }
  CHECK_THAT(with({"--mig", "3g.40gb", "--tp", "2"}).err, Catch::Contains("not split over MIG slices"));
  CHECK_THAT(
      cli::planner({"fit", "--model", "BAAI/bge-m3", "--gpu", "l4", "--input-tokens", "500", "--output-tokens", "20"})
          .err,
      Catch::Contains("writes no tokens"));
}

TEST_CASE("fit: figures of one data-parallel rank, one stage and one long sequence are called that") {
  const auto ask = [](std::vector<std::string> more) {
    std::vector<std::string> all{
        "fit", "--model", "meta-llama/Llama-3.1-8B", "--gpu", "h100-sxm", "--max-len", "8192", "--format", "markdown"};
    all.insert(all.end(), more.begin(), more.end());
    return cli::planner(all).out;
  };
  CHECK_THAT(ask({"--dp", "3", "--input-tokens", "1000", "--output-tokens", "200"}),
             Catch::Contains("each of 3") && Catch::Contains("Each data-parallel rank: "));
  CHECK_THAT(ask({"--tp", "2", "--pp", "2"}), Catch::Contains("The cache of the first stage is"));
  CHECK_THAT(ask({}), !Catch::Contains("while every layer keeps it"));
  CHECK_THAT(cli::planner({"fit", "--model", "google/gemma-3-27b", "--gpu", "b200-sxm", "--format", "markdown"}).out,
             Catch::Contains("while every layer keeps it, and a sequence of"));
}

TEST_CASE("fit: blocks of a number format are not cut") {
  const auto binding = [](const std::string& tp, const std::string& format, bool expert_parallel) {
    std::vector<std::string> ask{
        "fit",  "--model", "Qwen/Qwen3-235B-A22B", "--gpu", "h200-sxm", "--max-len", "8192", "--tp", tp, "--weights",
        format, "--json"};
    if (expert_parallel) ask.emplace_back("--expert-parallel");
    return nlohmann::json::parse(cli::planner(ask).out)["binding"].get<std::string>();
  };
  CHECK(binding("8", "fp8-block", false) == "blocks");  // 1,536 / 8 = 192
  CHECK(binding("4", "fp8-block", false) != "blocks");  // 384 = 3 x 128
  CHECK(binding("8", "fp8-block", true) != "blocks");
  CHECK(binding("8", "bf16", false) != "blocks");
}

TEST_CASE("fit: without expert parallelism vLLM cuts experts over all data-parallel ranks, and SGLang repeats them") {
  const auto weights = [](const std::string& engine) {
    const std::string out = planner(fit({"--model", "deepseek-ai/DeepSeek-V3", "--gpu", "b300-sxm", "--dp", "8",
                                         "--engine", engine, "--json"}))
                                .out;
    return nlohmann::json::parse(out)["weights_gib_per_gpu"].get<double>();
  };
  CHECK(weights("vllm@0.19") == Approx(96).margin(1));  // 671 GB less what each rank holds whole, by 8
  CHECK(weights("sglang@0.5") > 620);
}

TEST_CASE("fit: what nobody has published of an engine is null and named, not nothing") {
  const cli::Result text = planner(fit({"--model", "Qwen/Qwen3-8B", "--gpu", "h100-sxm", "--engine", "sglang"}));
  CHECK_THAT(text.out, Contains("fits on 1 x h100-sxm under sglang@0.5 as far as is known"));
  const auto plan = nlohmann::json::parse(planner(fit({"--model", "Qwen/Qwen3-8B", "--gpu", "h100-sxm", "--engine",
                                                       "sglang", "--measured-activation", "3GiB", "--json"}))
                                              .out);
  CHECK(plan["activation_gib_per_gpu"] == 3.0);  // given
  CHECK(plan["non_torch_gib_per_gpu"].is_null());
  CHECK(plan["cuda_graph_gib_per_gpu"].is_null());
  CHECK(plan["stages"][0]["cuda_graph_gib"].is_null());
  CHECK_THAT(plan["unknown"].dump(), Contains("CUDA graphs") && !Contains("activation"));
}

TEST_CASE("fit: a card without bf16 is served in fp16 where the engine falls back, and else refused") {
  const auto answer = [](const std::string& engine, const std::string& weights) {
    std::vector<std::string> ask{"--model", "Qwen/Qwen3-0.6B", "--gpu", "t4",    "--max-len",
                                 "2048",    "--engine",        engine,  "--json"};
    if (!weights.empty()) ask.insert(ask.end(), {"--weights", weights});
    return nlohmann::json::parse(planner(fit(ask)).out);
  };
  CHECK(answer("vllm@0.19", "")["weights"] == "fp16");
  CHECK(answer("vllm@0.19", "fp16")["fits"] == true);
  CHECK(answer("vllm@0.6", "fp16")["fits"] == true);
  for (const auto& [engine, weights] : {std::pair{"vllm@0.19", "bf16"}, {"vllm@0.6", ""}, {"vllm@0.6", "int4-g128"}})
    CHECK(answer(engine, weights)["binding"] == "format");
  CHECK(answer("vllm@0.19", "int4-g128")["kv_cache"] == "fp16");
}

TEST_CASE("fit: times without CUDA graphs are told to be unknown") {
  const std::vector<std::string> ask{"--model", "Qwen/Qwen3-8B", "--gpu", "h100-sxm", "--eager", "--json"};
  CHECK_THAT(planner(fit(ask)).out, Contains("what launches cost without CUDA graphs: times are with them"));
}

TEST_CASE("fit: sound may be longer than the positions of its answer") {
  const auto ask = [](const std::string& input, const std::string& output) {
    return planner(fit({"--model", "openai/whisper-large-v3", "--gpu", "h100-sxm", "--input-tokens", input,
                        "--output-tokens", output}));
  };
  CHECK(ask("1500", "448").exit == 0);
  CHECK_THAT(ask("1500", "449").err, Contains("--output-tokens: 449: must be from 0 to 448"));
}

TEST_CASE("a card on which an engine sees no memory, or more than there is, is a fault") {
  for (const std::string memory : {"0GiB", "0 B", "200GiB", "-1GiB", "0"}) {
    CAPTURE(memory);
    const cli::Result result =
        cli::planner({"fit", "--model", "Qwen/Qwen3-32B", "--gpu", "h100-sxm", "--gpu-memory", memory});
    CHECK(result.exit == 2);
    CHECK(result.out.empty());
    CHECK_THAT(result.err, StartsWith("--gpu-memory: "));
  }
  const cli::Result none =
      cli::planner({"fit", "--model", "Qwen/Qwen3-32B", "--gpu", "h100-sxm", "--gpu-memory", "0GiB"});
  CHECK(none.err == "--gpu-memory: \"0GiB\": must be above 0. Leave it out for the memory of the catalog.\n");
}
