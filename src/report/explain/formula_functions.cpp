#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "planner/base/rounding.hpp"
#include "planner/math/erlang.hpp"
#include "planner/math/headroom.hpp"
#include "planner/math/poisson.hpp"
#include "report/explain/formula.hpp"

namespace planner::report {
namespace {

using Arguments = std::vector<Value>;

int whole(double x) { return static_cast<int>(std::lround(x)); }

/// Functions of plain numbers.
struct PlainFunction {
  std::string_view name;
  std::size_t arguments;
  double (*of)(const Arguments&);
};

constexpr std::array plain_functions{
    PlainFunction{"exp", 1, [](const Arguments& a) { return std::exp(a[0].value); }},
    PlainFunction{"log", 1, [](const Arguments& a) { return std::log(a[0].value); }},
    PlainFunction{"pow", 2, [](const Arguments& a) { return std::pow(a[0].value, a[1].value); }},
    PlainFunction{"erlang_b", 2, [](const Arguments& a) { return math::erlang_b(a[0].value, a[1].value); }},
    PlainFunction{"servers_for_blocking", 2,
                  [](const Arguments& a) -> double { return math::servers_for_blocking(a[0].value, a[1].value); }},
    PlainFunction{"poisson_tail", 2,
                  [](const Arguments& a) { return math::poisson_tail(whole(a[0].value), a[1].value); }},
    PlainFunction{"poisson_tail_quantile", 2,
                  [](const Arguments& a) -> double { return math::poisson_tail_quantile(a[0].value, a[1].value); }},
    PlainFunction{
        "binomial_tail", 3,
        [](const Arguments& a) { return math::binomial_tail(whole(a[0].value), whole(a[1].value), a[2].value); }},
    PlainFunction{"smallest_spare", 3, [](const Arguments& a) -> double {
                    return math::smallest_spare(whole(a[0].value), a[1].value, a[2].value);
                  }}};

/// Functions that keep the dimension of their first argument.
struct SameDimensionFunction {
  std::string_view name;
  double (*of)(const Arguments&);
};

double least(const Arguments& a) { return std::ranges::min(a, {}, &Value::value).value; }
double greatest(const Arguments& a) { return std::ranges::max(a, {}, &Value::value).value; }
double total(const Arguments& a) {
  double sum = 0;
  for (const Value& v : a) sum += v.value;
  return sum;
}

constexpr std::array same_dimension_functions{
    SameDimensionFunction{"ceil", [](const Arguments& a) { return whole_up(a[0].value); }},
    SameDimensionFunction{"floor", [](const Arguments& a) { return whole_down(a[0].value); }},
    SameDimensionFunction{"abs", [](const Arguments& a) { return std::abs(a[0].value); }},
    SameDimensionFunction{"min", least},
    SameDimensionFunction{"max", greatest},
    SameDimensionFunction{"sum", total}};

void require_one_dimension(const Arguments& a, Dim dim, std::string_view function) {
  const bool same = std::ranges::all_of(a, [dim](const Value& v) { return v.dim == dim; });
  if (!same) throw std::invalid_argument(std::string(function) + "() of the wrong dimension");
}

std::int8_t half(std::int8_t exponent) {
  if (exponent % 2 != 0) throw std::invalid_argument("sqrt() of an odd dimension");
  return static_cast<std::int8_t>(exponent / 2);
}

Value square_root(Value v) {
  const Dim d = v.dim;
  return {std::sqrt(v.value),
          {half(d.byte), half(d.second), half(d.usd), half(d.joule), half(d.flop), half(d.token), half(d.request),
           half(d.session), half(d.vcpu), half(d.gpu), half(d.host), half(d.replica)}};
}

}  // namespace

Value apply_function(std::string_view function, const Arguments& arguments) {
  if (function == "sqrt" && arguments.size() == 1) return square_root(arguments.front());
  for (const SameDimensionFunction& f : same_dimension_functions) {
    if (f.name != function) continue;
    require_one_dimension(arguments, arguments.front().dim, function);
    return {f.of(arguments), arguments.front().dim};
  }
  for (const PlainFunction& f : plain_functions) {
    if (f.name != function || f.arguments != arguments.size()) continue;
    require_one_dimension(arguments, dimensionless, function);
    return {f.of(arguments), dimensionless};
  }
  throw std::invalid_argument("\"" + std::string(function) + "\" is not a function of so many arguments");
}

}  // namespace planner::report
