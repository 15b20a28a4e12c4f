// `planner efficiency` and the speed part of `planner fit` as processes.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"

using Catch::Contains;
using Catch::StartsWith;
using cli::planner;
using nlohmann::json;

namespace {

const std::filesystem::path folder = std::filesystem::temp_directory_path() / "planner_efficiency_test";

std::string rows_of_ours() {
  std::filesystem::create_directories(folder / "ours");
  const std::string path = (folder / "rows.csv").string();
  std::ofstream(path) << "id,model,gpu,engine,tp,input_tokens,output_tokens,concurrency,tpot_ms\n"
                         "ours,Qwen/Qwen3-32B,a100-80-sxm,vllm,2,1000,250,64,110\n";
  return path;
}

json speed(std::vector<std::string> more) {
  std::vector<std::string> words{"fit", "--model",        "Qwen/Qwen3-32B", "--gpu",           "a100-80-sxm", "--tp",
                                 "2",   "--input-tokens", "1000",           "--output-tokens", "250",         "--json"};
  words.insert(words.end(), more.begin(), more.end());
  return json::parse(planner(words).out).at("speed");
}

}  // namespace

TEST_CASE("own points change what fit answers, by a catalog folder") {
  const std::string rows = rows_of_ours(), ours = (folder / "ours").string();
  const json before = json::parse(planner({"efficiency", "check", rows, "--json"}).out);
  CHECK(before["tpot"]["median_error"].get<double>() > 0.2);
  const cli::Result fitted = planner({"efficiency", "fit", rows, "--save", ours + "/efficiency.json"});
  CHECK(fitted.exit == 0);
  CHECK_THAT(fitted.out, StartsWith("Time per token, 1 row: median error "));
  const json after = json::parse(planner({"efficiency", "check", rows, "--json", "--catalog", ours}).out);
  CHECK(after["tpot"]["median_error"].get<double>() < 0.03);
  CHECK(speed({"--catalog", ours})["output_tok_s"] < speed({})["output_tok_s"]);
}

TEST_CASE("fit tells the operating point within targets") {
  const json any = speed({}), tight = speed({"--tpot-ms", "35"}), impossible = speed({"--tpot-ms", "1"});
  CHECK(any["meets_targets"] == true);
  CHECK(tight["limit"] == "tpot");
  CHECK(tight["tpot_ms"] <= 35.0);
  CHECK(tight["batch"] < any["batch"]);
  CHECK(impossible["meets_targets"] == false);
  CHECK(impossible["batch"] == 1);
  const cli::Result text = planner({"fit", "--model", "BAAI/bge-m3", "--gpu", "l40s", "--input-tokens", "500"});
  CHECK_THAT(text.out, Contains("input tokens/s") && !Contains("A token takes"));
}

TEST_CASE("faults of efficiency and of speed options") {
  const cli::Result word = planner({"efficiency", "chek", "rows.csv"});
  CHECK(word.exit == 2);
  CHECK_THAT(word.err, Contains("is neither check nor fit. Did you mean \"check\"?"));
  CHECK(planner({"efficiency", "check", "no-such-file.csv"}).exit == 4);
  const cli::Result missing = planner({"fit", "--model", "Qwen/Qwen3-32B", "--gpu", "h200-sxm", "--tpot-ms", "30"});
  CHECK(missing.exit == 2);
  CHECK(missing.err == "--input-tokens: must be given where speed is asked for.\n");
  const cli::Result range =
      planner({"fit", "--model", "Qwen/Qwen3-32B", "--gpu", "h200-sxm", "--input-tokens", "50000"});
  CHECK(range.err == "--input-tokens: 50,000: must be from 1 to 40,960.\n");
}
