#include "io/catalog/catalog_kinds.hpp"
#include "io/json/record_schema.hpp"
#include "planner/io/catalog.hpp"

namespace planner::io {

/// A part of a layer has the fields of one of its kinds: the schema allows those of all.
void fields(RecordSchema& v, const catalog::Part&) {
  for (const auto& kind : part_words) {
    const catalog::Part part = empty_part(kind.value);
    std::visit([&](const auto& p) { fields(v, p); }, part);
  }
  v.word("part", PartKind{}, part_words);
}

namespace {

OrderedJson definitions() {
  const OrderedJson number = RecordSchema::number_schema(), text = RecordSchema::string_schema();
  OrderedJson basis = OrderedJson::array();
  for (const auto& word : basis_words)
    if (word.value != Basis::given) basis.push_back(std::string(word.name));
  const auto given = [](const char* part) { return OrderedJson{{"required", {part}}}; };
  const OrderedJson typical_given{{"properties", {{"typical", {{"type", "number"}}}}}, {"required", {"typical"}}};
  return {{"fact",
           {{"description",
             "A number with its unit (\"1\" or absent: a share or a count) and where it comes from; null: "
             "nobody has published it."},
            {"type", "object"},
            {"additionalProperties", false},
            {"anyOf", {given("value"), given("typical")}},
            {"if", {{"anyOf", {given("value"), given("low"), given("high"), typical_given}}}},
            {"then", given("basis")},
            {"else", given("note")},
            {"properties",
             {{"value", number},
              {"low", number},
              {"typical", {{"type", {"number", "null"}}, {"minimum", 0}}},
              {"high", number},
              {"unit", text},
              {"sources", RecordSchema::list_of(text)},
              {"basis", {{"enum", basis}}},
              {"conditions", text},
              {"note", text},
              {"disagreement", text}}}}},
          {"quantity",
           {{"description", "A text with its unit: 512 MiB."},
            {"type", "string"},
            {"pattern", "^[0-9.]+(e[+-]?[0-9]+)? ?[A-Za-z%/*]+$"}}}};
}

template <class T>
OrderedJson entry_schema(const T& record) {
  RecordSchema visitor;
  visitor.put("id", {{"type", "string"}, {"minLength", 1}});
  visitor.put("like", RecordSchema::string_schema());
  visitor.put("replaces", {{"type", "boolean"}});
  fields(visitor, record);
  OrderedJson schema = visitor.object_schema();
  schema["required"] = {"id"};
  return schema;
}

OrderedJson prices_schema() {
  const catalog::Price price;
  RecordSchema entry, section;
  entry.put("host", RecordSchema::string_schema());
  fields(entry, price);
  section.put("date", {{"type", "string"}, {"pattern", "^20[0-9]{2}-[01][0-9]-[0-3][0-9]$"}});
  section.put("entries", RecordSchema::list_of(entry.object_schema()));
  OrderedJson schema = section.object_schema();
  schema["required"] = {"date", "entries"};
  return schema;
}

/// Objects on one line where they fit, otherwise one member a line.
std::string laid_out(const OrderedJson& json, std::size_t indent) {
  constexpr std::size_t width = 118;
  const std::string line = json.dump();
  if (!json.is_structured() || indent + line.size() <= width) return line;
  const std::string pad(indent + 2, ' ');
  std::string text;
  for (const auto& [key, value] : json.items())
    text += (text.empty() ? "\n" : ",\n") + pad + (json.is_object() ? OrderedJson(key).dump() + ": " : "") +
            laid_out(value, indent + 2);
  return (json.is_object() ? "{" : "[") + text + "\n" + std::string(indent, ' ') + (json.is_object() ? "}" : "]");
}

}  // namespace

std::string catalog_schema() {
  const catalog::Catalog catalog;
  OrderedJson sections = OrderedJson::object();
  for_each_kind(catalog, [&](const char* kind, const auto& entries) {
    using Entry = typename std::decay_t<decltype(entries)>::mapped_type;
    sections[kind] = RecordSchema::list_of(entry_schema(Entry{}));
  });
  RecordSchema singles;
  for_each_single(catalog, [&](const char* name, const auto& part) { singles.object(name, part); });
  const OrderedJson parts = singles.object_schema();
  for (const auto& [name, schema] : parts["properties"].items()) sections[name] = schema;
  sections["prices"] = prices_schema();
  const OrderedJson schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                           {"title", "Catalog files of planner; a file may hold any of these sections"},
                           {"type", "object"},
                           {"additionalProperties", false},
                           {"minProperties", 1},
                           {"properties", sections},
                           {"$defs", definitions()}};
  return laid_out(schema, 0) + "\n";
}

}  // namespace planner::io
