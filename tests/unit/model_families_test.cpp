// Families beyond those of the catalog: counted right, or refused by the field that is not understood.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "io/text/text_file.hpp"
#include "planner/base/error.hpp"
#include "planner/io/model_config.hpp"
#include "planner/unit/parameters.hpp"

using namespace planner;

namespace {

nlohmann::json families(const char* which) {
  return nlohmann::json::parse(io::read_text(PLANNER_SOURCE_DIR "/tests/data/models/families.json")).at(which);
}

}  // namespace

TEST_CASE("parameters of 45 other models agree with the published ones") {
  const auto rows = families("imported");
  CHECK(rows.size() == 45);
  for (const auto& row : rows) {
    const catalog::Llm model = io::import_model(row.at("config").dump(), {});
    INFO(row.at("id").get<std::string>());
    // Biases of heads and norms of queries differ in some classes from their siblings: below 0.002 %.
    CHECK(unit::decoder_parameters(model).total == Approx(row.at("parameters").get<double>()).epsilon(2e-5));
  }
}

TEST_CASE("models that are not understood are refused by the field, not counted wrong") {
  for (const auto& row : families("refused")) {
    INFO(row.at("id").get<std::string>());
    CHECK_THROWS_WITH(io::import_model(row.at("config").dump(), {}),
                      Catch::Contains(row.at("where").get<std::string>()));
  }
}
