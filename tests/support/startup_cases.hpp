#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "io/text/text_file.hpp"
#include "planner/io/catalog.hpp"
#include "planner/io/model_config.hpp"
#include "planner/plan/fit/inputs.hpp"

/// Start-up logs of serving engines (tests/data/startup) as questions for the planner.
namespace test {

struct StartupCase {
  std::string id{}, label{}, missing{};  ///< `missing`: what the log does not say; empty where all is given
  planner::plan::FitInputs inputs{};
  bool known_model = false, checkable = false;
  nlohmann::json measured{}, derived{};

  [[nodiscard]] std::optional<double> number(const char* name) const {
    return measured.contains(name) && measured[name].is_number() ? std::optional(measured[name].get<double>())
                                                                 : std::nullopt;
  }
  /// Everything that an estimate needs is in the log.
  [[nodiscard]] bool complete() const { return known_model && missing.empty() && inputs.card && inputs.utilization; }
};

struct StartupCases {
  planner::catalog::Catalog catalog = planner::io::builtin_catalog();
  std::vector<StartupCase> cases;
};

inline nlohmann::json test_data(const std::string& file) {
  return nlohmann::json::parse(planner::io::read_text(std::string(PLANNER_SOURCE_DIR) + "/tests/data/" + file));
}

inline void add_model(StartupCases& all, StartupCase& c, const nlohmann::json& setup) {
  c.known_model = setup.contains("model") || setup.contains("config");
  c.inputs.model = setup.value("model", setup.value("config", ""));
  if (!setup.contains("config") || all.catalog.models.contains(c.inputs.model)) return;
  const std::string path = std::string(PLANNER_SOURCE_DIR) + "/tests/data/models/configs/" + c.inputs.model;
  all.catalog.models[c.inputs.model] = planner::io::import_model(planner::io::read_text(path), {.id = c.inputs.model});
}

inline StartupCase startup_case(StartupCases& all, const nlohmann::json& row, const nlohmann::json& setup) {
  StartupCase c{.id = row.at("id"), .missing = setup.value("missing", "")};
  const nlohmann::json& in = row.at("inputs");
  c.checkable = row.value("checkable", false);
  c.measured = row.at("measured");
  c.derived = row.value("derived", nlohmann::json::object());
  add_model(all, c, setup);
  c.inputs.gpu = "h100-sxm";  // its architecture sets the engine's defaults; its memory is given
  const bool large = in.value("gpu_physical_gib", 80.0) >= 70;
  if (!large) c.inputs.gpu = "a100-40-pcie";
  c.inputs.engine = setup.value("engine", "");
  c.inputs.weights = setup.value("weights", "");
  c.inputs.kv_cache = setup.value("kv_cache", "");
  c.inputs.tensor_parallel = in.value("tp", 1);
  c.inputs.pipeline_parallel = in.value("pp", 1);
  if (in.contains("max_model_len")) c.inputs.max_len = in["max_model_len"].get<double>();
  if (in.contains("gpu_memory_utilization") && in["gpu_memory_utilization"].is_number())
    c.inputs.utilization = in["gpu_memory_utilization"].get<double>();
  if (in.contains("gpu_physical_gib")) c.inputs.card = in["gpu_physical_gib"].get<double>() * planner::units::GiB;
  const std::string model = in.contains("model") ? in["model"].get<std::string>() : "?";
  c.label = model.substr(model.find('/') + 1);
  return c;
}

inline StartupCases startup_cases() {
  StartupCases all;
  const nlohmann::json setups = test_data("startup/setups.json").at("setups");
  const nlohmann::json rows = test_data("startup/cases.json").at("rows");
  for (const auto& row : rows) all.cases.push_back(startup_case(all, row, setups.at(row.at("id").get<std::string>())));
  return all;
}

}  // namespace test
