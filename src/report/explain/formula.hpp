#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "planner/base/dim.hpp"

/// The formulas of a trace: `ceil(tiers.own-tools.sessions / hosts)`. The grammar is in docs/design/trace.md.
namespace planner::report {

struct Value {
  double value = 0;  ///< in base units of `dim`
  Dim dim{};
  double scale = 0;  ///< the largest summand inside, where that is more: what a difference is exact to
};

struct Token {
  enum class Kind { number, name, function, symbol, end };
  Kind kind = Kind::end;
  std::string_view text;
};

/// Splits a formula. A name takes every letter, digit and `_ . - + / @` that follows, so operators after a name need a
/// space. Throws `std::invalid_argument` for a character that has no place in a formula.
std::vector<Token> tokenize(std::string_view formula);

/// Looks up the value of a name; throws `std::invalid_argument` where there is none.
using Lookup = std::function<Value(std::string_view name)>;

/// Works out a formula, number and dimension. Throws `std::invalid_argument` with what is wrong with it.
Value evaluate(std::string_view formula, const Lookup& lookup);

/// Size of `unit.NAME`; throws `std::invalid_argument` for anything else.
Value unit_value(std::string_view name);
inline bool is_unit(std::string_view name) { return name.starts_with("unit."); }

/// Applies one of the functions of docs/design/trace.md.
Value apply_function(std::string_view function, const std::vector<Value>& arguments);

}  // namespace planner::report
