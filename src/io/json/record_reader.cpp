#include "io/json/record_reader.hpp"

#include "io/catalog/catalog_words.hpp"

namespace planner::io {
namespace {

/// Counts that are `int` in the records: slices, instances, years.
constexpr Range small_count{.high = 1e6, .whole = true};

/// The size of the unit that a fact names; nothing, with a fault, where it is no unit of that dimension.
std::optional<Amount> unit_of(Reader& fact, Dim dim) {
  std::string name;
  if (!fact.text("unit", name)) return dim == dimensionless ? std::optional(Amount{1.0, dim}) : std::nullopt;
  const auto unit = parse_unit(name);
  if (unit && unit->dim == dim) return unit;
  fact.fault("unit", unit ? "input.unit_mismatch" : "input.unknown_unit", "\"" + name + "\"",
             unit ? "this unit measures something else." : "this unit is not known.",
             "Write it like the unit of \"" + example_of(dim) + "\".");
  return std::nullopt;
}

std::optional<double> part_of(Reader& fact, std::string_view name, Dim dim, const std::optional<Amount>& unit) {
  const Json* value = fact.raw(name);
  if (value == nullptr || value->is_null()) return std::nullopt;
  const auto estimate = read_estimate(*value, Place{fact, name}, dim, unit, not_negative, fact.findings());
  return estimate ? estimate->estimate.typical : std::nullopt;
}

bool in_order(const Estimate<double>& e) {
  const double middle = e.typical ? *e.typical : e.low ? *e.low : 0;
  return (!e.low || *e.low <= middle) && (!e.high || middle <= *e.high);
}

Fact<double> read_fact_object(Reader& fact, Dim dim) {
  Fact<double> f;
  const auto unit = unit_of(fact, dim);
  if (const auto value = part_of(fact, "value", dim, unit)) {
    f.estimate = Estimate<double>::exactly(*value);
  } else {
    f.estimate = {part_of(fact, "low", dim, unit), part_of(fact, "typical", dim, unit),
                  part_of(fact, "high", dim, unit)};
  }
  if (!in_order(f.estimate))
    fact.fault("", "input.order", "a range out of order", "low, typical and high must not fall.");
  fact.texts("sources", f.sources);
  f.basis = f.sources.empty() ? Basis::given : Basis::assumed;
  fact.choice("basis", f.basis, basis_words);
  fact.text("conditions", f.conditions);
  fact.text("note", f.note);
  fact.text("disagreement", f.disagreement);
  return f;
}

}  // namespace

std::optional<Fact<double>> read_fact(Reader& reader, std::string_view name, Dim dim) {
  const Json* value = reader.raw(name);
  if (value != nullptr && value->is_null()) return Fact<double>{.basis = Basis::given};
  if (value != nullptr && value->is_object()) {
    Fact<double> f;
    reader.object(name, [&](Reader& fact) { f = read_fact_object(fact, dim); });
    return f;
  }
  const auto number = reader.estimate(name, dim);
  if (!number) return std::nullopt;
  return Fact<double>{.estimate = *number, .basis = Basis::given};
}

std::optional<Fact<double>> RecordReader::cited_fact(std::string_view name, Dim dim) {
  auto fact = read_fact(reader_, name, dim);
  if (!fact) return fact;
  const bool cites_nothing = fact->sources.empty() && fact->basis != Basis::given;
  if (cites_nothing && fact->known()) fact->sources = cited_;
  for (const std::string& source : fact->sources) mention(mentions_.sources, source, name);
  return fact;
}

void RecordReader::flag(std::string_view name, std::optional<bool>& into) {
  bool value = false;
  if (reader_.flag(name, value)) into = value;
}

void RecordReader::number_as(std::string_view name, std::optional<int>& into) {
  double value = 0;
  if (reader_.number(name, value, small_count)) into = static_cast<int>(value);
}

void RecordReader::number_as(std::string_view name, int& into) {
  std::optional<int> value;
  number_as(name, value);
  if (value) into = *value;
}

void RecordReader::count(std::string_view name, int& into) {
  double value = 0;
  if (reader_.number(name, value, {.high = std::numeric_limits<int>::max(), .whole = true}))
    into = static_cast<int>(value);
}

void RecordReader::count(std::string_view name, std::int64_t& into) {
  double value = 0;
  if (reader_.number(name, value, whole_count)) into = static_cast<std::int64_t>(value);
}

void RecordReader::numbers(std::string_view name, std::vector<std::optional<double>>& into) {
  const Json* list = reader_.raw(name);
  if (list == nullptr) return;
  if (!list->is_array()) return reader_.fault(name, "input.type", shown(*list), "a list of numbers is asked for.");
  into.clear();
  for (const Json& item : *list) {
    if (item.is_number() && item.get<double>() >= 0) {
      into.emplace_back(item.get<double>());
    } else {
      into.emplace_back();
      if (!item.is_null()) reader_.fault(name, "input.type", shown(item), "a number of at least 0 is asked for.");
    }
  }
}

void RecordReader::numbers(std::string_view name, std::vector<double>& into) {
  std::vector<std::optional<double>> read;
  if (!reader_.has(name)) return;
  numbers(name, read);
  into.clear();
  for (const auto& number : read) {
    if (!number) reader_.fault(name, "input.type", "null", "a number is asked for.");
    into.push_back(number.value_or(0.0));
  }
}

void RecordReader::numbers(std::string_view name, std::vector<int>& into) {
  std::vector<double> read;
  if (!reader_.has(name)) return;
  numbers(name, read);
  into.clear();
  for (const double number : read) {
    const bool whole = number == static_cast<int>(std::min(number, small_count.high));
    if (!whole) reader_.fault(name, "input.out_of_range", print_number(number), "must be a whole number.");
    into.push_back(whole ? static_cast<int>(number) : 0);
  }
}

void RecordReader::mention(Mentions::Ids& ids, const std::string& id, std::string_view name) {
  if (!id.empty() && !ids.contains(id)) ids.emplace(id, reader_.at(name));
}

void RecordReader::id(Mentions::Ids& ids, std::string_view name, std::string& into) {
  if (reader_.text(name, into)) mention(ids, into, name);
}

void RecordReader::ids(Mentions::Ids& ids, std::string_view name, std::vector<std::string>& into) {
  if (!reader_.texts(name, into)) return;
  for (const std::string& id : into) mention(ids, id, name);
}

}  // namespace planner::io
