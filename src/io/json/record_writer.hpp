#pragma once
#include <array>
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

/// A fact as the catalog's files have it. The number is in `shown_in`, or in the unit in which it is shortest; reading
/// it gives the same number to the last bit.
OrderedJson fact_json(const Fact<double>& fact, Dim dim, std::string_view shown_in);

/// The visitor that writes a record to JSON, in the order of its fields. What is empty or unknown without a note is
/// left out.
class RecordWriter {
 public:
  explicit RecordWriter(OrderedJson& out) : out_(out) {}

  void text(std::string_view name, const std::string& s) {
    if (!s.empty()) put(name, s);
  }
  void texts(std::string_view name, const std::vector<std::string>& list) {
    if (!list.empty()) put(name, list);
  }
  void flag(std::string_view name, bool b) { put(name, b); }
  void flag(std::string_view name, const std::optional<bool>& b) {
    if (b) put(name, *b);
  }
  template <class T>
  void number(std::string_view name, const T& n) {
    put_number(name, n);
  }
  void count(std::string_view name, std::int64_t n) { put(name, n); }
  template <class T>
  void numbers(std::string_view name, const std::vector<T>& list) {
    if (list.empty()) return;
    OrderedJson array = OrderedJson::array();
    for (const T& n : list) array.push_back(number_json(n));
    put(name, std::move(array));
  }
  template <Dim D>
  void quantity(std::string_view name, Quantity<D> q) {
    put(name, quantity_text(q.base(), D));
  }
  template <Dim D>
  void quantity(std::string_view name, const std::optional<Quantity<D>>& q) {
    if (q) quantity(name, *q);
  }
  template <class T, class Known>
  void word(std::string_view name, T value, const Known& known) {
    put(name, std::string(word_for(known, value)));
  }

  template <Dim D>
  void fact(std::string_view name, const Fact<Quantity<D>>& f, std::string_view shown_in = "") {
    const auto base = [](const std::optional<Quantity<D>>& q) { return q ? std::optional(q->base()) : std::nullopt; };
    put_fact(name,
             {{base(f.estimate.low), base(f.estimate.typical), base(f.estimate.high)},
              f.sources,
              f.basis,
              f.conditions,
              f.note,
              f.disagreement},
             D, shown_in);
  }
  void fact(std::string_view name, const Fact<double>& f) { put_fact(name, f, dimensionless, ""); }

  template <class T>
  void object(std::string_view name, const T& record) {
    OrderedJson inner = written(record);
    if (!inner.empty()) put(name, std::move(inner));
  }
  template <class T>
  void object(std::string_view name, const std::optional<T>& record) {
    if (record) object(name, *record);
  }
  template <class T>
  void list(std::string_view name, const std::vector<T>& records) {
    OrderedJson array = OrderedJson::array();
    for (const T& r : records) array.push_back(written(r));
    if (!records.empty()) put(name, std::move(array));
  }
  template <class T>
  void list_citing(const std::vector<std::string>&, std::string_view name, const std::vector<T>& records) {
    list(name, records);
  }

  void sources(std::string_view name, const std::vector<std::string>& list) { texts(name, list); }
  void source(std::string_view name, const std::string& id) { text(name, id); }
  void gpus(std::string_view name, const std::vector<std::string>& list) { texts(name, list); }
  void gpu(std::string_view name, const std::string& id) { text(name, id); }
  void mig_table(std::string_view name, const std::string& id) { text(name, id); }

 private:
  template <class T>
  static OrderedJson written(const T& record) {
    OrderedJson json = OrderedJson::object();
    RecordWriter visitor(json);
    fields(visitor, record);
    return json;
  }
  static OrderedJson number_json(double n);
  static OrderedJson number_json(int n) { return n; }
  static OrderedJson number_json(const std::optional<double>& n) { return n ? number_json(*n) : OrderedJson(nullptr); }
  static std::string quantity_text(double value, Dim dim);

  void put(std::string_view name, OrderedJson value) { out_[std::string(name)] = std::move(value); }
  void put_number(std::string_view name, double n) { put(name, number_json(n)); }
  void put_number(std::string_view name, int n) { put(name, n); }
  template <class T>
  void put_number(std::string_view name, const std::optional<T>& n) {
    if (n) put(name, number_json(*n));
  }
  void put_fact(std::string_view name, const Fact<double>& f, Dim dim, std::string_view shown_in);

  OrderedJson& out_;
};

}  // namespace planner::io
