#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "planner/base/quantity.hpp"

/// Quantities as people write them: "512 MiB", "45 s", "25 GB/s", "0.38 USD/GiB/month".
namespace planner::io {

/// A number in base units (bytes, seconds, USD, ...) and what it is a number of.
struct Amount {
  double value = 0;
  Dim dim{};
};

/// What a text turned out to be: an amount, or the rule that it breaks and the way out.
struct AmountText {
  std::optional<Amount> amount{};
  std::string code{}, rule{}, hint{};  ///< empty where there is an amount
};

/// Reads a number with its unit. Units are joined by `/` and `*`; the space before the unit may be left out; `%` is a
/// hundredth; a number alone is dimensionless. Infinity and NaN are refused.
AmountText parse_amount(std::string_view text);

/// The size of one unit, "GiB" or "USD/GiB/month", in base units; "" and "1" are dimensionless. Nothing where unknown.
std::optional<Amount> parse_unit(std::string_view unit);

/// The unit that ends a field's name, where it has dimension `dim`: `usd_per_h`, `memory_gib`, `starts_per_s`.
std::optional<Amount> unit_in_name(std::string_view name, Dim dim);

/// `value` (in base units) in the unit that a person would choose: "512 MiB", "1.5 min", "38 USD/h".
std::string print_amount(double value, Dim dim, int digits = 4);

/// The same of a typed quantity.
template <Dim D>
std::string print(Quantity<D> q, int digits = 4) {
  return print_amount(q.base(), D, digits);
}

/// Base units of a dimension: "B", "USD/s", "B*USD"; "1" for none.
std::string base_unit_name(Dim dim);

/// What a quantity of this dimension looks like, for messages: "512 MiB".
std::string example_of(Dim dim);
/// The same as a number under a name with the unit in it: `_gib`, `_per_s`.
std::string name_suffix_of(Dim dim);

/// A number with so many significant digits: 0.0186, 9.677, 11,807.
std::string print_number(double value, int digits = 4);

}  // namespace planner::io
