#pragma once
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

/// Rows of a table of reference values under `tests/data/math`, all of one topic and quantity.
struct ReferenceRow {
  nlohmann::json inputs, value;
  double rel_tol, abs_tol;
  std::string source;

  [[nodiscard]] double in(const char* name) const { return inputs.at(name).get<double>(); }
  [[nodiscard]] double tolerance_at(double expected) const { return abs_tol + rel_tol * std::abs(expected); }
};

inline std::vector<ReferenceRow> reference_rows(const std::string& file, const std::string& topic,
                                                const std::string& quantity) {
  std::ifstream stream(std::string(PLANNER_SOURCE_DIR) + "/tests/data/math/" + file);
  const nlohmann::json table = nlohmann::json::parse(stream);
  std::vector<ReferenceRow> rows;
  for (const auto& row : table.at("rows"))
    if (row.at("topic") == topic && row.at("quantity") == quantity)
      rows.push_back(
          {row.at("inputs"), row.at("value"), row.value("rel_tol", 0.0), row.value("abs_tol", 0.0), row.at("source")});
  if (rows.empty()) throw std::runtime_error("no reference rows for " + topic + " / " + quantity);
  return rows;
}

#define CHECK_ROW(row, computed, expected)                                               \
  do {                                                                                   \
    const double value_ = (computed), expected_ = (expected);                            \
    INFO((row).inputs.dump() << " from " << (row).source);                               \
    CHECK(value_ == Approx(expected_).margin((row).tolerance_at(expected_)).epsilon(0)); \
  } while (false)
