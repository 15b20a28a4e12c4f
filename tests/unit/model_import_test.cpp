// Import of config.json: every count of the published table, exactly; and what is refused, by field.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "io/text/text_file.hpp"
#include "planner/base/error.hpp"
#include "planner/io/catalog.hpp"
#include "planner/io/model_config.hpp"
#include "planner/unit/parameters.hpp"

using namespace planner;

namespace {

const std::string models_folder = std::string(PLANNER_SOURCE_DIR) + "/tests/data/models/";

catalog::Llm import_file(const std::string& name, bool embedding = false) {
  return io::import_model(io::read_text(models_folder + "configs/" + name), {.where = name, .embedding = embedding});
}

nlohmann::json published_rows() {
  return nlohmann::json::parse(io::read_text(models_folder + "published.json")).at("models");
}

std::string faults_of(const std::string& config) {
  try {
    io::import_model(config, {});
  } catch (const InputError& e) {
    return e.what();
  }
  return "imported";
}

const std::string llama =
    R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
  "intermediate_size": 128, "vocab_size": 256})";

std::string changed(const std::string& change) {
  nlohmann::json config = nlohmann::json::parse(llama);
  config.merge_patch(nlohmann::json::parse(change));
  return config.dump();
}

}  // namespace

TEST_CASE("parameters of 53 models agree with independent counts exactly") {
  for (const auto& row : published_rows()) {
    const catalog::Llm model = import_file(row.at("config"), row.at("embedding"));
    INFO(row.at("id").get<std::string>());
    CHECK(unit::decoder_parameters(model).total == row.at("decoder_parameters").get<double>());
    if (row.contains("encoder_parameters"))
      CHECK(unit::count(model.encoder->stack).total == row.at("encoder_parameters").get<double>());
    CHECK(unit::decoder_parameters(model).active == row.at("active").get<double>());
    CHECK(unit::active_without_lookup(model) == row.at("active_without_lookup").get<double>());
  }
}

TEST_CASE("a model's record survives writing and reading") {
  for (const auto& entry : std::filesystem::directory_iterator(models_folder + "configs")) {
    const std::string name = entry.path().filename().string();
    if (name == "SOURCES.json" || name.find("DeepSeek-V4") != name.npos) continue;
    catalog::Llm model = import_file(name);
    model.id = "a/model";
    const std::string written = io::model_overlay(model);
    const catalog::Catalog read = io::overlay({}, written, name);
    INFO(name);
    CHECK(io::model_overlay(read.models.at("a/model")) == written);
  }
}

TEST_CASE("what the config says is read, not derived") {
  const auto attention = [](const std::string& config) {
    return std::get<catalog::Attention>(io::import_model(config, {}).decoder.kinds[0].parts[0]);
  };
  CHECK(attention(llama).head_dim == 16);
  CHECK(attention(changed(R"({"head_dim": 128})")).head_dim == 128);
  CHECK(attention(llama).kv_heads == 4);
  CHECK(attention(changed(R"({"num_key_value_heads": 1})")).kv_heads == 1);
  CHECK(attention(changed(R"({"sliding_window": 32})")).window == 32);
  CHECK(attention(changed(R"({"sliding_window": 32, "use_sliding_window": false})")).window == 0);
}

TEST_CASE("comments, Infinity and nested text models are tolerated") {
  CHECK(faults_of("/* a */ " + llama + " // b") == "imported");
  CHECK(faults_of(changed(R"({"name": "Infinity // not a comment"})")) == "imported");
  CHECK(faults_of(llama.substr(0, llama.size() - 1) + R"(, "time_step_limit": [0.0, Infinity], "x": NaN})") ==
        "imported");
  CHECK(faults_of(R"({"model_type": "some_vlm", "text_config": )" + llama + "}") == "imported");
}

TEST_CASE("a model of experts never passes for a dense one, nor heads for others") {
  using Catch::Contains;
  CHECK_THAT(faults_of(changed(R"({"num_experts_per_tok": 2})")), Contains("#/n_routed_experts: missing"));
  CHECK_THAT(faults_of(changed(R"({"moe_intermediate_size": 64})")), Contains("#/n_routed_experts: missing"));
  CHECK(faults_of(changed(R"({"num_local_experts": 0, "num_experts_per_tok": 0})")) == "imported");
  CHECK_THAT(faults_of(changed(R"({"model_type": "qwen3"})")),
             Contains("#/head_dim: missing") && Contains("#/num_key_value_heads: missing"));
  CHECK_THAT(faults_of(changed(R"({"model_type": "glm4_moe", "n_routed_experts": 4, "num_experts_per_tok": 2,
                                   "moe_intermediate_size": 64})")),
             Contains("#/first_k_dense_replace: missing"));
}

TEST_CASE("what is not understood is named by its field") {
  using Catch::Contains;
  CHECK_THAT(faults_of("{}"), Contains("config.json#/model_type: missing"));
  CHECK_THAT(faults_of(changed(R"({"model_type": "lama"})")), Contains("#/model_type") && Contains("\"llama\""));
  CHECK_THAT(faults_of(changed(R"({"hidden_size": null})")), Contains("#/hidden_size: missing"));
  CHECK_THAT(faults_of(changed(R"({"num_hidden_layers": "many"})")), Contains("#/num_hidden_layers: \"many\""));
  CHECK_THAT(faults_of(changed(R"({"vocab_size": 1e300})")), Contains("#/vocab_size"));
  CHECK_THAT(faults_of(changed(R"({"intermediate_size": -3})")), Contains("#/intermediate_size: -3"));
  CHECK_THAT(faults_of(changed(R"({"num_key_value_heads": 3})")), Contains("#/num_key_value_heads"));
  CHECK_THAT(faults_of(changed(R"({"num_attention_heads": 5})")), Contains("#/head_dim: missing"));
  CHECK_THAT(faults_of(changed(R"({"intermediate_size": null})")), Contains("#/intermediate_size: missing"));
  CHECK_THAT(faults_of(changed(R"({"layer_types": ["full_attention", "quantum"]})")),
             Contains("#/layer_types: \"quantum\""));
  CHECK_THAT(faults_of(changed(R"({"layer_types": ["full_attention"]})")), Contains("#/layer_types: 1 entries"));
  CHECK_THAT(faults_of(changed(R"({"layer_types": ["full_attention", "linear_attention"]})")),
             Contains("linear_num_value_heads"));
  CHECK_THAT(faults_of(changed(R"({"quantization_config": {"quant_method": "squeeze"}})")),
             Contains("#/quantization_config/quant_method: \"squeeze\""));
  CHECK_THAT(faults_of(changed(R"({"vision_config": {"model_type": "retina"}})")),
             Contains("#/vision_config/model_type: \"retina\"") && Contains("--text-only"));
  CHECK_THAT(faults_of("[1, 2]"), Contains("must be a JSON object"));
  for (const char* name : {"deepseek-ai--DeepSeek-V4-Flash.json", "sgl-project--DeepSeek-V4-Pro-FP8.json"})
    CHECK_THROWS_WITH(import_file(name), Contains("#/model_type"));
}

TEST_CASE("all faults of a config come at once") {
  const std::string faults =
      faults_of(changed(R"({"hidden_size": 0, "vocab_size": "x", "num_attention_heads": true})"));
  CHECK_THAT(faults,
             Catch::Contains("hidden_size") && Catch::Contains("vocab_size") && Catch::Contains("num_attention_heads"));
  const auto told = [&](const std::string& field) {
    int times = 0;
    for (auto at = faults.find(field); at != std::string::npos; at = faults.find(field, at + 1)) ++times;
    return times;
  };
  CHECK(told("#/hidden_size:") == 1);
  CHECK(told("#/num_attention_heads:") == 1);
}

TEST_CASE("a config that is cut off anywhere is refused") {
  for (const char* file : {"Qwen--Qwen3.5-35B-A3B.json", "moonshotai--Kimi-K2.5.json"}) {
    const std::string text = io::read_text(models_folder + "configs/" + file);
    for (std::size_t cut = 0; cut + 2 < text.size(); cut += 1 + text.size() / 97)
      CHECK_THROWS_AS(io::import_model(text.substr(0, cut), {}), InputError);
  }
}

TEST_CASE("a field with any other value is read or refused by its place") {
  for (const char* value : {"-1", "0", "1e308", "16777216", "2.5", "\"\"", "[]", "{}", "true", "[[[]]]"}) {
    for (const char* name : {"hidden_size", "num_hidden_layers", "num_attention_heads", "vocab_size", "head_dim",
                             "num_experts", "layer_types", "rope_scaling", "quantization_config", "text_config",
                             "num_nextn_predict_layers", "vision_config", "sliding_window", "tie_word_embeddings"}) {
      const std::string outcome = faults_of(changed("{\"" + std::string(name) + "\": " + value + "}"));
      INFO(name << " = " << value << ": " << outcome);
      CHECK((outcome == "imported" || outcome.find("config.json#") != outcome.npos));
    }
  }
}

TEST_CASE("true bytes come from the index of the weight files") {
  CHECK(io::checkpoint_size(R"({"metadata": {"total_size": 16060522496}, "weight_map": {}})", "i.json").base() ==
        16060522496.0);
  CHECK_THROWS_WITH(io::checkpoint_size("{}", "i.json"), Catch::Contains("i.json#/metadata/total_size: missing"));
  CHECK_THROWS_WITH(io::checkpoint_size(R"({"metadata": {"total_size": "big"}})", "i.json"),
                    Catch::Contains("\"big\""));
}
