#include "io/json/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "io/text/nearest.hpp"

namespace planner::io {
namespace {

void add(Findings& findings, std::string where, std::string code, std::string found, std::string rule,
         std::string hint = "") {
  findings.issues.push_back({std::move(where), std::move(code), std::move(found), std::move(rule), std::move(hint)});
}
void add(Findings& findings, const Place& where, std::string code, std::string found, std::string rule,
         std::string hint = "") {
  add(findings, where.text(), std::move(code), std::move(found), std::move(rule), std::move(hint));
}

/// How a field's numbers are shown: in the unit that its name says, else with their own.
struct Shown {
  Dim dim;
  double named = 0;  ///< the unit in the field's name; zero where it has none
  [[nodiscard]] std::string text(double value) const {
    return named > 0 ? print_number(value / named, 6) : print_amount(value, dim);
  }
};

std::string range_rule(const Shown& shown_as, Range range) {
  const std::string low = shown_as.text(range.low), high = shown_as.text(range.high);
  const std::string kind = range.whole ? "must be a whole number " : "must be ";
  if (range.high >= whole_count.high) return kind + (range.above_low ? "above " : "at least ") + low + ".";
  return kind + (range.above_low ? "above " + low + " and at most " + high : "between " + low + " and " + high) + ".";
}

bool in_range(double value, Place where, const Shown& shown_as, Range range, Findings& findings) {
  const bool low_enough = value <= range.high;
  const bool high_enough = range.above_low ? value > range.low : value >= range.low;
  if (low_enough && high_enough && (!range.whole || value == std::round(value))) return true;
  const bool absurd = high_enough && range.high >= whole_count.high && !low_enough;
  add(findings, where, "input.out_of_range", shown_as.text(value),
      absurd ? fmt::format("is beyond what can be planned ({:g}).", range.high) : range_rule(shown_as, range));
  return false;
}

/// What such a number looks like, for messages: `"512 MiB"`, `1` of a count.
std::string example(Dim dim, Range range) {
  if (dim != dimensionless) return '"' + example_of(dim) + '"';
  return print_number(std::clamp(range.whole ? 1.0 : 0.5, range.low, range.high), 6);
}

bool starts_as_number(const std::string& text) {
  const auto first = text.find_first_not_of(" \t-");
  return first != std::string::npos && (std::isdigit(static_cast<unsigned char>(text[first])) || text[first] == '.');
}

std::optional<double> read_text_amount(const std::string& text, Place where, Dim dim, Range range, Findings& findings) {
  const AmountText parsed = parse_amount(text);
  if (!parsed.amount && !starts_as_number(text)) {
    add(findings, where, parsed.code, shown(Json(text)),
        dim == dimensionless ? "a number is asked for." : parsed.rule + ".",
        fmt::format("Write it like {}.", example(dim, range)));
    return std::nullopt;
  }
  if (!parsed.amount) {
    add(findings, where, parsed.code, shown(Json(text)), parsed.rule + ".", parsed.hint);
    return std::nullopt;
  }
  if (parsed.amount->dim == dim || parsed.amount->value == 0) return parsed.amount->value;  // nothing has no unit
  const std::string found = shown(Json(text));
  if (parsed.amount->dim == dimensionless) {
    add(findings, where, "input.unit_missing", found, "the number needs its unit.",
        fmt::format("Write it like {}.", example(dim, range)));
  } else {
    add(findings, where, "input.unit_mismatch", found, "this unit measures something else.",
        fmt::format("Write it like {}.", example(dim, range)));
  }
  return std::nullopt;
}

std::optional<double> read_amount(const Json& value, Place where, Dim dim, std::optional<Amount> unit, Range range,
                                  Findings& findings) {
  std::optional<double> amount;
  if (value.is_string()) {
    amount = read_text_amount(value.get_ref<const std::string&>(), where, dim, range, findings);
  } else if (!value.is_number()) {
    add(findings, where, "input.type", shown(value), "a quantity is asked for.",
        fmt::format("Write it like {}.", example(dim, range)));
  } else if (!unit && value.get<double>() != 0) {
    add(findings, where, "input.unit_missing", shown(value), "the number needs its unit.",
        fmt::format("Write it like \"{}\", or put the unit into the name (\"...{}\").", example_of(dim),
                    name_suffix_of(dim)));
  } else {
    amount = unit ? value.get<double>() * unit->value : 0.0;
  }
  const Shown shown_as{dim, value.is_number() && unit ? unit->value : 0.0};
  return amount && in_range(*amount, where, shown_as, range, findings) ? amount : std::nullopt;
}

SpreadMeaning read_meaning(const Json& law, Place where, Findings& findings) {
  if (law == "pert") return SpreadMeaning::pert;
  if (law != "percentiles")
    add(findings, where, "input.unknown_name", shown(law), "is not known here.",
        "Known: percentiles (p10, p50, p90; the default), pert (least, mode, most).");
  return SpreadMeaning::percentiles;
}

}  // namespace

std::string shown(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return fmt::format("a list of {}", value.size());
  std::string text = value.dump();
  constexpr std::size_t longest = 60;
  if (text.size() <= longest) return text;
  std::size_t cut = longest;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;  // never inside a character
  return text.substr(0, cut) + "...";
}

std::optional<ReadNumber> read_estimate(const Json& value, Place where, Dim dim, std::optional<Amount> unit,
                                        Range range, Findings& findings) {
  if (!value.is_object()) {
    const auto amount = read_amount(value, where, dim, unit, range, findings);
    return amount ? std::optional(ReadNumber{Estimate<double>::exactly(*amount)}) : std::nullopt;
  }
  ReadNumber number;
  Estimate<double>& estimate = number.estimate;
  const std::size_t faults_before = findings.issues.size();
  for (const auto& [key, part] : value.items()) {
    const Place place{where.reader, where.name, key};
    if (key == "low" || key == "typical" || key == "high") {
      auto& target = key == "low" ? estimate.low : key == "high" ? estimate.high : estimate.typical;
      target = read_amount(part, place, dim, unit, range, findings);
    } else if (key == "law") {
      number.meaning = read_meaning(part, place, findings);
    } else {
      add(findings, place, "input.unknown_field", "\"" + key + "\"",
          "a range has the fields low, typical, high and law.");
    }
  }
  if (!value.contains("typical"))
    add(findings, where, "input.missing", "a range without \"typical\"", "the typical value is what is planned with.");
  if (findings.issues.size() > faults_before) return std::nullopt;
  if (estimate.low_or_typical() > estimate.value() || estimate.value() > estimate.high_or_typical()) {
    add(findings, where, "input.order", "a range out of order", "low, typical and high must not fall.");
    return std::nullopt;
  }
  return number;
}

Reader::Reader(const Json& node, std::string where, Findings& findings)
    : node_(node), step_(std::move(where)), findings_(findings) {
  if (!node_.is_object()) fault("", "input.type", shown(node_), "an object with named fields is asked for.");
}

Reader::Reader(const Json& node, const Reader& parent, std::string step, Findings& findings)
    : node_(node), parent_(&parent), step_(std::move(step)), findings_(findings) {
  asked_.reserve(16);
  if (!node_.is_object()) fault("", "input.type", shown(node_), "an object with named fields is asked for.");
}

void Reader::require(std::initializer_list<std::string_view> names) {
  if (!node_.is_object()) return;
  for (const std::string_view name : names) {
    bool present = has(name);
    for (auto it = node_.begin(); !present && it != node_.end(); ++it)
      present = it.key().size() > name.size() && it.key().starts_with(name) && it.key()[name.size()] == '_';
    if (!present) fault(name, "input.missing", "absent", "this field must be given.");
  }
}

const Json* Reader::raw(std::string_view name) {
  asked_.emplace_back(name);
  const auto it = node_.find(name);
  return it == node_.end() ? nullptr : &*it;
}

const Json* Reader::typed(std::string_view name, bool (Json::*is)() const noexcept, std::string_view what) {
  const Json* value = raw(name);
  if (value == nullptr || (value->*is)()) return value;
  fault(name, "input.type", shown(*value), fmt::format("{} is asked for.", what));
  return nullptr;
}

bool Reader::text(std::string_view name, std::string& into) {
  const Json* value = typed(name, &Json::is_string, "a text");
  if (value != nullptr) into = value->get<std::string>();
  return value != nullptr;
}

bool Reader::texts(std::string_view name, std::vector<std::string>& into) {
  const Json* list = typed(name, &Json::is_array, "a list of texts");
  if (list == nullptr) return false;
  std::vector<std::string> read;
  for (const Json& item : *list) {
    if (item.is_string()) {
      read.push_back(item.get<std::string>());
    } else {
      add(findings_, at(name) + pointer_step(std::to_string(&item - &list->front())), "input.type", shown(item),
          "a text is asked for.");
    }
  }
  into = std::move(read);
  return true;
}

bool Reader::flag(std::string_view name, bool& into) {
  const Json* value = typed(name, &Json::is_boolean, "true or false");
  if (value != nullptr) into = value->get<bool>();
  return value != nullptr;
}

bool Reader::number(std::string_view name, double& into, Range range) {
  std::optional<double> value;
  number(name, value, range);
  if (value) into = *value;
  return value.has_value();
}

bool Reader::number(std::string_view name, std::optional<double>& into, Range range) {
  const auto value = amount(name, dimensionless, range);
  if (value) into = value;
  return value.has_value();
}

const Json* Reader::spelt_with_unit(std::string_view name, Dim dim, std::string& key,
                                    std::optional<Amount>& unit) const {
  for (auto it = node_.begin(); it != node_.end(); ++it) {
    const std::string_view spelt = it.key();
    const bool longer = spelt.size() > name.size() + 1 && spelt.starts_with(name) && spelt[name.size()] == '_';
    if (!longer) continue;
    unit = unit_in_name(spelt.substr(name.size() + 1), dim);
    key = spelt;
    if (unit) return &*it;
  }
  return nullptr;
}

std::optional<ReadNumber> Reader::read_number(std::string_view name, Dim dim, Range range, std::string& key) {
  key = name;
  std::optional<Amount> unit;
  const Json* value = raw(name);
  if (dim == dimensionless) {
    unit = Amount{1.0, dim};
  } else if (value == nullptr && node_.is_object()) {
    value = spelt_with_unit(name, dim, key, unit);
    if (value != nullptr) asked_.push_back(key);
  } else if (value != nullptr && !value->is_string()) {
    unit = unit_in_name(name, dim);
  }
  return value == nullptr ? std::nullopt : read_estimate(*value, Place{*this, key}, dim, unit, range, findings_);
}

std::optional<double> Reader::amount(std::string_view name, Dim dim, Range range) {
  std::string key;
  const auto number = read_number(name, dim, range, key);
  if (!number) return std::nullopt;
  const Estimate<double>& e = number->estimate;
  if (e.low_or_typical() == e.high_or_typical()) return e.typical;
  const std::size_t place = findings_.spreads.size();
  findings_.spreads.push_back(
      {at(key), dim, e.low_or_typical(), e.value(), e.high_or_typical(), number->meaning, range});
  if (findings_.drawn == nullptr || std::isnan((*findings_.drawn)[place])) return e.typical;
  return (*findings_.drawn)[place];
}

std::optional<Estimate<double>> Reader::estimate(std::string_view name, Dim dim, Range range) {
  std::string key;
  const auto number = read_number(name, dim, range, key);
  return number ? std::optional(number->estimate) : std::nullopt;
}

void Reader::read_inner(const Json& node, std::string step, const std::function<void(Reader&)>& read) {
  Reader inner(node, *this, std::move(step), findings_);
  read(inner);
  inner.done();
}

bool Reader::object(std::string_view name, const std::function<void(Reader&)>& read) {
  const Json* value = typed(name, &Json::is_object, "an object");
  if (value != nullptr) {
    read_inner(*value, pointer_step(name), read);
  } else if (findings_.fields != nullptr && !has(name)) {
    static const Json absent = Json::object();
    read_inner(absent, pointer_step(name), read);
  }
  return value != nullptr;
}

bool Reader::each(std::string_view name, const std::function<void(Reader&)>& read) {
  const Json* list = typed(name, &Json::is_array, "a list");
  if (list == nullptr) return false;
  for (std::size_t i = 0; i < list->size(); ++i)
    read_inner((*list)[i], pointer_step(name) + pointer_step(std::to_string(i)), read);
  return true;
}

bool Reader::entries(std::string_view name, const std::function<void(const std::string&, Reader&)>& read) {
  return object(name, [&](Reader& all) {
    for (const auto& item : all.node_.items()) all.object(item.key(), [&](Reader& one) { read(item.key(), one); });
  });
}

void Reader::fault(std::string_view name, std::string code, std::string found, std::string rule, std::string hint) {
  add(findings_, name.empty() ? where() : at(name), std::move(code), std::move(found), std::move(rule),
      std::move(hint));
}

void Reader::unknown_name(std::string_view name, const std::string& word, const std::vector<std::string>& known) {
  fault(name, "input.unknown_name", "\"" + word.substr(0, 60) + "\"", "is not known here.", did_you_mean(word, known));
}

void Reader::done() {
  if (!node_.is_object()) return;
  if (findings_.fields != nullptr) (*findings_.fields)[where()] = asked_;
  for (auto it = node_.begin(); it != node_.end(); ++it) {
    const std::string& name = it.key();
    if (std::ranges::find(asked_, name) != asked_.end()) continue;
    std::vector<std::string> known = asked_;
    std::ranges::sort(known);
    known.erase(std::unique(known.begin(), known.end()), known.end());
    fault(name, "input.unknown_field", "\"" + name.substr(0, 60) + "\"", "there is no such field.",
          did_you_mean(name, known));
  }
}

}  // namespace planner::io
