#include "planner/io/unit_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>
#include <vector>

#include "io/text/nearest.hpp"
#include "io/text/unit_tables.hpp"

namespace planner::io {
namespace {

using tables::all_units, tables::Ladder, tables::ladders, tables::Unit;

const Ladder* ladder_of(Dim dim) {
  const auto* it = std::ranges::find(ladders, dim, &Ladder::dim);
  return it == ladders.end() ? nullptr : it;
}

bool same_letters(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

std::optional<Amount> one_unit(std::string_view name, bool any_case) {
  for (const Unit& u : all_units)
    if (any_case ? same_letters(u.name, name) : u.name == name) return Amount{u.size, u.dim};
  return std::nullopt;
}

void join(Amount& product, char op, Amount factor) {
  product.value = op == '/' ? product.value / factor.value : product.value * factor.value;
  product.dim = op == '/' ? product.dim - factor.dim : product.dim + factor.dim;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// Reads `GiB`, `USD/GiB/month`, `/s`; the first part that is no unit ends up in `bad`.
std::optional<Amount> parse_units(std::string_view text, std::string_view& bad) {
  Amount product{1.0, dimensionless};
  char op = '*';
  std::string_view rest = trimmed(text);
  if (rest == "/") {
    bad = rest;
    return std::nullopt;
  }
  if (rest.starts_with('/')) op = '/', rest.remove_prefix(1);
  while (!rest.empty()) {
    const auto end = std::min(rest.find_first_of("/*"), rest.size());
    const std::string_view name = trimmed(rest.substr(0, end));
    const auto factor = one_unit(name, false);
    const bool dangling = end + 1 == rest.size();
    if (!factor || dangling) {
      bad = factor ? rest : name;
      return std::nullopt;
    }
    join(product, op, *factor);
    if (end == rest.size()) break;
    op = rest[end];
    rest.remove_prefix(end + 1);
  }
  return product;
}

/// `usd_per_gib_month`: the words before `per` multiply, those after it divide.
std::optional<Amount> unit_of_words(std::string_view words) {
  Amount product{1.0, dimensionless};
  char op = '*';
  while (!words.empty()) {
    const auto end = std::min(words.find('_'), words.size());
    const std::string_view word = words.substr(0, end);
    const auto factor = one_unit(word, true);
    if (factor) join(product, op, *factor);
    if (!factor && word != "per") return std::nullopt;
    if (!factor) op = '/';
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return product;
}

std::string unit_hint(std::string_view bad) {
  if (bad == "KB") return "KiB is 1024 bytes, kB is 1000: say which.";
  if (bad == "d") return "A day is \"day\".";
  if (bad == "m" || bad == "M") return "A minute is \"min\", a month \"month\", a mebibyte \"MiB\".";
  std::vector<std::string> names;
  for (const Unit& u : all_units) names.emplace_back(u.name);
  return did_you_mean(bad, names);
}

AmountText refused(std::string code, std::string rule, std::string hint) {
  return {std::nullopt, std::move(code), std::move(rule), std::move(hint)};
}

double size_of(std::string_view unit_text) {
  std::string_view bad;
  const auto amount = parse_units(unit_text, bad);
  return amount ? amount->value : 1.0;
}

/// "1 day", not "1 days"; "ms" and "s" are no plurals.
std::string singular(std::string_view unit) {
  const std::string_view word = unit.substr(0, unit.find_first_of("/*"));
  const bool plural = word.size() > 2 && word.ends_with('s');
  return std::string(plural ? word.substr(0, word.size() - 1) : word) + std::string(unit.substr(word.size()));
}

/// The part of a dimension that divides by things one counts: "768 GiB/host" is printed as GiB for each host.
Dim counted_things(Dim d) {
  const auto below = [](std::int8_t power) { return std::min<std::int8_t>(power, 0); };
  return {.session = below(d.session),
          .vcpu = below(d.vcpu),
          .gpu = below(d.gpu),
          .host = below(d.host),
          .replica = below(d.replica)};
}

std::string grouped(double whole) {
  std::string digits = fmt::format("{:.0f}", std::abs(whole));
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return (whole < 0 ? "-" : "") + digits;
}

}  // namespace

std::string base_unit_name(Dim d) {
  const std::array<std::pair<int, std::string_view>, 12> parts{{{d.byte, "B"},
                                                                {d.second, "s"},
                                                                {d.usd, "USD"},
                                                                {d.joule, "J"},
                                                                {d.flop, "FLOP"},
                                                                {d.token, "token"},
                                                                {d.request, "request"},
                                                                {d.session, "session"},
                                                                {d.vcpu, "vCPU"},
                                                                {d.gpu, "GPU"},
                                                                {d.host, "host"},
                                                                {d.replica, "replica"}}};
  std::string above, below;
  for (const auto& [power, name] : parts) {
    for (int i = 0; i < power; ++i) above += (above.empty() ? "" : "*") + std::string(name);
    for (int i = 0; i > power; --i) below += "/" + std::string(name);
  }
  return d == dimensionless ? "1" : above + below;
}

std::optional<Amount> parse_unit(std::string_view text) {
  std::string_view bad;
  return parse_units(text, bad);
}

AmountText parse_amount(std::string_view text) {
  const std::string_view body = trimmed(text);
  const std::string_view digits = body.starts_with('-') ? body.substr(1) : body;
  const bool starts_as_number =
      !digits.empty() && (std::isdigit(static_cast<unsigned char>(digits[0])) || digits[0] == '.');
  double number = 0;
  const auto [end, fault] = std::from_chars(body.data(), body.data() + body.size(), number);
  if (!starts_as_number || fault != std::errc{} || !std::isfinite(number))
    return refused("input.not_a_quantity", "a quantity is a number and its unit",
                   "Write it like \"512 MiB\" or \"45 s\".");
  const std::string_view unit_part = body.substr(static_cast<std::size_t>(end - body.data()));
  if (unit_part.starts_with(',') || unit_part.starts_with('_'))
    return refused("input.not_a_quantity", "digits are not grouped", "Write 50000, not 50,000.");
  std::string_view bad;
  const auto unit_size = parse_units(unit_part, bad);
  if (!unit_size)
    return refused("input.unknown_unit", fmt::format("\"{}\" is not a known unit", bad.substr(0, 40)), unit_hint(bad));
  return {Amount{number * unit_size->value, unit_size->dim}, "", "", ""};
}

std::optional<Amount> unit_in_name(std::string_view name, Dim dim) {
  for (std::string_view tail = name; !tail.empty();) {
    if (const auto size = unit_of_words(tail); size && size->dim == dim) return size;
    const auto next = tail.find('_');
    tail = next == tail.npos ? std::string_view{} : tail.substr(next + 1);
  }
  return std::nullopt;
}

std::string print_number(double value, int digits) {
  constexpr double longest_grouped = 1e16;  // beyond it a double's digits mean nothing
  if (value == 0) return "0";               // of either sign
  if (!std::isfinite(value) || std::abs(value) >= longest_grouped) return fmt::format("{:.{}g}", value, digits);
  if (std::abs(value) >= std::pow(10.0, std::max(digits, 3))) return grouped(std::round(value));
  if (std::abs(value) >= 1000.0 && value == std::round(value)) return grouped(value);
  return fmt::format("{:.{}g}", value, digits);
}

std::string print_amount(double value, Dim dim, int digits) {
  if (dim == dimensionless) return print_number(value, digits);
  const Ladder* ladder = ladder_of(dim);
  if (ladder == nullptr) {
    const Dim things = counted_things(dim);
    const bool rest_has_ladder = ladder_of(dim - things) != nullptr;
    if (rest_has_ladder && things != dimensionless)
      return print_amount(value, dim - things, digits) + base_unit_name(things);
    return print_number(value, digits) + " " + base_unit_name(dim);
  }
  std::string_view chosen;
  for (std::string_view name : ladder->units) {
    if (name.empty()) break;
    chosen = name;
    if (std::abs(value) >= size_of(name) * (1 - 1e-12)) break;
  }
  if (value == 0) chosen = ladder->example_unit();
  const std::string number = print_number(value / size_of(chosen), digits);
  return number + " " + (number == "1" ? singular(chosen) : std::string(chosen));
}

std::string example_of(Dim dim) {
  const Ladder* ladder = ladder_of(dim);
  return ladder != nullptr ? std::string(ladder->example) : dim == dimensionless ? "0.5" : "1 " + base_unit_name(dim);
}

std::string name_suffix_of(Dim dim) {
  const Ladder* ladder = ladder_of(dim);
  return ladder != nullptr ? std::string(ladder->name_suffix) : "";
}

}  // namespace planner::io
