#include "planner/report/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "planner/io/unit_text.hpp"
#include "report/explain/formula.hpp"

namespace planner::report {
namespace {

using Known = std::map<std::string, Value, std::less<>>;

bool near(double recorded, const Value& again, double relative_tolerance) {
  return std::abs(recorded - again.value) <= relative_tolerance * std::max(std::abs(again.value), again.scale);
}

bool is_name(std::string_view id) {
  try {
    const auto tokens = tokenize(id);
    return tokens.size() == 2 && tokens.front().kind == Token::Kind::name && !is_unit(id);
  } catch (const std::invalid_argument&) {
    return false;
  }
}

/// What is wrong with a derived step; empty: nothing.
std::string formula_fault(const Step& step, const Known& known, double relative_tolerance) {
  const auto lookup = [&](std::string_view name) {
    const auto it = known.find(name);
    if (it == known.end()) throw std::invalid_argument(fmt::format("\"{}\" is not the id of an earlier step", name));
    return it->second;
  };
  try {
    const Value again = evaluate(step.formula, lookup);
    if (again.dim != step.dim) return "the formula has another dimension: " + io::print_amount(again.value, again.dim);
    if (!near(step.value, again, relative_tolerance)) {
      return fmt::format("the formula gives {}, recorded is {}", again.value, step.value);
    }
    return "";
  } catch (const std::invalid_argument& fault) {
    return fault.what();
  }
}

std::string step_fault(const Step& step, const Known& known, double relative_tolerance) {
  if (!is_name(step.id)) return "not an id: letters, digits and _ . - + / @, a letter first";
  if (known.contains(step.id)) return "the id appears twice";
  if (!std::isfinite(step.value)) return "the value is not finite";
  if (!step.formula.empty()) return formula_fault(step, known, relative_tolerance);
  return step.source.empty() ? "an input without a source" : "";
}

}  // namespace

std::vector<TraceFault> verify(const Trace& trace, double relative_tolerance) {
  Known known;
  std::vector<TraceFault> faults;
  for (const Step& step : trace.steps()) {
    if (const std::string what = step_fault(step, known, relative_tolerance); !what.empty()) {
      faults.push_back({step.id, what});
    }
    known.emplace(step.id, Value{step.value, step.dim});
  }
  return faults;
}

}  // namespace planner::report
