#include "io/json/record_writer.hpp"

#include <cmath>

#include "io/text/unit_choice.hpp"

namespace planner::io {
namespace {

OrderedJson whole_or_real(double n) {
  return n == std::round(n) && std::abs(n) < 1e15 ? OrderedJson(std::llround(n)) : OrderedJson(n);
}

bool says_something(const Fact<double>& f) {
  const Estimate<double>& e = f.estimate;
  return e.low || e.typical || e.high || !f.sources.empty() || !f.conditions.empty() || !f.note.empty() ||
         !f.disagreement.empty();
}

void add_text(OrderedJson& out, const char* name, const std::string& text) {
  if (!text.empty()) out[name] = text;
}

/// `value` where all three agree, otherwise those of `low`, `typical` and `high` that are known.
void add_estimate(OrderedJson& out, const Estimate<double>& e, Dim dim, std::string_view shown_in) {
  std::vector<double> values;
  for (const auto& part : {e.low, e.typical, e.high})
    if (part) values.push_back(*part);
  const InUnit written = in_shortest_unit(values, dim, shown_in);
  const bool single = e.low && e.typical && e.high && *e.low == *e.typical && *e.typical == *e.high;
  std::size_t next = 0;
  if (single) {
    out["value"] = whole_or_real(written.numbers[0]);
  } else {
    if (e.low) out["low"] = whole_or_real(written.numbers[next++]);
    out["typical"] = e.typical ? whole_or_real(written.numbers[next++]) : OrderedJson(nullptr);
    if (e.high) out["high"] = whole_or_real(written.numbers[next]);
  }
  out["unit"] = written.unit;
}

}  // namespace

OrderedJson fact_json(const Fact<double>& fact, Dim dim, std::string_view shown_in) {
  OrderedJson out = OrderedJson::object();
  add_estimate(out, fact.estimate, dim, shown_in);
  if (!fact.sources.empty()) out["sources"] = fact.sources;
  const Estimate<double>& e = fact.estimate;
  if (e.low || e.typical || e.high) out["basis"] = std::string(word_for(basis_words, fact.basis));
  add_text(out, "conditions", fact.conditions);
  add_text(out, "note", fact.note);
  add_text(out, "disagreement", fact.disagreement);
  return out;
}

OrderedJson RecordWriter::number_json(double n) { return whole_or_real(n); }

std::string RecordWriter::quantity_text(double value, Dim dim) {
  const InUnit written = in_shortest_unit({value}, dim);
  return whole_or_real(written.numbers[0]).dump() + " " + written.unit;
}

void RecordWriter::put_fact(std::string_view name, const Fact<double>& f, Dim dim, std::string_view shown_in) {
  if (says_something(f)) put(name, fact_json(f, dim, shown_in));
}

}  // namespace planner::io
