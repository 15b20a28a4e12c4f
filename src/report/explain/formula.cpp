#include "report/explain/formula.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "planner/io/unit_text.hpp"

namespace planner::report {
namespace {

using Kind = Token::Kind;

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_name_character(char c) {
  return is_letter(c) || is_digit(c) || std::string_view("_.-+/@").find(c) != std::string_view::npos;
}

double number_at(std::string_view text, std::size_t& length) {
  double value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{}) throw std::invalid_argument("a number out of range");
  length = static_cast<std::size_t>(end - text.data());
  return value;
}

std::size_t name_length(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && is_name_character(text[length])) ++length;
  return length;
}

Token first_token(std::string_view text) {
  const char c = text.front();
  if (is_digit(c)) {
    std::size_t length = 0;
    number_at(text, length);
    return {Kind::number, text.substr(0, length)};
  }
  if (is_letter(c)) {
    const std::size_t length = name_length(text);
    const bool called = length < text.size() && text[length] == '(';
    return {called ? Kind::function : Kind::name, text.substr(0, length)};
  }
  if (std::string_view("+-*/(),").find(c) == std::string_view::npos) {
    throw std::invalid_argument(std::string("'") + c + "' has no place in a formula");
  }
  return {Kind::symbol, text.substr(0, 1)};
}

Value added(Value a, Value b, double sign) {
  if (a.dim != b.dim) throw std::invalid_argument("a sum of two dimensions");
  return {a.value + sign * b.value, a.dim, std::max({a.scale, b.scale, std::abs(a.value), std::abs(b.value)})};
}

/// Recursive descent over the grammar of docs/design/trace.md; one function for each rule.
class Evaluator {
 public:
  Evaluator(std::string_view formula, const Lookup& lookup) : tokens_(tokenize(formula)), lookup_(lookup) {}

  Value whole() {
    const Value result = sum();
    if (here().kind != Kind::end) throw std::invalid_argument("\"" + std::string(here().text) + "\" is left over");
    return result;
  }

 private:
  [[nodiscard]] const Token& here() const { return tokens_[at_]; }

  bool take(std::string_view symbol) {
    if (here().kind != Kind::symbol || here().text != symbol) return false;
    ++at_;
    return true;
  }
  void expect(std::string_view symbol) {
    if (!take(symbol)) throw std::invalid_argument("a \"" + std::string(symbol) + "\" is missing");
  }

  Value sum() {
    Value left = product();
    while (true) {
      if (take("+")) {
        left = added(left, product(), 1);
      } else if (take("-")) {
        left = added(left, product(), -1);
      } else {
        return left;
      }
    }
  }

  Value product() {
    Value left = factor();
    while (true) {
      if (take("*")) {
        const Value right = factor();
        left = {left.value * right.value, left.dim + right.dim};
      } else if (take("/")) {
        const Value right = factor();
        left = {left.value / right.value, left.dim - right.dim};
      } else {
        return left;
      }
    }
  }

  Value factor() {
    if (take("-")) {
      const Value negated = factor();
      return {-negated.value, negated.dim, negated.scale};
    }
    if (take("(")) {
      const Value inner = sum();
      expect(")");
      return inner;
    }
    const Token token = here();
    if (token.kind == Kind::end || token.kind == Kind::symbol) throw std::invalid_argument("a value is missing");
    ++at_;
    if (token.kind == Kind::function) return call(token.text);
    if (token.kind == Kind::name) return is_unit(token.text) ? unit_value(token.text) : lookup_(token.text);
    std::size_t length = 0;
    return {number_at(token.text, length), {}};
  }

  Value call(std::string_view function) {
    expect("(");
    std::vector<Value> arguments{sum()};
    while (take(",")) arguments.push_back(sum());
    expect(")");
    return apply_function(function, arguments);
  }

  std::vector<Token> tokens_;
  const Lookup& lookup_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<Token> tokenize(std::string_view formula) {
  std::vector<Token> tokens;
  while (true) {
    formula.remove_prefix(std::min(formula.find_first_not_of(' '), formula.size()));
    if (formula.empty()) break;
    tokens.push_back(first_token(formula));
    formula.remove_prefix(tokens.back().text.size());
  }
  tokens.push_back({});
  return tokens;
}

Value evaluate(std::string_view formula, const Lookup& lookup) { return Evaluator(formula, lookup).whole(); }

Value unit_value(std::string_view name) {
  const auto amount = is_unit(name) ? io::parse_unit(name.substr(5)) : std::nullopt;
  if (!amount) throw std::invalid_argument("\"" + std::string(name) + "\" is not a unit");
  return {amount->value, amount->dim};
}

}  // namespace planner::report
