#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/catalog/catalog_words.hpp"
#include "planner/evidence/source.hpp"

namespace planner::io {

using OrderedJson = nlohmann::ordered_json;

/// The visitor that describes the fields of a record as properties of a JSON Schema.
class RecordSchema {
 public:
  [[nodiscard]] OrderedJson object_schema() const {
    return {{"type", "object"}, {"additionalProperties", false}, {"properties", properties_}};
  }
  void put(std::string_view name, OrderedJson schema) { properties_[std::string(name)] = std::move(schema); }

  void text(std::string_view name, const std::string&) { put(name, string_schema()); }
  void texts(std::string_view name, const std::vector<std::string>&) { put(name, list_of(string_schema())); }
  template <class T>
  void flag(std::string_view name, const T&) {
    put(name, {{"type", "boolean"}});
  }
  template <class T>
  void number(std::string_view name, const T&) {
    put(name, number_schema());
  }
  void count(std::string_view name, std::int64_t) { put(name, {{"type", "integer"}, {"minimum", 0}}); }
  template <class T>
  void numbers(std::string_view name, const std::vector<T>&) {
    put(name, list_of(number_schema()));
  }
  void numbers(std::string_view name, const std::vector<std::optional<double>>&) {
    put(name, list_of({{"type", {"number", "null"}}, {"minimum", 0}}));
  }
  template <class Q>
  void quantity(std::string_view name, const Q&) {
    put(name, reference("quantity"));
  }
  template <class T, class Known>
  void word(std::string_view name, const T&, const Known& known) {
    OrderedJson words = OrderedJson::array();
    for (const auto& k : known) words.push_back(std::string(k.name));
    put(name, {{"enum", words}});
  }
  template <class T>
  void fact(std::string_view name, const Fact<T>&, std::string_view /*shown_in*/ = "") {
    put(name, reference("fact"));
  }
  template <class T>
  void object(std::string_view name, const T& record) {
    put(name, schema_of(record));
  }
  template <class T>
  void object(std::string_view name, const std::optional<T>&) {
    put(name, schema_of(T{}));
  }
  template <class T>
  void list(std::string_view name, const std::vector<T>&) {
    put(name, list_of(schema_of(T{})));
  }
  template <class T>
  void list_citing(const std::vector<std::string>&, std::string_view name, const std::vector<T>& records) {
    list(name, records);
  }
  void sources(std::string_view name, const std::vector<std::string>& ids) { texts(name, ids); }
  void source(std::string_view name, const std::string& id) { text(name, id); }
  void gpus(std::string_view name, const std::vector<std::string>& ids) { texts(name, ids); }
  void gpu(std::string_view name, const std::string& id) { text(name, id); }
  void mig_table(std::string_view name, const std::string& id) { text(name, id); }

  static OrderedJson string_schema() { return {{"type", "string"}}; }
  static OrderedJson number_schema() { return {{"type", "number"}, {"minimum", 0}}; }
  static OrderedJson list_of(OrderedJson item) { return {{"type", "array"}, {"items", std::move(item)}}; }
  static OrderedJson reference(std::string_view definition) { return {{"$ref", "#/$defs/" + std::string(definition)}}; }

 private:
  template <class T>
  static OrderedJson schema_of(const T& record) {
    RecordSchema visitor;
    fields(visitor, record);
    return visitor.object_schema();
  }

  OrderedJson properties_ = OrderedJson::object();
};

}  // namespace planner::io
